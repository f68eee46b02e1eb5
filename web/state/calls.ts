/** Calls that must not overtake a save: they wait until every earlier save is done (D44). */
import type { ErrorArea } from '../../copy/copy.ts';
import type { ApiResponse, Call } from '../api/api-client.ts';
import type { SaveQueue } from './save-queue.ts';
import type { EffectContext } from './store.ts';

/**
 * Makes a call once every earlier save is done. Undefined if a save failed; an alert then says so and offers
 * `tryAgain`. If there is no application yet, the alert uses the message of `area` (D8).
 */
type CallInOrder = <T>(
  area: ErrorArea,
  make: (applicationId: string) => Call,
  tryAgain?: () => void,
) => Promise<ApiResponse<T> | undefined>;

export interface Calls {
  /** The application's id once everything is saved; undefined as in `CallInOrder`. */
  readonly allSaved: (area: ErrorArea, tryAgain?: () => void) => Promise<string | undefined>;
  readonly inOrder: CallInOrder;
  /** As `inOrder`, but does not give up a person who is being added. */
  readonly afterSaves: CallInOrder;
}

/** @param giveUpAddition Removes a person whose addition the server never confirmed; see `people.ts`. */
export function createCalls(
  { getState, dispatch, send }: EffectContext,
  queue: SaveQueue,
  giveUpAddition: () => void,
): Calls {
  const allSaved: Calls['allSaved'] = async (area, tryAgain) => {
    const isSaved = await queue.settled(tryAgain);
    const { applicationId, session } = getState();
    if (applicationId === null && session !== null) dispatch({ type: 'callFailed', area, status: null });
    return (isSaved && applicationId) || undefined;
  };

  const afterSaves: CallInOrder = async (area, make, tryAgain) => {
    const applicationId = await allSaved(area, tryAgain);
    return applicationId === undefined ? undefined : send(make(applicationId));
  };

  return {
    allSaved,
    afterSaves,
    inOrder: (area, make, tryAgain) => {
      giveUpAddition();
      return afterSaves(area, make, tryAgain);
    },
  };
}
