/** Moving between steps. The address alone says which step is shown (D43). */
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { nextStep, previousStep } from '../../form/flow/navigation.ts';
import { type Step, urlOf } from '../../form/flow/steps.ts';
import { entryNumber, goBackTo, holdEntry, isFirstEntry } from '../browser/history-entries.ts';
import { usePageState, usePageStore } from '../state/use-page.ts';

/** Returns a function that goes to a step. Back returns from it, unless it replaces the history entry. */
export function useGo(): (step: Step, options?: { readonly replace: boolean }) => void {
  const [, navigate] = useLocation();
  return (step, options) => navigate(urlOf(step), options);
}

/** Returns a function that goes to the step after this one, in the application as it is then. */
export function useGoNext(step: Step): () => void {
  const { application } = usePageStore();
  const go = useGo();
  return () => go(nextStep(step, application()));
}

/** Leaves for an address: goes back if the previous entry is of this page, otherwise replaces this entry. */
export function leaveTo(url: string): void {
  if (isFirstEntry()) goBackTo(url);
  else history.back();
}

/** Returns how to go back from a step. At the entry where a draft was resumed, the browser's Back does the same. */
export function useGoBack(step: Step): { readonly href: string; readonly go: () => void } | undefined {
  const { application } = usePageState();
  const before = previousStep(step, application);
  const href = before && urlOf(before);
  const here = urlOf(step);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step has another history entry.
  useEffect(() => {
    if (href === undefined || entryNumber() === 0 || !isFirstEntry()) return;
    return holdEntry(() => goBackTo(href), { onlyBack: true });
  }, [href, here]);
  return href === undefined ? undefined : { href, go: () => leaveTo(href) };
}
