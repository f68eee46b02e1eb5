/** Turns a command's result or error into an outcome. The message about an error contains no personal data (D37). */
import type { StoreLog } from '../db/pool.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { DocumentsUnavailable } from '../documents/store/bucket.ts';
import { ApiError } from '../errors.ts';
import { EncryptionError, KeysUnavailable } from '../security/sealing.ts';
import { WrongUsage } from './call-values.ts';
import { OperatorProblem, type OperatorResult, type ProblemCode } from './command.ts';

export type Outcome =
  | { readonly result: OperatorResult }
  | { readonly problem: string; readonly exitCode: ProblemCode | 64 };

/**
 * Returns a command's outcome. Never rejects. Logs an unexpected error, but returns only its type, because the message of such an
 * error may contain values from the database.
 */
export async function outcomeOf(run: () => Promise<OperatorResult>, log: StoreLog): Promise<Outcome> {
  try {
    return { result: await run() };
  } catch (error) {
    if (error instanceof WrongUsage) return { problem: error.message, exitCode: 64 };
    if (error instanceof OperatorProblem) return { problem: error.message, exitCode: error.exitCode };
    if (error instanceof ApiError) return ofApiError(error);
    if (error instanceof EncryptionError)
      return { problem: 'The encryption keys cannot decrypt the stored data.', exitCode: 1 };
    if (error instanceof KeysUnavailable || error instanceof DocumentsUnavailable)
      return { problem: error.message, exitCode: 4 };
    if (isUnavailable(error)) return { problem: 'The database does not respond at the moment.', exitCode: 4 };
    log.error({ err: error }, 'an operator command failed');
    const kind = error instanceof Error ? error.name : typeof error;
    return { problem: `The command failed unexpectedly (${kind}). The log says where.`, exitCode: 1 };
  }
}

/** Returns the problem in an outcome from another process, as an error that this process can throw. */
export function problemOf({ problem, exitCode }: Extract<Outcome, { problem: string }>): OperatorProblem {
  return exitCode === 64 ? new WrongUsage(problem) : new OperatorProblem(problem, exitCode);
}

/** Returns the outcome for an ApiError. Its messages can contain the names of fields, but never their values. */
function ofApiError({ code, message, errors = [] }: ApiError): Outcome {
  const problem = [message, ...errors.map((error) => `${error.field}: ${error.message}`)].join('\n');
  if (code === 'resource_not_found') return { problem, exitCode: 2 };
  return { problem, exitCode: code === 'conflict' || code === 'unavailable' ? 4 : 1 };
}
