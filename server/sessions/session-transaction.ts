/** Runs the transactions of applicants' calls. */
import type { Program } from '../programs/programs.ts';
import { inTransactionWith, type WriteContext } from '../security/in-transaction.ts';
import type { Services } from '../services.ts';

/** The context of a transaction that runs in an applicant's session. */
export interface TransactionContext extends WriteContext {
  readonly services: Services;
  readonly program: Program;
  readonly sessionId: string;
}

/** Runs `work` in a transaction like `inTransaction`, and adds the session's context. */
export function inTransactionOf<T>(
  services: Services,
  { id: sessionId, program }: { readonly id: string; readonly program: Program },
  work: (context: TransactionContext) => Promise<T>,
): Promise<T> {
  return inTransactionWith(services, { services, program, sessionId }, work);
}
