/** How to reach someone: email and phone (D9). */
import type { FieldOf, RuleNaming } from '../field.ts';
import { requiredRule } from './required.ts';
import type { TextOptions } from './text.ts';

/** A valid address of at most 100 characters. */
export function email({
  required,
  autocomplete,
}: TextOptions<never>): FieldOf<'email', RuleNaming<'email', never>> {
  return {
    type: 'email',
    autocomplete,
    rules: [...requiredRule<never>(required), { kind: 'email' }, { kind: 'maxLength', max: 100 }],
  };
}

/** A valid number of the North American plan. */
export function phone({
  required,
  autocomplete,
}: TextOptions<never>): FieldOf<'phone', RuleNaming<'phone', never>> {
  return {
    type: 'phone',
    autocomplete,
    rules: [...requiredRule<never>(required), { kind: 'phone' }],
  };
}
