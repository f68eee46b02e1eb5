/** Parses the file named by OPERATORS_FILE, which lists the roles of each operator by login name or user id. */
import { type Checked, unless } from './checked.ts';

/**
 * The roles, by what they allow. `read`: lists, and all other output without sensitive answers. `decide`: changing applications
 * and ending sessions. `reveal`: seeing sensitive answers, documents and exports. `keys`: managing keys of every kind, backups,
 * and erasure after the retention period.
 */
export const roles = ['read', 'decide', 'reveal', 'keys'] as const;
export type Role = (typeof roles)[number];

/** The roles of each operator, by login name or by user id in digits. */
export type OperatorList = ReadonlyMap<string, readonly Role[]>;

/** Parses the file: one line such as `ada: read, decide` for each operator; `#` begins a comment. */
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
