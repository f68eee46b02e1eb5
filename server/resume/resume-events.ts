/**
 * What happens on the ways back into drafts (D55), as figures: closed sets of words, and never whose draft, address or secret
 * it was (X3). Five wrong tries may be an attack, and are one of the security events as well.
 */

import { type ResumeTokenKind, resumeTokenKinds } from '../db/queries/resume-tokens.ts';
import type { Services } from '../services.ts';

/**
 * Why a way is closed before its draft ends: five tries opened nothing, somebody said “Not me”, a fifth draft took its
 * place on the device, or its time is over.
 */
const closedBecause = ['misses', 'not_me', 'displaced', 'time_over'] as const;
export type ClosedBecause = (typeof closedBecause)[number];

/**
 * Why a try opened nothing: no secret of the browser leads to a draft, what was said does not fit it, or another try or
 * the submit was first. By email: a code that was wrong, that with its fifth try is worth nothing any more, or that was asked
 * for too often.
 */
const resumeFailures = [
  'no_way',
  'wrong_facts',
  'overtaken',
  'wrong_code',
  'code_exhausted',
  'too_many_codes',
] as const;
export type ResumeFailure = (typeof resumeFailures)[number];

export type ResumeEvent =
  /** A browser was told that it can come back. */
  | { readonly event: 'offered' | 'opened'; readonly way: ResumeTokenKind }
  | { readonly event: 'failed'; readonly way: ResumeTokenKind; readonly reason: ResumeFailure }
  /** `erased`: the draft with it, as no other way led there. */
  | { readonly event: 'closed' | 'erased'; readonly way: ResumeTokenKind; readonly reason: ClosedBecause };

/** Each event that there can be, once. */
export const resumeEvents: readonly ResumeEvent[] = resumeTokenKinds.flatMap((way) => [
  { event: 'offered', way },
  { event: 'opened', way },
  ...resumeFailures.map((reason) => ({ event: 'failed', way, reason }) as const),
  ...closedBecause.flatMap((reason) => [
    { event: 'closed', way, reason } as const,
    { event: 'erased', way, reason } as const,
  ]),
]);

export type NoteResume = (event: ResumeEvent) => void;

/** What coming back to a draft works with. */
export interface ResumeServices extends Services {
  readonly noteResume: NoteResume;
}

/** Notes an event as a figure, and as a security event where it may be an attack. */
export function resumeNotes(
  metrics: { readonly observeResume: NoteResume },
  security: (event: 'tries_exhausted', about: { readonly reason: ResumeTokenKind }) => void,
): NoteResume {
  return (noted) => {
    metrics.observeResume(noted);
    const isExhausted = noted.event === 'failed' && noted.reason === 'code_exhausted';
    if (isExhausted || (noted.event === 'closed' && noted.reason === 'misses'))
      security('tries_exhausted', { reason: noted.way });
  };
}
