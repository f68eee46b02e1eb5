/** How to reach someone: email and phone (D9). */
import type { FieldOf, RuleNaming } from '../field.ts';
import { requiredRepair, requiredRule } from './required.ts';
import type { TextWords } from './text.ts';

/** A valid address of at most 100 characters. */
export function email({
  required,
  ...words
}: TextWords<never>): FieldOf<'email', RuleNaming<'email', never>> {
  return {
    kind: 'email',
    ...words,
    rules: [...requiredRule<never>(required), { kind: 'email' }, { kind: 'maxLength', max: 100 }],
    repairs: requiredRepair(required),
  };
}

/** A valid number of the North American plan. */
export function phone({
  required,
  ...words
}: TextWords<never>): FieldOf<'phone', RuleNaming<'phone', never>> {
  return {
    kind: 'phone',
    ...words,
    rules: [...requiredRule<never>(required), { kind: 'phone' }],
    repairs: requiredRepair(required),
  };
}
