import type { Copy } from '../../copy/copy.ts';
import { fixOf, ruleMessage } from '../../copy/sentences.ts';
import { dateFromParts, typedParts } from '../../form/field-types/date.ts';
import { rulesOf } from '../../form/fields/field.ts';
import type { Rule } from '../../form/rules/rule.ts';
import type { FieldError } from '../../form/validation/validate.ts';
import type { InputError } from '../jsx/input-props.ts';

export type AskedField = Parameters<typeof fixOf>[1];

/** Returns a field error's message, the advice on how to correct the answer, and the impossible part of a date, if any. */
export function inputError(copy: Copy, asked: AskedField, fieldError: FieldError, typed: string): InputError {
  return withFix(copy, asked, { message: ruleMessage(copy, fieldError), rule: fieldError.rule }, typed);
}

/** Like `inputError`, but for an error from the server. Such an error contains the message and the kind of the broken rule. */
export function refusedError(
  copy: Copy,
  asked: AskedField,
  refused: { readonly rule: string; readonly message: string },
  typed: string,
): InputError {
  const rule = rulesOf(asked.field).find(({ kind }) => kind === refused.rule) ?? { kind: 'invalid' as const };
  return withFix(copy, asked, { message: refused.message, rule }, typed);
}

function withFix(
  copy: Copy,
  asked: AskedField,
  { message, rule }: { readonly message: string; readonly rule: Rule },
  typed: string,
): InputError {
  if (asked.field.type === 'date' && rule.kind === 'invalid') {
    const read = dateFromParts(typedParts(typed));
    if ('wrongPart' in read)
      return { message, fix: copy.fixes.dateParts[read.wrongPart], part: read.wrongPart };
  }
  return { message, fix: fixOf(copy, asked, rule, typed) };
}
