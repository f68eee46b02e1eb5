/** The module that provides `CustomScreens` (`lazy/parts.ts`). It loads while the person answers the first screens. */
import { embeddedSuggestions as suggestions } from '../api/embedded-suggestions.ts';
import { refuseFilesDroppedElsewhere } from '../components/drop-zone.tsx';
import { ExtraIcon } from '../components/extra-icon.tsx';
import { Picture } from '../components/pictures.tsx';
import { Sentence } from '../components/sentence.tsx';
import { giveCaretOnSecondTap } from '../inputs/second-tap.ts';
import { adoptStyles } from '../lazy/lazy-part.ts';
import styles from '../theme/custom-screens.css?inline';
import { AgreementScreen } from './agreement-screen.tsx';
import { EditScreen } from './edit-screen.tsx';
import { EnteredAddresses } from './entered-addresses.tsx';
import { CountdownRing } from './inactivity/countdown-ring.tsx';
import { IntroStep } from './intro-step.tsx';
import { NamingQuestionScreen } from './naming-question-screen.tsx';
import { OverScreens } from './over-screens.tsx';
import { AuthorizedUserListScreen, OwnerListScreen } from './people-screens.tsx';
import { BusinessAdditionalProofScreen, EntityRequiredScreen } from './proof-screens.tsx';
import { FinishLaterButton } from './resume/finish-later-dialog.tsx';
import { ReviewIntroScreen } from './review-intro-screen.tsx';
import { ReviewScreen } from './review-screen.tsx';
import { SectionReviewScreen } from './section-review-screen.tsx';
import { SentScreen } from './sent-screen.tsx';
import { StartScreen } from './start-screen.tsx';
import { StopScreen } from './stop-screen.tsx';
import { StreetInput } from './street-input.tsx';

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
export const namingQuestionScreen = NamingQuestionScreen;
export const stopScreen = StopScreen;
export const introStep = IntroStep;
export const startScreen = StartScreen;
export const editScreen = EditScreen;
export const sentScreen = SentScreen;
export const overScreens = OverScreens;
export const finishLaterButton = FinishLaterButton;
export const enteredAddresses = EnteredAddresses;
export const streetInput = StreetInput;
export const embeddedSuggestions = suggestions;
export const countdownRing = CountdownRing;
export const picture = Picture;
export const sectionIcon = ExtraIcon;
export const sentence = Sentence;
