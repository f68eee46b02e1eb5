/** Refusals: the one way in which a handler says no, and the one shape in which that leaves the server (RFC 9457). */
import type { FieldProblem, ProblemCode, ProblemDetails } from '../api/problem.ts';
import { problemCodes } from '../api/problem.ts';
import { ruleMessage } from '../form/catalogue.ts';
import type { Problem } from '../form/judge.ts';

/** Thrown by handlers; anything else that is thrown is an internal error, of which the client learns nothing. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ProblemCode;
  readonly errors: readonly FieldProblem[] | undefined;
  /** Whole seconds for `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ProblemCode,
    detail: string,
    more: { errors?: readonly FieldProblem[]; retryAfter?: number } = {},
  ) {
    super(detail);
    this.code = code;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
  }
}

/** Something that is not there, or is another session's: the same answer for both (X1). */
export function missing(): Refusal {
  return new Refusal('resource_not_found', 'There is no such thing in this session.');
}

/** What may not be changed any more. */
export function locked(): Refusal {
  return new Refusal('conflict', 'The application can no longer be changed.');
}

/** Answers that break rules, each with its path. */
export function notValid(problems: readonly Problem[]): Refusal {
  const errors = problems.map(({ field, rule, message }) => ({ field, rule, message }));
  return new Refusal('validation_failed', 'Some answers are missing or not valid.', { errors });
}

/** What is wrong with something sent that is no answer of the form, in the words that the catalogue has for the rule. */
export function wrong(field: string, kind: 'invalid' | 'fileRequired' = 'invalid'): Problem {
  const broken = { kind } as const;
  return { field, rule: kind, message: ruleMessage(broken, { record: {}, unclaimedShare: 0 }), broken };
}

/** The body of a problem answer. */
export function problemBody(refusal: Refusal, requestId: string): ProblemDetails {
  const { status, title } = problemCodes[refusal.code];
  return {
    type: 'about:blank',
    title,
    status,
    code: refusal.code,
    detail: refusal.message,
    requestId,
    ...(refusal.errors && { errors: [...refusal.errors] }),
  };
}
