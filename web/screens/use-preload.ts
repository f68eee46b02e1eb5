import { useEffect } from 'react';
import { nextStep } from '../../form/flow/navigation.ts';
import type { Step } from '../../form/flow/steps.ts';
import { fieldsAt, urlOf } from '../../form/flow/steps.ts';
import { loadIndustries } from '../inputs/industry-list.ts';
import { usePageStore } from '../state/use-page.ts';

/** Loads the industry list while the screen before it is open, so that it is there when it is asked for (P5). */
export function usePreload(step: Step): void {
  const { application } = usePageStore();
  const following = urlOf(nextStep(step, application()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step that follows.
  useEffect(() => {
    const fields = fieldsAt(nextStep(step, application()), application());
    // A list that does not come is the chooser's to speak of, which asks for it again.
    if (fields.some(([, { type }]) => type === 'industry')) loadIndustries().catch(() => undefined);
  }, [following]);
}
