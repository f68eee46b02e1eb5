/** The first screens of the form, built with MUI, react-hook-form and zod. */
import { openPage } from './first-screen.tsx';

openPage(() => import('./form.tsx'));
