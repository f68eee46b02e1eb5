/** Parts of the page that load later. */
import { type ScreenKey, screenOf } from '../../form/flow/flow.ts';
import type { flow } from '../../form/screens/screens.ts';
import { lazyPart } from '../lazy/lazy-part.ts';

type FlowScreen = (typeof flow)[number]['screens'][number];
/** The screens without fields, except the first screen. Each of them has its own component. */
type CustomStep = Exclude<Extract<FlowScreen, { readonly groups: readonly [] }>['key'], 'start'>;

/** Returns true if a screen has its own component. */
export function isCustomStep(screen: ScreenKey): screen is CustomStep {
  return screenOf(screen).groups.length === 0;
}

/** The functions that import the parts. The page's entry sets these functions, because the parts' modules import this file. */
let imports: {
  readonly customScreens: () => Promise<typeof import('./custom-screens.ts')>;
  readonly resumeParts: () => Promise<typeof import('./resume/resume-parts.ts')>;
};

/** Sets the functions that import the parts. Call it before any part is loaded. */
export function importPartsBy(given: typeof imports): void {
  imports = given;
}

/** Name of the file of `customScreens`. An HTML document without a prerendered intro loads the file immediately. */
export const customScreensFile = 'custom-screens';

export const customScreens = lazyPart(customScreensFile, () => imports.customScreens());

export const resumeParts = lazyPart('resume-parts', async () => {
  // The resume parts need the styles and pictures of the custom screens.
  await customScreens.load();
  return imports.resumeParts();
});
