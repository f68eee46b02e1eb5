/** Moving between steps. The address alone says which step is shown (D43). */
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { previousStep } from '../../form/flow/navigation.ts';
import type { Step } from '../../form/flow/steps.ts';
import { urlOf } from '../../form/flow/steps.ts';
import { entryNumber, goBackTo, holdEntry, isFirstEntry } from '../browser/history-entries.ts';
import { usePageState } from '../state/use-page.ts';

/** Goes to a step. Back returns from it, unless it replaces the history entry. */
export function useGo(): (step: Step, options?: { readonly replace: boolean }) => void {
  const [, navigate] = useLocation();
  return (step, options) => navigate(urlOf(step), options);
}

/** Leaves for an address: by going back, if the entry before leads there; otherwise by replacing this one. */
function leaveTo(url: string): void {
  if (isFirstEntry()) goBackTo(url);
  else history.back();
}

/**
 * One step back: to where the person came from, or else to the previous step. At the entry where a draft was continued
 * the browser's Back does the same.
 */
export function useGoBack(step: Step): { readonly href: string; readonly go: () => void } | undefined {
  const { application } = usePageState();
  const before = previousStep(step, application);
  const href = before && urlOf(before);
  const here = urlOf(step);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step stands at another entry.
  useEffect(() => {
    if (href === undefined || entryNumber() === 0 || !isFirstEntry()) return;
    return holdEntry(() => goBackTo(href), { onlyBack: true });
  }, [href, here]);
  return href === undefined ? undefined : { href, go: () => leaveTo(href) };
}

/** Returns from a screen to the step it was opened from. */
export function useLeaveTo(step: Step): () => void {
  return () => leaveTo(urlOf(step));
}
