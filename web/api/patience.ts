/**
 * Calls that wait for the network: without a response they are repeated, with the pauses of saves (D44), until there is
 * one. Only for calls that a repetition does no harm.
 */

import type { Repeat } from './after-failure.ts';
import { repeatAfter } from './after-failure.ts';
import type { ApiResponse, Failure } from './api-client.ts';
import type { Pause } from './pause.ts';
import { pauseFor } from './pause.ts';

/** True if the server may never have seen the call. */
export function isUnanswered({ status }: Failure): boolean {
  return status === 0;
}

export interface Patience {
  /**
   * Sends until `isUnclear` is false for the response.
   * @param isWanted Asked after each attempt and after each pause; once false, nothing is sent any more.
   */
  readonly sendUntilClear: <T>(
    send: () => Promise<ApiResponse<T>>,
    options?: {
      readonly isUnclear?: ((failure: Failure) => boolean) | undefined;
      readonly isWanted?: () => boolean;
    },
  ) => Promise<ApiResponse<T>>;
  /** Begins the pause that follows a failure; `hurry` may end it. */
  readonly pause: (next: Repeat) => Pause;
  /** Ends all pauses for which no server said how long: the network or the person is back. */
  readonly hurry: () => void;
}

/** @param onWaiting Called after each attempt: true while a call waits that got no response, and so for the network. */
export function createPatience(
  onWaiting: (isWaiting: boolean) => void,
  random: () => number = Math.random,
): Patience {
  const pauses = new Set<Pause>();
  const unanswered = new Set<unknown>();

  /** Notes whether the call that `send` makes waits for the network. */
  function note(send: unknown, isWaiting: boolean): void {
    if (isWaiting) unanswered.add(send);
    else unanswered.delete(send);
    onWaiting(unanswered.size > 0);
  }

  function pause(next: Repeat): Pause {
    const begun = pauseFor(next);
    pauses.add(begun);
    void begun.over.then(() => pauses.delete(begun));
    return begun;
  }

  return {
    pause,
    sendUntilClear: async (send, { isUnclear = isUnanswered, isWanted = () => true } = {}) => {
      for (let failedBefore = 0; ; failedBefore += 1) {
        const response = await send();
        const repeats = !response.ok && isUnclear(response) && isWanted();
        note(send, repeats && isUnanswered(response));
        if (!repeats) return response;
        await pause(repeatAfter(response, failedBefore, random)).over;
        if (isWanted()) continue;
        note(send, false);
        return response;
      }
    },
    hurry: () => {
      for (const { hurry } of pauses) hurry();
    },
  };
}
