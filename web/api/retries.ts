/** Repeats calls that got no response, with the pauses of saves (D44). Only for calls that are safe to repeat. */
import { type Repeat, repeatAfter } from './after-failure.ts';
import type { ApiResponse, Failure } from './api-client.ts';

/** Returns true if the server may never have seen the call. */
export function isUnanswered({ status }: Failure): boolean {
  return status === 0;
}

/** The pause before a failed save, upload or other call is repeated. */
export interface Pause {
  /** Resolves when the pause has ended, by itself or early. */
  readonly over: Promise<void>;
  /** Ends the pause early; does nothing once it is over. */
  readonly end: () => void;
  /** Ends the pause because the network or the person is back, unless the server said how long to wait. */
  readonly hurry: () => void;
}

/** Begins the pause that follows a failure. */
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

/** When to repeat a call, and when to stop. */
export interface RepeatOptions {
  /** Returns true if the failed call must be repeated; by default, if there was no response. */
  readonly isUnclear?: ((failure: Failure) => boolean) | undefined;
  /** Called after each attempt and each pause; once it returns false, the call is no longer sent. */
  readonly isWanted?: () => boolean;
}

export type Retries = ReturnType<typeof createRetries>;

/** @param onWaiting Called after each attempt: true while a call without a response waits for the network. */
export function createRetries(onWaiting: (isWaiting: boolean) => void) {
  const pauses = new Set<Pause>();
  const unanswered = new Set<unknown>();

  /** Notes whether the call that `send` makes waits for the network. */
  function note(send: unknown, isWaiting: boolean): void {
    if (isWaiting) unanswered.add(send);
    else unanswered.delete(send);
    onWaiting(unanswered.size > 0);
  }

  /** Begins the pause that follows a failure; `hurry` may end it. */
  function pause(next: Repeat): Pause {
    const begun = pauseFor(next);
    pauses.add(begun);
    void begun.over.then(() => pauses.delete(begun));
    return begun;
  }

  return {
    pause,
    /** Sends until there is a response, or until `isUnclear` is false for it. */
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
    /** Ends all pauses for which no server said how long: the network or the person is back. */
    hurry: (): void => {
      for (const { hurry } of pauses) hurry();
    },
  };
}
