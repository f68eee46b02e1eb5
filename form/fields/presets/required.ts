import type { RequiredRule } from '../../rules/rule.ts';

/**
 * Whether a pattern's answer is required: `true`, `false` for an optional field, or the fields that make it required
 * once one of them is given (D14).
 */
export type Required<F extends string = never> = boolean | { readonly onceAnyOf: readonly F[] };

/** The rule for `Required`, as a list to spread. */
export function requiredRule<F extends string>(required: Required<F> = true): readonly RequiredRule<F>[] {
  if (required === false) return [];
  return [required === true ? { kind: 'required' } : { kind: 'required', onceAnyOf: required.onceAnyOf }];
}
