/** What a person sees who comes back by email, or wants to: in a file that loads when they do. */
import { FinishLaterSteps } from './finish-later-steps.tsx';
import { LinkScreen } from './link-screen.tsx';

/** Inside the dialog that has a link sent. */
export const finishLaterSteps = FinishLaterSteps;

/** The page that the link opens. */
export const linkScreen = LinkScreen;
