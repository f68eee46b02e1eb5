/** Calls that must not overtake a save: they wait until every earlier save is done, and for the network (D44). */
import type { ErrorArea } from '../../copy/copy.ts';
import type { ApiResponse, Call, Failure } from '../api/api-client.ts';
import type { Patience } from '../api/patience.ts';
import type { SaveQueue } from './save-queue.ts';
import type { EffectContext } from './store.ts';

/** When to repeat a call, and when to stop; see `patience.ts`. */
interface Repeating {
  readonly isUnclear?: (failure: Failure) => boolean;
  readonly isWanted?: () => boolean;
}

/**
 * Makes a call once every earlier save is done, and repeats it until there is a response. Undefined if a save failed; an
 * alert then says so and offers `tryAgain`. Undefined too if the session ends or nobody wants it any more. If there is no application yet, the alert uses the message of `area` (D8).
 */
type CallInOrder = <T>(
  area: ErrorArea,
  make: (applicationId: string) => Call,
  tryAgain?: () => void,
  repeating?: Repeating,
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
  { sendUntilClear }: Patience,
  giveUpAddition: () => void,
): Calls {
  const allSaved: Calls['allSaved'] = async (area, tryAgain) => {
    const isSaved = await queue.settled(tryAgain);
    const { applicationId, session } = getState();
    if (applicationId === null && session !== null) dispatch({ type: 'callFailed', area, status: null });
    return (isSaved && applicationId) || undefined;
  };

  const afterSaves: CallInOrder = async <T>(
    area: ErrorArea,
    make: (applicationId: string) => Call,
    tryAgain?: () => void,
    { isUnclear, isWanted = () => true }: Repeating = {},
  ) => {
    const applicationId = await allSaved(area, tryAgain);
    if (applicationId === undefined) return undefined;
    const { session } = getState();
    const made = make(applicationId);
    const isStillWanted = () => getState().session === session && isWanted();
    const response = await sendUntilClear(() => send<T>(made), { isUnclear, isWanted: isStillWanted });
    return isStillWanted() ? response : undefined;
  };

  return {
    allSaved,
    afterSaves,
    inOrder: (area, make, tryAgain, repeating) => {
      giveUpAddition();
      return afterSaves(area, make, tryAgain, repeating);
    },
  };
}
