/**
 * The parts of the page that load later, and what each holds. Apart from the components that wait for them: where a file of
 * components exports anything else, a change in development draws the whole page anew.
 */
import type { CountedSectionKey, flow, ScreenKey } from '../../form/flow/flow.ts';
import { screenOf } from '../../form/flow/flow.ts';
import type { Step } from '../../form/flow/steps.ts';
import type { SuggestionsProvider } from '../api/suggestions-provider.ts';
import type { PictureName } from '../components/pictures.tsx';
import type { Component } from '../jsx/types.ts';
import type { PageStore } from '../state/store.ts';
import { lazyPart } from './lazy-part.ts';

type FlowScreen = (typeof flow)[number]['screens'][number];

/** The screens without fields have a component of their own, but for the first one. */
type CustomStep = Exclude<Extract<FlowScreen, { readonly groups: readonly [] }>['key'], 'start'>;

/** True for a step with a component of its own. */
export function isCustomStep(screen: ScreenKey): screen is CustomStep {
  return screenOf(screen).groups.length === 0;
}

type StepComponent = Component<{ readonly step: Step }>;

/** The screens with a component of their own, and what loads with them because the first screens can do without. */
export interface CustomScreens {
  readonly stepScreens: Readonly<Record<CustomStep, StepComponent>>;
  /** In place of a screen whose answer ends the application. */
  readonly stopScreen: StepComponent;
  /** The first screen, where it is not the one that the document brought: as a step, and at an entry route. */
  readonly introStep: StepComponent;
  readonly startScreen: Component<object>;
  /** The change of one answer, below the review. */
  readonly editScreen: Component<{ readonly path: string; readonly search: string }>;
  /** The end of an application that was sent. */
  readonly sentScreen: Component<{ readonly type: 'completed' | 'pending' }>;
  /** Everything that can appear over any screen. */
  readonly overScreens: Component<object>;
  /** The button that saves to go on another day. */
  readonly finishLaterButton: Component<{
    readonly className?: string;
    readonly onPress?: (() => void) | undefined;
  }>;
  /** The addresses that were given before, above the fields of another one. */
  readonly enteredAddresses: Component<{
    readonly step: Step;
    readonly inputs: readonly {
      readonly key: string;
      readonly value: string;
      readonly onChange: (text: string) => void;
    }[];
  }>;
  /** Asks this server for addresses, which a program without Google's suggestions shows. */
  readonly embeddedSuggestions: (getState: PageStore['getState']) => SuggestionsProvider;
  /** The countdown of the inactivity warning, which says the seconds in words too. */
  readonly countdownRing: Component<{ readonly secondsLeft: number; readonly totalSeconds: number }>;
  /** A drawing on its stage. */
  readonly picture: Component<{ readonly name: PictureName }>;
  /** Beside the names of the sections on a desk. */
  readonly sectionIcon: Component<{ readonly name: CountedSectionKey }>;
  // What the parts for resuming take from here: imported by both, it would be in a chunk that loads at once.
  readonly sentence: Component<{ readonly text: string; readonly keeps: string }>;
  readonly sizeText: (bytes: number) => string;
}

/** How a session ended before its application was sent, and how a person comes back to a draft (D55). */
export interface ResumeParts {
  /** `/resume`. */
  readonly resumeScreen: Component<object>;
  /** The end of an application that was not sent, and the page that says what went wrong. */
  readonly endedScreen: Component<{ readonly type: 'cancel' | 'timeout' }>;
  readonly errorScreen: Component<object>;
  /** Inside the dialog that has a link sent. */
  readonly finishLaterSteps: Component<{ readonly onClose: () => void }>;
  /** The offer on the first screen, drawn by the page and beside the prerendered one. */
  readonly continueOffer: Component<{ readonly onPress: () => void }>;
  readonly showOfferOnIntro: (onPress: () => void) => void;
  /** Over the first screen, where the browser takes no cookies. */
  readonly cookiesAlert: Component<{ readonly onRetry: () => void; readonly onClose: () => void }>;
}

/** How the parts are imported. Their modules stand on this room, so the entry of the page names them. */
export interface PartImports {
  readonly customScreens: () => Promise<CustomScreens>;
  readonly resumeParts: () => Promise<ResumeParts>;
}

let imports: PartImports;

/** Call before any part is loaded. */
export function importPartsBy(given: PartImports): void {
  imports = given;
}

/** The page caches the module by this path, and a document without a first screen asks for it at once. */
export const customScreensModule = 'web/screens/custom-screens.ts';

export const customScreens = lazyPart([customScreensModule], () => imports.customScreens());

export const resumeParts = lazyPart(['web/screens/resume/resume-parts.ts'], async () => {
  // It stands on their styles and drawings.
  await customScreens.load();
  return imports.resumeParts();
});
