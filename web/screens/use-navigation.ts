/** Moving between steps. The address alone says which step is shown (D43). */
import { useLocation } from 'wouter';
import { previousStep } from '../../form/flow/navigation.ts';
import type { Step } from '../../form/flow/steps.ts';
import { urlOf } from '../../form/flow/steps.ts';
import { entryNumber } from '../app/history-entries.ts';
import { usePageState } from '../state/use-page.ts';

/** Goes to a step. Back returns from it, unless it replaces the history entry. */
export function useGo(): (step: Step, options?: { readonly replace: boolean }) => void {
  const [, navigate] = useLocation();
  return (step, options) => navigate(urlOf(step), options);
}

/** Leaves for an address: by going back, if the entry before is this page's own; otherwise by replacing this one. */
function useLeave(): (url: string) => void {
  const [, navigate] = useLocation();
  return (url) => {
    if (entryNumber() > 0) history.back();
    else navigate(url, { replace: true });
  };
}

/** One step back: to where the person came from, or else to the previous step. */
export function useGoBack(step: Step): { readonly href: string; readonly go: () => void } | undefined {
  const leave = useLeave();
  const { application } = usePageState();
  const before = previousStep(step, application);
  if (!before) return undefined;
  const href = urlOf(before);
  return { href, go: () => leave(href) };
}

/** Returns from a screen to the step it was opened from. */
export function useLeaveTo(step: Step): () => void {
  const leave = useLeave();
  return () => leave(urlOf(step));
}
