/** The parts of the page that load later, and what each contains. */
import { type CountedSectionKey, type flow, type ScreenKey, screenOf } from '../../form/flow/flow.ts';
import type { Step } from '../../form/flow/steps.ts';
import type { SuggestionsProvider } from '../api/suggestions-provider.ts';
import type { PictureName } from '../components/pictures.tsx';
import type { Component } from '../jsx/types.ts';
import type { PageStore } from '../state/store.ts';
import { lazyPart } from './lazy-part.ts';

type FlowScreen = (typeof flow)[number]['screens'][number];
/** The screens without fields have their own component, except the first one. */
type CustomStep = Exclude<Extract<FlowScreen, { readonly groups: readonly [] }>['key'], 'start'>;

/** Returns whether a screen has its own component. */
export function isCustomStep(screen: ScreenKey): screen is CustomStep {
  return screenOf(screen).groups.length === 0;
}

type StepComponent = Component<{ readonly step: Step }>;

/** The screens with their own component, and everything else that the first screens don't need. */
export interface CustomScreens {
  readonly stepScreens: Readonly<Record<CustomStep, StepComponent>>;
  /** Replaces a screen whose answer ends the application. */
  readonly stopScreen: StepComponent;
  /** The first screen when the document didn't contain it: as a step, and at an entry route. */
  readonly introStep: StepComponent;
  readonly startScreen: Component<object>;
  /** Changes one answer, from the review. */
  readonly editScreen: Component<{ readonly path: string; readonly search: string }>;
  /** Shown after an application was sent. */
  readonly sentScreen: Component<{ readonly type: 'completed' | 'pending' }>;
  /** Everything that can appear over any screen. */
  readonly overScreens: Component<object>;
  /** The button that saves the draft for another day. */
  readonly finishLaterButton: Component<{
    readonly className?: string;
    readonly onPress?: (() => void) | undefined;
  }>;
  /** Addresses given earlier, shown above the fields of another address. */
  readonly enteredAddresses: Component<{
    readonly step: Step;
    readonly inputs: readonly {
      readonly key: string;
      readonly value: string;
      readonly onChange: (text: string) => void;
    }[];
  }>;
  /** Gets address suggestions from this server, for programs without Google's suggestions. */
  readonly embeddedSuggestions: (getState: PageStore['getState']) => SuggestionsProvider;
  /** The countdown of the inactivity warning, which also says the seconds in words. */
  readonly countdownRing: Component<{ readonly secondsLeft: number; readonly totalSeconds: number }>;
  /** A picture on its background. */
  readonly picture: Component<{ readonly name: PictureName }>;
  /** The icon next to a section's name on a wide screen. */
  readonly sectionIcon: Component<{ readonly name: CountedSectionKey }>;
  // Used by the resume parts too. If both imported it, it would be in a chunk that loads at once.
  readonly sentence: Component<{ readonly text: string; readonly keeps: string }>;
  readonly sizeText: (bytes: number) => string;
}

/** The screens after a session ended early, and those for resuming a draft (D55). */
export interface ResumeParts {
  /** `/resume`. */
  readonly resumeScreen: Component<object>;
  /** Shown after an application ended without being sent, and after an error. */
  readonly endedScreen: Component<{ readonly type: 'cancel' | 'timeout' }>;
  readonly errorScreen: Component<object>;
  /** The steps in the dialog that emails a link. */
  readonly finishLaterSteps: Component<{ readonly onClose: () => void }>;
  /** The offer on the first screen, drawn by the page or added to the prerendered screen. */
  readonly continueOffer: Component<{ readonly onPress?: () => void }>;
  readonly showOfferOnIntro: (onPress: () => void) => void;
  /** Shown over the first screen if the browser blocks cookies. */
  readonly cookiesAlert: Component<{ readonly onRetry: () => void; readonly onClose: () => void }>;
}

/** The modules of the parts import this folder, so the page's entry sets their imports. */
let imports: {
  readonly customScreens: () => Promise<CustomScreens>;
  readonly resumeParts: () => Promise<ResumeParts>;
};

/** Call before any part is loaded. */
export function importPartsBy(given: typeof imports): void {
  imports = given;
}

/** The module's path, by which the page caches it. A document without a first screen loads it at once. */
export const customScreensModule = 'web/screens/custom-screens.ts';

export const customScreens = lazyPart(customScreensModule, () => imports.customScreens());

export const resumeParts = lazyPart('web/screens/resume/resume-parts.ts', async () => {
  // It needs their styles and pictures.
  await customScreens.load();
  return imports.resumeParts();
});
