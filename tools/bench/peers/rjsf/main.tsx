/** The form made from JSON schemas by rjsf, in its MUI theme. */
import { openPage } from '../mui/first-screen.tsx';

openPage(() => import('./form.tsx'));
