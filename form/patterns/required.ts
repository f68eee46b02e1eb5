import type { RequiredRule } from '../rules/rule.ts';

/**
 * How a pattern is told whether its answer is required: the sentence that says what to enter, `false` for an
 * optional field, or the sentence with the fields that make it required once one of them is given (D14).
 */
export type Required<F extends string = never> =
  | string
  | false
  | { readonly repair: string; readonly onceAnyOf: readonly F[] };

/** The rule for `Required`, as a list to spread. */
export function requiredRule<F extends string>(required: Required<F>): readonly RequiredRule<F>[] {
  if (required === false) return [];
  return [
    typeof required === 'string' ? { kind: 'required' } : { kind: 'required', onceAnyOf: required.onceAnyOf },
  ];
}

/** The sentence of `Required`, as a repair to spread. */
export function requiredRepair(required: Required<string>): { readonly required?: string } {
  if (required === false) return {};
  return { required: typeof required === 'string' ? required : required.repair };
}
