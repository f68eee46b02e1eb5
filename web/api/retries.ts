/** Repeats calls that got no response, with the same delays as for saves (D44). Use it only for calls that are safe to repeat. */
import { type Repeat, repeatAfter } from './after-failure.ts';
import type { ApiResponse, Failure } from './api-client.ts';

/** Returns true if there was no response, so the server may never have received the call. */
export function isUnanswered({ status }: Failure): boolean {
  return status === 0;
}

/** The pause before a failed save, upload or other call is repeated. */
export interface Pause {
  readonly over: Promise<void>;
  readonly end: () => void;
  /** Call this when the network is back or the page is visible again. Ends the pause, unless the server set its length. */
  readonly hurry: () => void;
}

export function pauseFor({ pause, mayHurry }: Repeat): Pause {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, pause);
    end = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  return { over, end, hurry: () => mayHurry && end() };
}

/** Options that decide whether a failed call is repeated, and when to stop. */
export interface RepeatOptions {
  /** Returns true if the failed call must be repeated. By default, a call is repeated only if it got no response. */
  readonly isUnclear?: ((failure: Failure) => boolean) | undefined;
  /** Called after each failed attempt and each pause. Once it returns false, the call is not sent again. */
  readonly isWanted?: () => boolean;
}

export type Retries = ReturnType<typeof createRetries>;

/** Returns functions that repeat calls. Tells `onWaiting` whether any call will be repeated because it got no response. */
export function createRetries(onWaiting: (isWaiting: boolean) => void) {
  const pauses = new Set<Pause>();
  const unanswered = new Set<unknown>();

  function note(send: unknown, isWaiting: boolean): void {
    if (isWaiting) unanswered.add(send);
    else unanswered.delete(send);
    onWaiting(unanswered.size > 0);
  }

  /** Begins the pause after a failure. `hurry` (below) may end the pause early. */
  function pause(next: Repeat): Pause {
    const begun = pauseFor(next);
    pauses.add(begun);
    void begun.over.then(() => pauses.delete(begun));
    return begun;
  }

  return {
    pause,
    /** Sends a call until it succeeds, `isUnclear` is false for a failure, or `isWanted` is false. Returns the last response. */
    sendUntilAnswered: async <T>(
      send: () => Promise<ApiResponse<T>>,
      { isUnclear = isUnanswered, isWanted = () => true }: RepeatOptions = {},
    ): Promise<ApiResponse<T>> => {
      for (let failedBefore = 0; ; failedBefore += 1) {
        const response = await send();
        const repeats = !response.ok && isUnclear(response) && isWanted();
        note(send, repeats && isUnanswered(response));
        if (!repeats) return response;
        await pause(repeatAfter(response, failedBefore)).over;
        if (isWanted()) continue;
        note(send, false);
        return response;
      }
    },
    /** Call this when the network is back or the page is visible again. Ends all pauses whose length the server did not set. */
    hurry: (): void => {
      for (const { hurry } of pauses) hurry();
    },
  };
}
