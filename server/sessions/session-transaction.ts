/** Transactions for calls of applicants. */
import type { Program } from '../programs/programs.ts';
import { inTransactionWith, type WriteContext } from '../security/in-transaction.ts';
import type { Services } from '../services.ts';

/** What a call of an applicant's session needs inside its transaction. */
export interface TransactionContext extends WriteContext {
  readonly services: Services;
  readonly program: Program;
  readonly sessionId: string;
}

/** Runs `work` in a transaction like `inTransaction`, with the context that an applicant's call needs. */
export function inTransactionOf<T>(
  services: Services,
  { id: sessionId, program }: { readonly id: string; readonly program: Program },
  work: (context: TransactionContext) => Promise<T>,
): Promise<T> {
  return inTransactionWith(services, { services, program, sessionId }, work);
}
