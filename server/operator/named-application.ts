/** Finds the application whose id or reference number is the first positional value of a call. */
import type { OperatorAct } from '../applications/act-on-application.ts';
import { findApplicationId, readApplicationRow } from '../db/queries/applications.ts';
import type { Program } from '../programs/programs.ts';
import { orNotFound, positionalOf } from './call-values.ts';
import type { OperatorCall, OperatorContext, OperatorStore } from './command.ts';

/** Returns the arguments for an action on the application that `namedApplicationId` finds. Throws like that function. */
export async function namedApplication(context: OperatorContext, call: OperatorCall): Promise<OperatorAct> {
  return actOn(context, await namedApplicationId(context, call));
}

/** Returns the arguments for an action on an application. */
export function actOn(
  { database, keys, operator, approvedBy }: OperatorContext,
  applicationId: string,
): OperatorAct {
  return { database, keys, operator, ...(approvedBy !== undefined && { approvedBy }), applicationId };
}

/** Returns the id of the application whose id or reference number is in a call. @throws OperatorProblem if it does not exist */
export async function namedApplicationId({ database }: OperatorStore, call: OperatorCall): Promise<string> {
  const named = positionalOf(call);
  return orNotFound(await findApplicationId(database.db, named), `There is no application ${named}.`);
}

/** Returns the application's program as a list, which is empty if the program was removed. */
export async function programOfApplication(
  { database, programs }: OperatorStore,
  applicationId: string,
): Promise<readonly Program[]> {
  const row = await readApplicationRow(database.db, applicationId);
  return programs.all.filter(({ domainKey }) => domainKey === row.domain_key);
}
