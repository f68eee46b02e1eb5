/** Requests an email with a link that resumes the application later, on any device (D55). */
import type { FieldErrorBody } from '../../../api/error.ts';
import type { Call, Failure } from '../../api/api-client.ts';
import type { Parts } from '../../state/page.ts';

/** Result of a call. `reported`: an alert or the next page reports the failure. `limited`: too many codes were requested. */
type StepResult =
  | { readonly kind: 'done' | 'reported' | 'limited' }
  | { readonly kind: 'refused'; readonly errors: readonly FieldErrorBody[] };

export function createFinishLater({ calls, failures }: Parts) {
  // The last typed code, with its idempotency key. If the response is lost, the same call can be made again.
  let typed = { code: '', idempotencyKey: '' };

  /** @param isRefused Returns true if a failure means that the input was refused. */
  async function step(
    made: Omit<Call, 'method'>,
    tryAgain: () => void,
    isRefused: (failure: Failure) => boolean,
  ): Promise<StepResult> {
    const make = (): Call => ({ method: 'POST', ...made });
    // The page does not repeat the call automatically, because every call counts toward a limit, even if its response is lost.
    const once = { isUnclear: () => false };
    const response = await calls.afterSaves<undefined>('saveApplication', make, tryAgain, once);
    if (!response) return { kind: 'reported' };
    if (response.ok) return { kind: 'done' };
    if (isRefused(response)) return { kind: 'refused', errors: response.errors };
    if (response.code === 'rate_limited') return { kind: 'limited' };
    failures.report('saveApplication', response, tryAgain);
    return { kind: 'reported' };
  }

  return {
    /** Sends a code to an email address after all answers are saved. If the call fails, an alert offers `tryAgain`. */
    sendCode: (email: string, tryAgain: () => void) =>
      step({ path: '/resume/email', body: { email } }, tryAgain, ({ code }) => code === 'validation_failed'),
    /** Verifies the email address with the code. The server then sends the link to that address. */
    confirm: (code: string, tryAgain: () => void) => {
      if (code !== typed.code) typed = { code, idempotencyKey: crypto.randomUUID() };
      const made = { path: '/resume/email/confirm', body: { code }, idempotencyKey: typed.idempotencyKey };
      return step(made, tryAgain, ({ status }) => status === 404);
    },
  };
}
