/** Declares the events of resuming drafts (D55) for metrics. They never contain a draft's id, email address or secret (X3). */
import { type ResumeTokenKind, resumeTokenKinds } from '../db/queries/resume-tokens.ts';
import type { Services } from '../services.ts';

/** Reasons why a token is revoked before its draft ends: five failed tries, "Not me", a fifth draft on the device, or expiry. */
const closedBecause = ['misses', 'not_me', 'displaced', 'time_over'] as const;
export type ClosedBecause = (typeof closedBecause)[number];

/** Reasons why a try fails. `no_way`: there is no valid token. `overtaken`: a parallel try or submission was faster. */
const failures = [
  'no_way',
  'wrong_facts',
  'overtaken',
  'wrong_code',
  'code_exhausted',
  'too_many_codes',
] as const;

export type ResumeEvent =
  /** `offered`: the server told the browser that a draft can be resumed. */
  | { readonly event: 'offered' | 'opened'; readonly way: ResumeTokenKind }
  | { readonly event: 'failed'; readonly way: ResumeTokenKind; readonly reason: (typeof failures)[number] }
  /** `erased`: the draft was erased too, because no other live token could resume it. */
  | { readonly event: 'closed' | 'erased'; readonly way: ResumeTokenKind; readonly reason: ClosedBecause };

/** The list of all possible events. */
export const resumeEvents = resumeTokenKinds.flatMap((way): readonly ResumeEvent[] => [
  { event: 'offered', way },
  { event: 'opened', way },
  ...failures.map((reason) => ({ event: 'failed', way, reason }) as const),
  ...closedBecause.flatMap((reason) =>
    (['closed', 'erased'] as const).map((event) => ({ event, way, reason })),
  ),
]);

type NoteResume = (event: ResumeEvent) => void;

/** The services for resuming a draft. */
export type ResumeServices = Services & { readonly noteResume: NoteResume };

/** Returns a function that counts an event in the metrics, and also records a security event after five wrong tries. */
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
