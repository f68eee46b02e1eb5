/** What identifies a person or a business: Social Security number, EIN, date of birth. Stored sealed (D36, D41). */
import type { FieldOf, RuleNaming } from '../field.ts';
import { requiredRule } from './required.ts';

/** Any nine digits; read back only as the last four. Never filled in by the browser (design brief, section 1.9). */
export function ssn(
  { required }: { readonly required: boolean } = { required: true },
): FieldOf<'ssn', RuleNaming<'ssn', never>> & { readonly sensitive: 'masked' } {
  return {
    type: 'ssn',
    caution: 'ssnNotIssued',
    autocomplete: 'off',
    sensitive: 'masked',
    rules: [...requiredRule<never>(required), { kind: 'ssn' }],
  };
}

/** An EIN, nine digits; read back only as the last four. */
export function taxId(): FieldOf<'taxId', RuleNaming<'taxId', never>> & { readonly sensitive: 'masked' } {
  return {
    type: 'taxId',
    caution: 'einPrefix',
    autocomplete: 'off',
    sensitive: 'masked',
    rules: [...requiredRule<never>(), { kind: 'taxId' }],
  };
}

/** From 1900 to eighteen years ago (spec section 5, D5). */
export function dateOfBirth({
  autocomplete,
}: {
  readonly autocomplete: string;
}): FieldOf<'date', RuleNaming<'date', never>> {
  return {
    type: 'date',
    autocomplete,
    sensitive: 'sealed',
    rules: [
      ...requiredRule<never>(),
      { kind: 'invalid', earliest: '1900-01-01' },
      { kind: 'notInFuture' },
      { kind: 'minAge', min: 18 },
    ],
  };
}
