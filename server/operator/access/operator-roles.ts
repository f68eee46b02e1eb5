/**
 * Who may do what: operators by login name or user id, each with roles, in the file that OPERATORS_FILE names. Without one
 * whoever can call a command may do everything.
 */
import { open } from 'node:fs/promises';
import { errorCode } from '../../programs/program-folder.ts';
import { OperatorProblem } from '../command.ts';
import type { OperatorIdentity } from './operator-identity.ts';

/**
 * `read`: lists, and what shows no sensitive answer. `decide`: what changes an application or ends its session. `reveal`:
 * sensitive answers, documents, exports. `keys`: keys of every kind, backups, retention.
 */
export const roles = ['read', 'decide', 'reveal', 'keys'] as const;
export type Role = (typeof roles)[number];

/** The operator may not do this. */
export class NotAllowed extends OperatorProblem {}

/** The roles of each operator, by login name or by user id in digits. */
export type OperatorList = ReadonlyMap<string, readonly Role[]>;

/** The list as it is written: a line `ada: read, decide` for each operator; `#` begins a comment. */
export function parseOperators(
  text: string,
):
  | { readonly ok: true; readonly operators: OperatorList }
  | { readonly ok: false; readonly problems: string[] } {
  const operators = new Map<string, readonly Role[]>();
  const problems: string[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const declared = line.replace(/#.*/, '').trim();
    if (declared === '') continue;
    const [, name = '', list = ''] = /^([^\s:,]+)\s*:([^:]*)$/.exec(declared) ?? [];
    const words = list.split(/[\s,]+/).filter(Boolean);
    const known = roles.filter((role) => words.includes(role));
    const unknown = words.filter((word) => !roles.some((role) => role === word));
    const wrong = (what: string) => problems.push(`line ${at + 1}: ${what}`);
    if (name === '' || words.length === 0) wrong(`must be "name: role, role", with ${roles.join(', ')}`);
    else if (unknown.length > 0) wrong(`${unknown.join(', ')} is none of ${roles.join(', ')}`);
    else if (operators.has(name)) wrong(`${name} is there twice`);
    operators.set(name, known);
  }
  return problems.length === 0 ? { ok: true, operators } : { ok: false, problems };
}

/**
 * Reads the list anew, so that a change holds from the next call on.
 * @throws OperatorProblem where it cannot be read, is malformed, or may be written by others than root and who reads it
 */
export async function readOperators(file: string): Promise<OperatorList> {
  const text = await readTrusted(file).catch((error: unknown) => {
    if (error instanceof OperatorProblem) throw error;
    throw new OperatorProblem(`The file named by OPERATORS_FILE cannot be read (${errorCode(error)}).`);
  });
  const parsed = parseOperators(text);
  if (parsed.ok) return parsed.operators;
  throw new OperatorProblem(parsed.problems.map((problem) => `OPERATORS_FILE, ${problem}.`).join('\n'));
}

async function readTrusted(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { uid, mode } = await file.stat();
    const isTrusted = [0, process.geteuid?.()].includes(uid) && (mode & 0o022) === 0;
    if (process.platform !== 'win32' && !isTrusted)
      throw new OperatorProblem(
        'The file named by OPERATORS_FILE must belong to root or to who reads it, and nobody else may write it (chmod 644).',
      );
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** Passes an operator who has the role. @throws OperatorProblem for anyone else */
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
      ? `${operator.name} does not have the role "${role}", which this takes.`
      : `${operator.name} is no operator of this installation: OPERATORS_FILE does not name them.`,
  );
}
