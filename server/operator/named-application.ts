/** Finds the application that the first value of a call names, by its id or its reference number. */
import type { OperatorAct } from '../applications/act-on-application.ts';
import { findApplicationId, readApplicationRow } from '../db/queries/applications.ts';
import type { Program } from '../programs/programs.ts';
import { positionalOf } from './call-values.ts';
import { type OperatorCall, type OperatorContext, OperatorProblem, type OperatorStore } from './command.ts';

/** What every action on it needs. @throws OperatorProblem if there is no such application */
export async function namedApplication(context: OperatorContext, call: OperatorCall): Promise<OperatorAct> {
  return actOn(context, await namedApplicationId(context, call));
}

/** What every action on an application needs. */
export function actOn(
  { database, keys, operator, approvedBy }: OperatorContext,
  applicationId: string,
): OperatorAct {
  return { database, keys, operator, ...(approvedBy !== undefined && { approvedBy }), applicationId };
}

/** Its id. @throws OperatorProblem if there is no such application */
export async function namedApplicationId({ database }: OperatorStore, call: OperatorCall): Promise<string> {
  const named = positionalOf(call, 0);
  const applicationId = await findApplicationId(database.db, named);
  if (applicationId === undefined) throw new OperatorProblem(`There is no application ${named}.`, 2);
  return applicationId;
}

/** Its program, where that is still there. */
export async function programOfApplication(
  { database, programs }: OperatorStore,
  applicationId: string,
): Promise<readonly Program[]> {
  const row = await readApplicationRow(database.db, applicationId);
  return programs.all.filter(({ domainKey }) => domainKey === row.domain_key);
}
