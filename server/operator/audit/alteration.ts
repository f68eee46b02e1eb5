/** Describes how an application was altered, for `audit verify` and for any command that notices the alteration. */
import { isAltered } from '../../applications/audited-state.ts';
import { findApplicationId } from '../../db/queries/applications.ts';
import type { AuditFault } from '../../evidence/audit-chain.ts';
import { checkTrail } from '../../evidence/check-trail.ts';
import { type OperatorCall, OperatorProblem, type OperatorStore } from '../command.ts';

/** Descriptions of the faults that an audit trail, or a row that it covers, can have. */
export const faultWords: Readonly<Record<AuditFault['kind'], string>> = {
  altered: 'the event was altered',
  missing: 'the event is missing',
  misplaced: 'the event does not follow from the one before it',
  cut_off: 'the trail ends before this event',
  head_differs: 'the application row has a different head',
  rewritten: 'the trail differs from the exported head',
  no_application: 'the application is gone',
  not_keyed: 'the event was written without the key',
  rows_differ: 'the rows are not as the last event left them',
  not_opened: 'the encrypted data in the rows was altered or moved',
};

const whatToDo = 'See docs/runbook.md, "You suspect tampering"';

/** Returns an OperatorProblem (exit code 3) for an error that reports altered data. Returns any other error unchanged. */
export async function asAlteration(
  store: OperatorStore,
  { positionals: [named] }: OperatorCall,
  error: unknown,
): Promise<unknown> {
  if (!isAltered(error)) return error;
  const id = named === undefined ? undefined : await findApplicationId(store.database.db, named);
  const fault = id === undefined ? undefined : (await checkTrail(store, id, {})).fault;
  const problem = fault
    ? `The application ${named} was altered directly in the database: ${faultWords[fault.kind]} (event ${fault.sequence}). ${whatToDo}.`
    : `Stored data was altered, moved or replaced by an older copy. ${whatToDo}; "audit verify" finds it.`;
  return new OperatorProblem(problem, 3);
}
