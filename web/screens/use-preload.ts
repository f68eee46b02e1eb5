import { useEffect } from 'react';
import { nextStep } from '../../form/flow/navigation.ts';
import type { Step } from '../../form/flow/steps.ts';
import { fieldsAt, urlOf } from '../../form/flow/steps.ts';
import { loadIndustries } from '../inputs/industry-list.ts';
import { usePageStore } from '../state/use-page.ts';

/** Loads the industry list one screen before it is needed (P5). */
export function usePreload(step: Step): void {
  const { application } = usePageStore();
  const following = urlOf(nextStep(step, application()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per following step.
  useEffect(() => {
    const fields = fieldsAt(nextStep(step, application()), application());
    // If the list cannot be loaded, the chooser says so and tries again.
    if (fields.some(([, { type }]) => type === 'industry')) loadIndustries().catch(() => undefined);
  }, [following]);
}
