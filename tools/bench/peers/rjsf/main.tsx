/** The first screens of the form, generated from JSON schemas by rjsf with its MUI theme. */
import { openPage } from '../mui/first-screen.tsx';

openPage(() => import('./form.tsx'));
