/** Checks the roles of operators. If OPERATORS_FILE is not set, anyone who can call a command may do everything. */
import { open } from 'node:fs/promises';
import { type OperatorList, parseOperators, type Role } from '../../config/operators-file.ts';
import { errorCode } from '../../programs/program-folder.ts';
import { OperatorProblem } from '../command.ts';
import type { OperatorIdentity } from './operator-identity.ts';

/** Thrown when the operator lacks the role that a call needs. */
export class NotAllowed extends OperatorProblem {}

/**
 * Returns the operators. Reads the file for each call, so an edit takes effect immediately. Throws OperatorProblem if the file is
 * unreadable or malformed, or if any user except root and this process's user may change it.
 */
export async function readOperators(file: string): Promise<OperatorList> {
  const text = await readTrusted(file).catch((error: unknown) => {
    if (error instanceof OperatorProblem) throw error;
    throw new OperatorProblem(`The file named by OPERATORS_FILE cannot be read (${errorCode(error)}).`);
  });
  const parsed = parseOperators(text);
  if (parsed.ok) return parsed.value;
  throw new OperatorProblem(parsed.problems.map((problem) => `OPERATORS_FILE, ${problem}.`).join('\n'));
}

async function readTrusted(path: string): Promise<string> {
  await using file = await open(path);
  const { uid, mode } = await file.stat();
  const isTrusted = [0, process.geteuid?.()].includes(uid) && (mode & 0o022) === 0;
  if (process.platform !== 'win32' && !isTrusted)
    throw new OperatorProblem(
      'The file named by OPERATORS_FILE must belong to root or to the user who reads it, and no one else may write to it (chmod 644).',
    );
  return await file.readFile('utf8');
}

/** Throws NotAllowed if an operator lacks a role, and OperatorProblem if OPERATORS_FILE cannot be used. */
export async function checkRole(
  operatorsFile: string | undefined,
  operator: OperatorIdentity,
  role: Role,
): Promise<void> {
  if (operatorsFile === undefined) return;
  const operators = await readOperators(operatorsFile);
  const declared = operators.get(operator.uid?.toString() ?? operator.name) ?? operators.get(operator.name);
  if (declared?.includes(role)) return;
  throw new NotAllowed(
    declared
      ? `${operator.name} does not have the role "${role}", which this command needs.`
      : `${operator.name} is not an operator of this installation: OPERATORS_FILE does not list them.`,
  );
}
