import { useEffect } from 'react';
import { sectionOf } from '../../form/flow/flow.ts';
import { nextStep, previousStep } from '../../form/flow/navigation.ts';
import type { Step } from '../../form/flow/steps.ts';
import { fieldsAt, urlOf } from '../../form/flow/steps.ts';
import { industryList } from '../inputs/industry-list.ts';
import { customScreens } from '../lazy/parts.ts';
import { usePageStore } from '../state/use-page.ts';

/** Runs work while the page has nothing else to do, at the latest after a second; the function ends the wait for it. */
function whenIdle(work: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 1000 });
  return () => cancelIdleCallback(handle);
}

/**
 * Loads what later screens need before they are opened: the industry list one screen before (P5), the screens with a
 * component of their own from the second screen about the business on. Where that fails, those screens say so and try
 * again.
 */
export function usePreload(step: Step): void {
  const { application } = usePageStore();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per step.
  useEffect(
    () =>
      whenIdle(() => {
        const state = application();
        const before = previousStep(step, state);
        if (before && sectionOf(before.screen) !== 'start') customScreens.load().catch(() => undefined);
        const fields = fieldsAt(nextStep(step, state), state);
        if (fields.some(([, { type }]) => type === 'industry')) industryList.load().catch(() => undefined);
      }),
    [urlOf(step)],
  );
}
