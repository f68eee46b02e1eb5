/** Describes how an application was altered, for any command that notices the alteration. */
import { isAltered } from '../../applications/audited-state.ts';
import { findApplicationId } from '../../db/queries/applications.ts';
import { checkTrail } from '../../evidence/check-trail.ts';
import { faultWords } from '../../evidence/event-words.ts';
import { type OperatorCall, OperatorProblem, type OperatorStore } from '../command.ts';

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
