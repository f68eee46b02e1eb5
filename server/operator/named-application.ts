/** Finds the application that the first value of a call names, by its id or its reference number. */
import type { OperatorAct } from '../applications/act-on-application.ts';
import { findApplicationId } from '../db/queries/applications.ts';
import { positionalOf } from './call-values.ts';
import { type OperatorCall, type OperatorContext, OperatorProblem } from './command.ts';

/** What every action on it needs. @throws OperatorProblem if there is no such application */
export async function namedApplication(context: OperatorContext, call: OperatorCall): Promise<OperatorAct> {
  const named = positionalOf(call, 0);
  const applicationId = await findApplicationId(context.database.db, named);
  if (applicationId === undefined) throw new OperatorProblem(`There is no application ${named}.`, 2);
  const { database, keys, operator } = context;
  return { database, keys, operator, applicationId };
}
