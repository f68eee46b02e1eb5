// biome-ignore-all lint/performance/noBarrelFile: the exports of this module are the contents of a part of the page.
/** The module of the part `customScreens` (`parts.ts`): everything that the first screens do not need. */
import { refuseFilesDroppedElsewhere } from '../components/drop-zone.tsx';
import { giveCaretOnSecondTap } from '../inputs/second-tap.ts';
import { adoptStyles } from '../lazy/lazy-part.ts';
import styles from '../theme/custom-screens.css?inline';
import { AgreementScreen } from './agreement-screen.tsx';
import { AuthorizedUserListScreen, OwnerListScreen } from './people-screens.tsx';
import { BusinessAdditionalProofScreen, EntityRequiredScreen } from './proof-screens.tsx';
import { ReviewIntroScreen } from './review-intro-screen.tsx';
import { ReviewScreen } from './review-screen.tsx';
import { SectionReviewScreen } from './section-review-screen.tsx';

export { Picture } from '../components/pictures.tsx';
// The resume parts get `Sentence` from this module. If they imported `sentence.tsx`, the build would move it to a
// chunk that loads immediately.
export { Sentence } from '../components/sentence.tsx';
export { EditScreen } from './edit-screen.tsx';
export { EnteredAddresses } from './entered-addresses.tsx';
export { givenAnswers } from './given-answers.ts';
export { CountdownRing } from './inactivity/countdown-ring.tsx';
export { NamingQuestionScreen } from './naming-question-screen.tsx';
export { OverScreens } from './over-screens.tsx';
export { FinishLaterButton } from './resume/finish-later-dialog.tsx';
export { SectionDone } from './section-done.tsx';
export { SectionList } from './section-list.tsx';
export { SentAfterError, SentScreen } from './sent-screen.tsx';
export { IntroStep, StartScreen } from './start-screens.tsx';
export { StopScreen } from './stop-screen.tsx';
export { StreetInput } from './street-input.tsx';

// In development, Vite updates a changed style sheet only if it is imported as a style sheet, not as text.
if (import.meta.hot) void import('../theme/custom-screens.css');
else adoptStyles(styles);
giveCaretOnSecondTap();
refuseFilesDroppedElsewhere();

export const stepScreens = {
  'section-review': SectionReviewScreen,
  'review-intro': ReviewIntroScreen,
  review: ReviewScreen,
  'agreement-esign': AgreementScreen,
  'agreement-terms': AgreementScreen,
  'agreement-guarantor': AgreementScreen,
  'agreement-controlling-party': AgreementScreen,
  'business-additional-proof': BusinessAdditionalProofScreen,
  'owner-list': OwnerListScreen,
  'authorized-user-list': AuthorizedUserListScreen,
  'entity-required': EntityRequiredScreen,
};
