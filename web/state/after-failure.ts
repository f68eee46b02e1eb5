/** Decides what follows a failed save (D44), from the response and from whether somebody waits for it. */
import type { Failure } from '../api/api-client.ts';
import { isAway, isPassing } from '../api/api-client.ts';

/** What is known of a save when an attempt has failed. */
export interface Attempts {
  /** Attempts that had failed before this one. */
  readonly failedBefore: number;
  /** The person was told that this save failed, and has not asked for another attempt since. */
  readonly isTold: boolean;
  /** The person sees "Saving…" and waits until everything is saved. */
  readonly isAwaited: boolean;
}

/**
 * `refused`: the same call would fail again. `again`: it is sent once more after a pause in milliseconds, or sooner if
 * `mayHurry`, as when the network is back; `tell`: the person is told now.
 */
export type Consequence =
  | { readonly kind: 'refused' }
  | {
      readonly kind: 'again';
      readonly pause: number;
      readonly mayHurry: boolean;
      readonly tell: boolean;
      readonly state: 'offline' | 'failing';
    };

const firstPause = 1_000;
const longestPause = 15_000;

/** The longest pause that a person who waits is not told of, in milliseconds. */
const patience = 3_000;

/**
 * The pause doubles up to a limit and is shortened at random by up to a half, so that the pages that one outage stopped
 * do not all return at once; it is never shorter than the server asked for. The person is told of a server that cannot
 * be reached only if they wait and the pause is long; of an error within it at once, the first time.
 */
export function afterFailure(failure: Failure, attempts: Attempts, random: () => number): Consequence {
  if (!isPassing(failure)) return { kind: 'refused' };
  const { failedBefore, isTold, isAwaited } = attempts;
  const backoff = Math.min(longestPause, firstPause * 2 ** failedBefore);
  const named = failure.retryAfter ?? 0;
  const isLong = Math.max(backoff, named) > patience;
  return {
    kind: 'again',
    pause: Math.max(named, backoff * (1 - random() / 2)),
    mayHurry: failure.retryAfter === null,
    tell: isAway(failure) ? isAwaited && isLong : !isTold,
    state: failure.status === 0 ? 'offline' : 'failing',
  };
}
