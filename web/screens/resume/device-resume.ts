/** Makes the calls that resume a draft on this device (D55). */
import type { DeviceTry, ResumeOffer } from '../../../api/resume.ts';
import type { StartResponse } from '../../../api/start.ts';
import type { Parts } from '../../state/page.ts';

/**
 * `opened`: the draft was resumed. `refused`: the digits of the tax ID or the date of birth were wrong. `over`: this browser no
 * longer has a draft to resume. `reported`: the call failed, and an alert says so.
 */
type TryResult =
  | { readonly kind: 'opened'; readonly start: StartResponse }
  | { readonly kind: 'refused' | 'over' | 'reported' };

export function createDeviceResume({ context: { send }, retries: { sendUntilAnswered }, failures }: Parts) {
  const path = '/resume/device';
  // All tries share an idempotency key, so if the response of a successful try is lost, the same try succeeds again.
  const idempotencyKey = crypto.randomUUID();

  /** Resolves to whether this browser has a draft, or undefined if the server does not say. Waits for the network. */
  async function isOffered(): Promise<boolean | undefined> {
    const response = await sendUntilAnswered(() => send<ResumeOffer>({ method: 'GET', path: '/resume' }));
    return response.ok ? response.body.onDevice : undefined;
  }

  async function tryFacts(facts: DeviceTry, tryAgain: () => void): Promise<TryResult> {
    // The page does not repeat a try automatically, because every try counts toward a limit, even if its response is lost.
    const response = await send<StartResponse>({ method: 'POST', path, body: facts, idempotencyKey });
    if (response.ok) return { kind: 'opened', start: response.body };
    if (response.status === 404) return { kind: (await isOffered()) === false ? 'over' : 'refused' };
    failures.report('domain', response, tryAgain);
    return { kind: 'reported' };
  }

  /** Revokes the device's tokens. Resolves to false if that failed; an alert says so. */
  async function close(tryAgain: () => void): Promise<boolean> {
    const response = await sendUntilAnswered(() => send<undefined>({ method: 'DELETE', path }));
    if (!response.ok) failures.report('domain', response, tryAgain);
    return response.ok;
  }

  return { isOffered, tryFacts, close };
}
