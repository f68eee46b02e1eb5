/** The calls by which somebody comes back to a draft on this device (D55). */
import type { DeviceTry, ResumeOffer } from '../../../api/resume.ts';
import type { StartResponse } from '../../../api/start.ts';
import type { Parts } from '../../state/page.ts';

/**
 * What became of a try. `refused`: nothing was opened, and there is still something to try; `over`: there is nothing any
 * more. `told`: an alert says what failed, and offers to try again.
 */
export type TryResult =
  | { readonly kind: 'opened'; readonly start: StartResponse }
  | { readonly kind: 'refused' | 'over' | 'told' };

export interface ComeBack {
  /** Whether this browser leads to a draft; undefined where the server does not say. Waits for the network. */
  readonly isOffered: () => Promise<boolean | undefined>;
  readonly tryFacts: (facts: DeviceTry, tryAgain: () => void) => Promise<TryResult>;
  /** Closes the ways of this device: it was somebody else. False if that failed; an alert says so. */
  readonly close: (tryAgain: () => void) => Promise<boolean>;
}

export function createComeBack({
  context: { send },
  patience: { sendUntilClear },
  failures,
}: Parts): ComeBack {
  const path = '/resume/device';
  // Of every try: only one opens anything, and that opens it again where its response was lost.
  const idempotencyKey = crypto.randomUUID();

  const isOffered: ComeBack['isOffered'] = async () => {
    const response = await sendUntilClear(() => send<ResumeOffer>({ method: 'GET', path: '/resume' }));
    return response.ok ? response.body.onDevice : undefined;
  };

  return {
    isOffered,

    tryFacts: async (facts, tryAgain) => {
      // Not repeated by itself: a try counts, even where its response is lost.
      const response = await send<StartResponse>({ method: 'POST', path, body: facts, idempotencyKey });
      if (response.ok) return { kind: 'opened', start: response.body };
      if (response.status === 404) return { kind: (await isOffered()) === false ? 'over' : 'refused' };
      failures.report('domain', response, tryAgain);
      return { kind: 'told' };
    },

    close: async (tryAgain) => {
      const response = await sendUntilClear(() => send<undefined>({ method: 'DELETE', path }));
      if (!response.ok) failures.report('domain', response, tryAgain);
      return response.ok;
    },
  };
}
