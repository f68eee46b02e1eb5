/** Decides what follows a failed save (D44), from the response and from whether the person is waiting for it. */
import type { Failure } from './api-client.ts';
import { isAway, isPassing } from './api-client.ts';

/** What is known about a save when an attempt has failed. */
export interface Attempts {
  /** Failed attempts before this one. */
  readonly failedBefore: number;
  /** The person was told that this save failed, and has not asked to try again since. */
  readonly isTold: boolean;
  /** The person sees "Saving…" and waits until everything is saved. */
  readonly isAwaited: boolean;
}

/** The call is repeated after `pause` milliseconds, or sooner if `mayHurry` and, say, the network is back. */
export interface Repeat {
  readonly pause: number;
  readonly mayHurry: boolean;
}

/** `tell`: the person is told now. */
export interface Again extends Repeat {
  readonly kind: 'again';
  readonly tell: boolean;
  readonly state: 'offline' | 'failing';
}

/** `refused`: the same call would fail again. */
export type Consequence = { readonly kind: 'refused' } | Again;

const firstPause = 1_000;
const longestPause = 15_000;

/** If the person is waiting, they are told of any longer pause of a server that answered, in milliseconds. */
const patience = 3_000;

const namedPause = ({ retryAfter }: Failure) => retryAfter ?? 0;
const backoff = (failedBefore: number) => Math.min(longestPause, firstPause * 2 ** failedBefore);

/**
 * The pause doubles up to a limit. It is shortened at random by up to half, so that after an outage not all pages
 * return at once, but it is never shorter than the server asked for.
 */
export function repeatAfter(failure: Failure, failedBefore: number, random: () => number): Repeat {
  return {
    pause: Math.max(namedPause(failure), backoff(failedBefore) * (1 - random() / 2)),
    mayHurry: failure.retryAfter === null,
  };
}

/**
 * An error is told at once, the first time. That the server is away is told only if the person waits and the pause is
 * long; a missing network never, because nobody can do anything about it and a notice stands until it is back.
 */
export function afterFailure(failure: Failure, attempts: Attempts, random: () => number): Consequence {
  if (!isPassing(failure)) return { kind: 'refused' };
  const { failedBefore, isTold, isAwaited } = attempts;
  const isLong = Math.max(backoff(failedBefore), namedPause(failure)) > patience;
  return {
    kind: 'again',
    ...repeatAfter(failure, failedBefore, random),
    tell: isAway(failure) ? failure.status !== 0 && isAwaited && isLong : !isTold,
    state: failure.status === 0 ? 'offline' : 'failing',
  };
}
