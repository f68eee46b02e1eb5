/** Has a link sent by email that opens the application later, on any device (D55). */
import type { FieldErrorBody } from '../../api/error.ts';
import type { Call, Failure } from '../api/api-client.ts';
import type { Parts } from '../state/page.ts';

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
  async function step(path: string, body: Call['body'], tryAgain: () => void, isRefused: Refused) {
    const make = (): Call => ({ method: 'POST', path, body });
    const response = await calls.afterSaves<undefined>('saveApplication', make, tryAgain);
    if (!response) return { kind: 'told' } as const;
    if (response.ok) return { kind: 'done' } as const;
    if (isRefused(response)) return { kind: 'refused', errors: response.errors } as const;
    if (response.code === 'rate_limited') return { kind: 'limited' } as const;
    failures.report('saveApplication', response, tryAgain);
    return { kind: 'told' } as const;
  }

  return {
    sendCode: (email, tryAgain) =>
      step('/resume/email', { email }, tryAgain, ({ code }) => code === 'validation_failed'),
    confirm: (code, tryAgain) =>
      step('/resume/email/confirm', { code }, tryAgain, ({ status }) => status === 404),
  };
}
