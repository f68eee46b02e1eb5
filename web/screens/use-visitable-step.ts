import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { leadsTo } from '../../form/flow/navigation.ts';
import type { Step } from '../../form/flow/steps.ts';
import { urlOf } from '../../form/flow/steps.ts';
import { entryNumber, isFirstEntry } from '../browser/history-entries.ts';
import { usePageStore } from '../state/use-page.ts';

/**
 * True if a step may be shown (spec section 2); if not, this redirects to the first open step. Back skips history
 * entries whose step no longer exists, such as that of a removed owner, so that each press shows another screen.
 */
export function useVisitableStep(step: Step): boolean {
  const { application } = usePageStore();
  const [, navigate] = useLocation();
  const shown = useRef<{ readonly at: number; readonly url: string } | null>(null);
  const url = urlOf(step);
  const shownUrl = urlOf(leadsTo(step, application()));
  useEffect(() => {
    const at = entryNumber();
    const cameBack = shown.current !== null && at < shown.current.at;
    if (cameBack && !isFirstEntry() && (url !== shownUrl || url === shown.current?.url)) history.back();
    else if (url !== shownUrl) navigate(shownUrl, { replace: true });
    else shown.current = { at, url };
  }, [url, shownUrl, navigate]);
  return url === shownUrl;
}
