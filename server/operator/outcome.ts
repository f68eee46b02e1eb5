/** How a command went, in words that may leave the process (D37). */
import { Refusal } from '../problem.ts';
import { EncryptionError } from '../security/encryption.ts';
import type { StoreLog } from '../store/pool.ts';
import { isUnavailable } from '../store/unavailable.ts';
import { WrongUsage } from './call-values.ts';
import type { OperatorResult } from './command.ts';
import { OperatorProblem } from './command.ts';

export type Outcome =
  | { readonly result: OperatorResult }
  | { readonly problem: string; readonly exitCode: 1 | 2 | 4 | 64 };

/** Never rejects. What nobody foresaw is logged, and only its kind is said: its message may quote a row. */
export async function outcomeOf(
  run: () => Promise<OperatorResult>,
  log: Pick<StoreLog, 'error'>,
): Promise<Outcome> {
  try {
    return { result: await run() };
  } catch (error) {
    if (error instanceof WrongUsage) return { problem: error.message, exitCode: 64 };
    if (error instanceof OperatorProblem) return { problem: error.message, exitCode: error.exitCode };
    if (error instanceof Refusal) return { problem: wordsOf(error), exitCode: exitCodeOf(error) };
    if (error instanceof EncryptionError)
      return { problem: 'The encryption keys do not open what is stored.', exitCode: 1 };
    if (isUnavailable(error)) return { problem: 'The database does not answer just now.', exitCode: 4 };
    log.error({ err: error }, 'a command of the operator failed');
    const kind = error instanceof Error ? error.name : typeof error;
    return { problem: `The command failed unexpectedly (${kind}). The log says where.`, exitCode: 1 };
  }
}

/** The problem of an outcome that came from another process, to be thrown in this one. */
export function problemOf({
  problem,
  exitCode,
}: Exclude<Outcome, { readonly result: unknown }>): OperatorProblem {
  return exitCode === 64 ? new WrongUsage(problem) : new OperatorProblem(problem, exitCode);
}

/** A refusal of the server's own functions; they name fields and never a value. */
function wordsOf({ message, errors = [] }: Refusal): string {
  return [message, ...errors.map((error) => `${error.field}: ${error.message}`)].join('\n');
}

function exitCodeOf({ code }: Refusal): 1 | 2 | 4 {
  if (code === 'resource_not_found') return 2;
  return code === 'conflict' || code === 'unavailable' ? 4 : 1;
}
