/** What identifies a person or a business: Social Security number, EIN, date of birth. Sealed at rest (D36, D41). */
import type { FieldOf, RuleNaming, Words } from '../field.ts';
import type { Required } from './required.ts';
import { requiredRepair, requiredRule } from './required.ts';

interface IdentityWords extends Words {
  readonly required: Required;
}

/** Any nine digits; read back only as the last four. Never filled in by the browser (design brief, section 1). */
export function ssn({ required, ...words }: IdentityWords): FieldOf<'ssn', RuleNaming<'ssn', never>> & {
  readonly sensitive: 'masked';
} {
  return {
    kind: 'ssn',
    ...words,
    autocomplete: 'off',
    sensitive: 'masked',
    rules: [...requiredRule<never>(required), { kind: 'ssn' }],
    repairs: requiredRepair(required),
  };
}

/** An EIN, nine digits; read back only as the last four. */
export function taxId({ required, ...words }: IdentityWords): FieldOf<'taxId', RuleNaming<'taxId', never>> & {
  readonly sensitive: 'masked';
} {
  return {
    kind: 'taxId',
    ...words,
    autocomplete: 'off',
    sensitive: 'masked',
    rules: [...requiredRule<never>(required), { kind: 'taxId' }],
    repairs: requiredRepair(required),
  };
}

/** From 1900 to eighteen years ago (spec section 5, D5). */
export function dateOfBirth({
  required,
  tooYoung,
  ...words
}: IdentityWords & { readonly autocomplete: string; readonly tooYoung: string }): FieldOf<
  'date',
  RuleNaming<'date', never>
> {
  return {
    kind: 'date',
    ...words,
    sensitive: 'sealed',
    rules: [
      ...requiredRule<never>(required),
      { kind: 'invalid', earliest: '1900-01-01' },
      { kind: 'notInFuture' },
      { kind: 'minAge', min: 18 },
    ],
    repairs: {
      ...requiredRepair(required),
      invalid: 'Enter a real date in 1900 or later.',
      minAge: tooYoung,
    },
  };
}
