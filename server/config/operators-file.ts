/** Parses the file in the setting OPERATORS_FILE. The file lists each operator's roles by login name or user id. */
import { type Checked, unless } from './checked.ts';

/**
 * The roles of operators. `read` shows output without sensitive answers. `decide` changes applications and documents, erases
 * drafts, retries deliveries and ends sessions. `reveal` shows and exports sensitive answers. `keys` manages keys, makes backups,
 * purges applications whose retention period is over, and moves documents to or from the bucket.
 */
export const roles = ['read', 'decide', 'reveal', 'keys'] as const;
export type Role = (typeof roles)[number];

/** The roles of each operator, by login name or by user id in digits. */
export type OperatorList = ReadonlyMap<string, readonly Role[]>;

/** Parses the list of operators. Each operator has one line, such as `ada: read, decide`, and `#` begins a comment. */
export function parseOperators(text: string): Checked<OperatorList> {
  const operators = new Map<string, readonly Role[]>();
  const problems: string[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const declared = line.replace(/#.*/, '').trim();
    if (declared === '') continue;
    const [, name = '', list = ''] = /^([^\s:,]+)\s*:([^:]*)$/.exec(declared) ?? [];
    const words = list.split(/[\s,]+/).filter(Boolean);
    const known = roles.filter((role) => words.includes(role));
    const unknown = words.filter((word) => !roles.some((role) => role === word));
    const complain = (what: string) => problems.push(`line ${at + 1}: ${what}`);
    if (name === '' || words.length === 0) complain(`must be "name: role, role", with ${roles.join(', ')}`);
    else if (unknown.length > 0) complain(`${unknown.join(', ')} is not one of ${roles.join(', ')}`);
    else if (operators.has(name)) complain(`${name} is listed twice`);
    operators.set(name, known);
  }
  return unless(problems, operators);
}
