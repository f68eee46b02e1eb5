import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { Place } from '../../form/places.ts';
import { urlOf } from '../../form/places.ts';
import { admit } from '../../form/walk.ts';
import { entryNumber } from '../session/history-entries.ts';
import { useSession } from '../session/use-session.ts';

/**
 * Whether a place may be shown (spec section 2); from where it may not, this leads as far as the person has come. One
 * who goes back passes over the entries of places that are no more, such as those of an owner who was left out, so
 * that each press of Back shows another screen.
 */
export function useAdmission(place: Place): boolean {
  const session = useSession();
  const [, navigate] = useLocation();
  const shown = useRef<{ readonly at: number; readonly url: string } | null>(null);
  const url = urlOf(place);
  const admitted = urlOf(admit(place, session.situation()));
  useEffect(() => {
    const at = entryNumber();
    const cameBack = shown.current !== null && at < shown.current.at;
    if (cameBack && at > 0 && (url !== admitted || url === shown.current?.url)) history.back();
    else if (url !== admitted) navigate(admitted, { replace: true });
    else shown.current = { at, url };
  }, [url, admitted, navigate]);
  return url === admitted;
}
