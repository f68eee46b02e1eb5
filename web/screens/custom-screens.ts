/** The screens that are not drawn from their declaration alone, in a file that loads while the first ones are answered. */
import type { ScreenKey } from '../../form/flow/flow.ts';
import type { Step } from '../../form/flow/steps.ts';
import { refuseFilesDroppedBeside } from '../components/drop-zone.tsx';
import { LaterIcon } from '../components/extra-icon.tsx';
import { giveCaretOnSecondTap } from '../inputs/second-tap.ts';
import type { Component } from '../jsx/types.ts';
import { adoptStyles } from '../lazy/lazy-part.ts';
import styles from '../theme/custom-screens.css?inline';
import { AgreementScreen } from './agreement-screen.tsx';
import { AuthorizedUserListScreen } from './authorized-user-list-screen.tsx';
import { BusinessAdditionalProofScreen } from './business-additional-proof-screen.tsx';
import { EditStep } from './edit-step.tsx';
import { EnteredAddresses } from './entered-addresses.tsx';
import { EntityRequiredScreen } from './entity-required-screen.tsx';
import { CountdownRing } from './inactivity/countdown-ring.tsx';
import { IntroStep } from './intro-step.tsx';
import { OverScreens } from './over-screens.tsx';
import { OwnerListScreen } from './owner-list-screen.tsx';
import { Picture } from './picture.tsx';
import { FinishLaterButton } from './resume/finish-later-dialog.tsx';
import { ReviewIntroScreen } from './review-intro-screen.tsx';
import { ReviewScreen } from './review-screen.tsx';
import { SectionReviewScreen } from './section-review-screen.tsx';
import { SentScreen } from './sent-screen.tsx';
import { StartScreen } from './start-screen.tsx';
import { StopScreen } from './stop-screen.tsx';

// In development Vite takes up a change of a style only where the style is imported as such.
if (import.meta.hot) void import('../theme/custom-screens.css');
else adoptStyles(styles);
giveCaretOnSecondTap();
refuseFilesDroppedBeside();

/** Where a search finds nothing. */
export const picture = Picture;

/** Beside the names of the sections on a desk. */
export const sectionIcon = LaterIcon;

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
} satisfies { readonly [K in ScreenKey]?: Component<{ readonly step: Step }> };

/** In place of a screen whose answer ends the application. */
export const stopScreen = StopScreen;

/** The countdown of the warning, which says the seconds in words too: it can do without while these screens load. */
export const countdownRing = CountdownRing;

/** What can appear over any screen. */
export const overScreens = OverScreens;

/** The button that saves to go on another day. */
export const finishLaterButton = FinishLaterButton;

/** The addresses that were given before, above the fields of another one. */
export const enteredAddresses = EnteredAddresses;

/** The change of one answer, below the review. */
export const editScreen = EditStep;

/** The end of an application that was sent. */
export const sentScreen = SentScreen;

/** The first screen, where it is not the one that the document brought: as a step, and at an entry route. */
export const introStep = IntroStep;
export const startScreen = StartScreen;
