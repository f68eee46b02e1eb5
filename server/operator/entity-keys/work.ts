/** Runs the `entity-keys …` commands (D22). */
import { deleteEntityKey, insertEntityKey, listEntityKeys } from '../../db/queries/entity-keys.ts';
import { entityKeyProblem } from '../../programs/program-settings.ts';
import { positionalOf, programOf, requiredOf, storeOf, WrongUsage } from '../call-values.ts';
import { type OperatorCommand, OperatorProblem } from '../command.ts';
import { tableOr } from '../terminal-text.ts';

export const entityKeysAdd: OperatorCommand['run'] = async (context, call) => {
  const { domainKey, entityKeys } = requiredOf(programOf(context, call), 'program');
  const { database, operator } = context;
  const storeId = requiredOf(storeOf(call), 'store');
  const key = positionalOf(call).toLowerCase();
  const problem = entityKeyProblem(key);
  if (problem) throw new WrongUsage(`The key "${key}" ${problem}.`);
  const added =
    !entityKeys.some((entity) => entity.key === key) &&
    (await insertEntityKey(database.db, { domainKey, key, storeId }, operator, database.moment()));
  if (!added) throw new OperatorProblem(`${domainKey} has an entity key "${key}" already.`, 4);
  return {
    data: { program: domainKey, key, storeId },
    text: `Applications for ${domainKey} can start at /${key}.`,
  };
};

export const entityKeysList: OperatorCommand['run'] = async (context, call) => {
  const chosen = programOf(context, call);
  const added = await listEntityKeys(context.database.db, chosen?.domainKey);
  const ofFolders = (chosen ? [chosen] : context.programs.all).flatMap(({ domainKey, entityKeys }) =>
    entityKeys.map(({ key, storeId }) => ({ program: domainKey, key, storeId, from: 'program.json' })),
  );
  const entityKeys = [
    ...ofFolders,
    ...added.map(({ domainKey, key, storeId }) => ({ program: domainKey, key, storeId, from: 'operator' })),
  ];
  const columns = { PROGRAM: 'program', KEY: 'key', STORE: 'storeId', FROM: 'from' } as const;
  const text = tableOr('There are no entity keys.', entityKeys, columns);
  return { data: { entityKeys }, text };
};

export const entityKeysRemove: OperatorCommand['run'] = async (context, call) => {
  const { domainKey, entityKeys } = requiredOf(programOf(context, call), 'program');
  const key = positionalOf(call).toLowerCase();
  if (await deleteEntityKey(context.database.db, domainKey, key))
    return { data: { program: domainKey, key, removed: true }, text: `${key} is removed.` };
  if (entityKeys.some((entity) => entity.key === key))
    throw new OperatorProblem(`"${key}" is declared in program.json of ${domainKey}: remove it there.`, 4);
  throw new OperatorProblem(`${domainKey} has no entity key "${key}".`, 2);
};
