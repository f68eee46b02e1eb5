/** Makes the calls that resume a draft on this device (D55). */
import type { DeviceTry, ResumeOffer } from '../../../api/resume.ts';
import type { StartResponse } from '../../../api/start.ts';
import type { Parts } from '../../state/page.ts';

/**
 * Result of a try. `opened`: the draft was resumed in a new session. `refused`: the person can try again. `over`: there is no
 * draft to resume anymore. `reported`: an alert says what failed.
 */
type TryResult =
  | { readonly kind: 'opened'; readonly start: StartResponse }
  | { readonly kind: 'refused' | 'over' | 'reported' };

export function createDeviceResume({ context: { send }, retries: { sendUntilAnswered }, failures }: Parts) {
  const path = '/resume/device';
  // All tries share one idempotency key. Only one try can open a draft. If its response is lost, repeating the try opens the
  // draft again.
  const idempotencyKey = crypto.randomUUID();

  /**
   * Resolves to true if this browser has a draft, false if it has none, or undefined if the server gives no answer. Waits for the
   * network.
   */
  async function isOffered(): Promise<boolean | undefined> {
    const response = await sendUntilAnswered(() => send<ResumeOffer>({ method: 'GET', path: '/resume' }));
    return response.ok ? response.body.onDevice : undefined;
  }

  async function tryFacts(facts: DeviceTry, tryAgain: () => void): Promise<TryResult> {
    // The page does not repeat a try automatically, because every try counts, even if its response is lost.
    const response = await send<StartResponse>({ method: 'POST', path, body: facts, idempotencyKey });
    if (response.ok) return { kind: 'opened', start: response.body };
    if (response.status === 404) return { kind: (await isOffered()) === false ? 'over' : 'refused' };
    failures.report('domain', response, tryAgain);
    return { kind: 'reported' };
  }

  /**
   * Revokes the device's tokens, because the draft belongs to another person. Resolves to false if that failed; an alert says so.
   */
  async function close(tryAgain: () => void): Promise<boolean> {
    const response = await sendUntilAnswered(() => send<undefined>({ method: 'DELETE', path }));
    if (!response.ok) failures.report('domain', response, tryAgain);
    return response.ok;
  }

  return { isOffered, tryFacts, close };
}
