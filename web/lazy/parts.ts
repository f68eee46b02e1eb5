/** Lists the parts of the page that load later, and what each part contains. */
import { type CountedSectionKey, type ScreenKey, screenOf } from '../../form/flow/flow.ts';
import type { Step } from '../../form/flow/steps.ts';
import type { flow } from '../../form/screens/screens.ts';
import type { SuggestedAddress, SuggestionsProvider } from '../api/suggestions-provider.ts';
import type { PictureName } from '../components/pictures.tsx';
import type { InputProps } from '../jsx/input-props.ts';
import type { Component } from '../jsx/types.ts';
import type { PageStore } from '../state/store.ts';
import { lazyPart } from './lazy-part.ts';

type FlowScreen = (typeof flow)[number]['screens'][number];
/** The screens without fields, which have their own component. Excludes the first screen. */
type CustomStep = Exclude<Extract<FlowScreen, { readonly groups: readonly [] }>['key'], 'start'>;

/** Returns true if a screen has its own component. */
export function isCustomStep(screen: ScreenKey): screen is CustomStep {
  return screenOf(screen).groups.length === 0;
}

type StepComponent = Component<{ readonly step: Step }>;

/** The screens that have their own component, and everything else that the first screens don't need. */
export interface CustomScreens {
  readonly stepScreens: Readonly<Record<CustomStep, StepComponent>>;
  /** The screen of a question that asks for a person's name below its answer Yes. */
  readonly namingQuestionScreen: StepComponent;
  /** The screen that replaces a step whose answer ends the application. */
  readonly stopScreen: StepComponent;
  /** The first screen if the document does not contain it. `introStep` renders it as a step, `startScreen` at an entry route. */
  readonly introStep: StepComponent;
  readonly startScreen: Component<object>;
  /** The screen on which the person changes one answer from the review. */
  readonly editScreen: Component<{ readonly path: string; readonly search: string }>;
  /** The screen after an application was sent. */
  readonly sentScreen: Component<{ readonly type: 'completed' | 'pending' }>;
  /** The dialogs and other content that can appear over any screen. */
  readonly overScreens: Component<object>;
  /** The button for finishing the application later. */
  readonly finishLaterButton: Component<{
    readonly className?: string;
    readonly onPress?: (() => void) | undefined;
  }>;
  /** Addresses that the person entered earlier, shown above the fields of another address. */
  readonly enteredAddresses: Component<{
    readonly step: Step;
    readonly inputs: readonly {
      readonly key: string;
      readonly value: string;
      readonly onChange: (text: string) => void;
    }[];
  }>;
  /** The input for the street of an address, with suggestions. Until it is loaded, the plain input takes its place. */
  readonly streetInput: Component<
    InputProps & { readonly state: string; readonly onPick: (address: SuggestedAddress) => void }
  >;
  /** Creates the suggestions provider that uses our own server, for programs without Google's suggestions. */
  readonly embeddedSuggestions: (getState: PageStore['getState']) => SuggestionsProvider;
  /** The ring with the countdown of the inactivity warning. */
  readonly countdownRing: Component<{ readonly secondsLeft: number; readonly totalSeconds: number }>;
  /** A drawing on its background. */
  readonly picture: Component<{ readonly name: PictureName }>;
  /** The icon next to a section's name on a wide screen. */
  readonly sectionIcon: Component<{ readonly name: CountedSectionKey }>;
  // The resume parts also use `sentence`. If both parts imported it, the build would move it to a chunk that loads immediately.
  readonly sentence: Component<{ readonly text: string; readonly keeps: string }>;
}

/** The screens for a session that ended early, and the screens for resuming a draft (D55). */
export interface ResumeParts {
  /** The screen at `/resume`. */
  readonly resumeScreen: Component<object>;
  /** The note above the first question of a resumed draft. */
  readonly keptStrip: Component<object>;
  /** `endedScreen` is shown if the application ended without being sent, `errorScreen` after an error. */
  readonly endedScreen: Component<{ readonly type: 'cancel' | 'timeout' }>;
  readonly errorScreen: Component<object>;
  /** The steps in the dialog that emails a resume link. */
  readonly finishLaterSteps: Component<{ readonly onClose: () => void }>;
  /** The offer to continue a draft. On the first screen, the page renders the offer or adds it to the prerendered screen. */
  readonly continueOffer: Component<{ readonly onPress?: () => void }>;
  readonly showOfferOnIntro: (onPress: () => void) => void;
  /** The alert over the first screen if the browser blocks cookies. */
  readonly cookiesAlert: Component<{ readonly onRetry: () => void; readonly onClose: () => void }>;
}

/**
 * The functions that import the parts. The page's entry sets them, because the parts import this folder, and imports in both
 * directions would be circular.
 */
let imports: {
  readonly customScreens: () => Promise<CustomScreens>;
  readonly resumeParts: () => Promise<ResumeParts>;
};

/** Sets the functions that import the parts. Call it before any part is loaded. */
export function importPartsBy(given: typeof imports): void {
  imports = given;
}

/**
 * Path of the module of `customScreens`, by which the page finds the file to cache. A document without the first screen loads
 * this file immediately.
 */
export const customScreensModule = 'web/screens/custom-screens.ts';

export const customScreens = lazyPart(customScreensModule, () => imports.customScreens());

export const resumeParts = lazyPart('web/screens/resume/resume-parts.ts', async () => {
  // The resume parts need the styles and pictures of the custom screens.
  await customScreens.load();
  return imports.resumeParts();
});
