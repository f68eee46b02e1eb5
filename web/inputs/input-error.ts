import { dateRepairs, fill, repairs } from '../../form/catalogue.ts';
import type { Field } from '../../form/field.ts';
import { rulesOf } from '../../form/field.ts';
import type { Problem } from '../../form/judge.ts';
import { dateFromParts } from '../../form/kinds/date.ts';
import type { Rule } from '../../form/rules/rule.ts';
import type { InputError } from './input-props.ts';

/** The limits of a rule by the names that stand in the sentences: `{min}`, `{max}`, `{count}`. */
function limitsOf(rule: Rule): Record<string, string> {
  return Object.fromEntries(
    Object.entries(rule).flatMap(([name, limit]) =>
      typeof limit === 'number' ? [[name, limit.toLocaleString('en-US')]] : [],
    ),
  );
}

/**
 * What the page says about a problem: the catalogue's message, then the field's own sentence, else the rule's. A date
 * whose parts make no day says which part is wrong, for which it needs what was typed.
 */
export function inputError(field: Field, problem: Problem, typed: string): InputError {
  const { rule, message, broken } = problem;
  if (field.kind === 'date' && rule === 'invalid') {
    const [month = '', day = '', year = ''] = typed.split('/');
    const read = dateFromParts({ month, day, year });
    if ('problem' in read) return { message, repair: dateRepairs[read.problem], part: read.problem };
  }
  return { message, repair: fill(field.repairs?.[rule] ?? repairs[rule], limitsOf(broken)) };
}

/** The same of what the server refused, by the name of the rule that it went by. */
export function refusedError(
  field: Field,
  refused: { readonly field: string; readonly rule: string; readonly message: string },
  typed: string,
): InputError {
  const broken = rulesOf(field).find(({ kind }) => kind === refused.rule) ?? { kind: 'invalid' as const };
  return inputError(field, { ...refused, rule: broken.kind, broken }, typed);
}

/** The whole sentence, as it stands at the field and in the summary: "Required Field. Enter your full name." */
export function errorText({ message, repair }: InputError): string {
  return `${message.replace(/\.$/, '')}. ${repair}`;
}
