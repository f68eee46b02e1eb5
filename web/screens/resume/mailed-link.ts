/** Has a link sent by email that opens the application later, on any device (D55). */
import type { FieldErrorBody } from '../../../api/error.ts';
import type { Call, Failure } from '../../api/api-client.ts';
import type { Parts } from '../../state/page.ts';

/**
 * What became of a step. `told`: not done, and an alert or the page that follows says why. `refused`: the server does not
 * take what was typed. `limited`: too many codes were asked for.
 */
export type StepResult =
  | { readonly kind: 'done' | 'told' | 'limited' }
  | { readonly kind: 'refused'; readonly errors: readonly FieldErrorBody[] };

export interface FinishLater {
  /** Has a code sent to an address, once every answer is saved. An alert about a failure offers `tryAgain`. */
  readonly sendCode: (email: string, tryAgain: () => void) => Promise<StepResult>;
  /** Shows by the code that the address is the person's; the link is then on its way there. */
  readonly confirm: (code: string, tryAgain: () => void) => Promise<StepResult>;
}

/** True for the refusal of what was typed: by `refusedAs`, the status that says so. */
type Refused = (failure: Failure) => boolean;

export function createFinishLater({ calls, failures }: Parts): FinishLater {
  // The code that was typed last: the same call confirms it again where its response was lost.
  let typed = { code: '', idempotencyKey: '' };

  async function step(made: Omit<Call, 'method'>, tryAgain: () => void, isRefused: Refused) {
    const make = (): Call => ({ method: 'POST', ...made });
    // Not repeated by itself: each counts, as a code sent or a try of one, even where its response is lost.
    const once = { isUnclear: () => false };
    const response = await calls.afterSaves<undefined>('saveApplication', make, tryAgain, once);
    if (!response) return { kind: 'told' } as const;
    if (response.ok) return { kind: 'done' } as const;
    if (isRefused(response)) return { kind: 'refused', errors: response.errors } as const;
    if (response.code === 'rate_limited') return { kind: 'limited' } as const;
    failures.report('saveApplication', response, tryAgain);
    return { kind: 'told' } as const;
  }

  return {
    sendCode: (email, tryAgain) =>
      step({ path: '/resume/email', body: { email } }, tryAgain, ({ code }) => code === 'validation_failed'),
    confirm: (code, tryAgain) => {
      if (code !== typed.code) typed = { code, idempotencyKey: crypto.randomUUID() };
      const made = { path: '/resume/email/confirm', body: { code }, idempotencyKey: typed.idempotencyKey };
      return step(made, tryAgain, ({ status }) => status === 404);
    },
  };
}
