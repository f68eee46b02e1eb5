/** Makes calls once all earlier saves are done, and repeats calls that got no response (D44). */
import type { ErrorArea } from '../../copy/copy.ts';
import type { ApiResponse, Call } from '../api/api-client.ts';
import type { RepeatOptions } from '../api/retries.ts';
import type { Parts } from './page.ts';

export type Calls = ReturnType<typeof createCalls>;

export function createCalls({
  context: { getState, dispatch, send },
  queue,
  retries: { sendUntilAnswered },
  pending,
}: Pick<Parts, 'context' | 'queue' | 'retries' | 'pending'>) {
  /** Resolves to the application's id once everything is saved, or to undefined if a save failed or there is no application. */
  async function allSaved(area: ErrorArea, tryAgain?: () => void): Promise<string | undefined> {
    const isSaved = await queue.settled(tryAgain);
    const { applicationId, session } = getState();
    if (applicationId === null && session !== null) dispatch({ type: 'callFailed', area, status: null });
    return (isSaved && applicationId) || undefined;
  }

  /**
   * Makes a call after all earlier saves. Repeats it while `isUnclear` returns true, by default until there is a response.
   * Returns undefined if the session ends, the call is no longer wanted, a save failed, or there is no application. After a
   * failed save, an alert offers `tryAgain`. If there is no application, an alert shows the message of `area` (D8).
   */
  async function afterSaves<T>(
    area: ErrorArea,
    make: (applicationId: string) => Call,
    tryAgain?: () => void,
    { isUnclear, isWanted = () => true }: RepeatOptions = {},
  ): Promise<ApiResponse<T> | undefined> {
    const applicationId = await allSaved(area, tryAgain);
    if (applicationId === undefined) return undefined;
    const { session } = getState();
    const made = make(applicationId);
    const isStillWanted = () => getState().session === session && isWanted();
    const response = await sendUntilAnswered(() => send<T>(made), { isUnclear, isWanted: isStillWanted });
    return isStillWanted() ? response : undefined;
  }

  /** Like `afterSaves`. But if an earlier call that adds a person got no response, first queues the person's removal. */
  const inOrder: typeof afterSaves = (...call) => {
    pending.giveUp();
    return afterSaves(...call);
  };

  return { allSaved, afterSaves, inOrder };
}
