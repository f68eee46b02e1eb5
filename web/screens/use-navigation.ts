/** Moves between steps. Only the URL determines which step is shown (D43). */
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { nextStep, previousStep } from '../../form/flow/navigation.ts';
import { type Step, urlOf } from '../../form/flow/steps.ts';
import { entryNumber, goBackTo, holdEntry, isFirstEntry } from '../browser/history-entries.ts';
import { usePageState, usePageStore } from '../state/use-page.ts';

/** Returns a function that goes to a step. Afterwards, Back returns to the current step, unless `replace` is set. */
export function useGo(): (step: Step, options?: { readonly replace: boolean }) => void {
  const [, navigate] = useLocation();
  return (step, options) => navigate(urlOf(step), options);
}

/** Returns a function that goes to the next step, based on the application at the time of the call. */
export function useGoNext(step: Step): () => void {
  const { application } = usePageStore();
  const go = useGo();
  return () => go(nextStep(step, application()));
}

/** Goes back to the previous history entry. If Back must not show that entry (`isFirstEntry`), opens `url` in the current one. */
export function leaveTo(url: string): void {
  if (isFirstEntry()) goBackTo(url);
  else history.back();
}

/**
 * Returns the URL of the previous step and a function that goes back to it, or undefined if there is no previous step. In the
 * history entry in which a draft was resumed, makes the browser's Back button go to the previous step, too.
 */
export function useGoBack(step: Step): { readonly href: string; readonly go: () => void } | undefined {
  const { application } = usePageState();
  const before = previousStep(step, application);
  const href = before && urlOf(before);
  const here = urlOf(step);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has its own history entry, so `here` is a dependency.
  useEffect(() => {
    if (href === undefined || entryNumber() === 0 || !isFirstEntry()) return;
    return holdEntry(() => goBackTo(href), { onlyBack: true });
  }, [href, here]);
  return href === undefined ? undefined : { href, go: () => leaveTo(href) };
}
