/** The form in MUI with react-hook-form and zod. */
import { openPage } from './first-screen.tsx';

openPage(() => import('./form.tsx'));
