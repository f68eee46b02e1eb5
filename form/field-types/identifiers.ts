/** The types of identifiers that consist of digits: Social Security number, EIN, phone number, ZIP and NAICS code (D2). */
import { bareText, textType } from './text.ts';

function withoutSeparators(text: string): string {
  return bareText(text).replace(/[\s\-.()[\]]/g, '');
}

const grouped = (pattern: RegExp, groups: string) => (digits: string) => digits.replace(pattern, groups);

/** A Social Security number: nine digits, shown as 123-45-6789. */
export const ssn = textType(withoutSeparators, grouped(/^(\d{3})(\d{2})(\d{4})$/, '$1-$2-$3'));

/** An EIN: nine digits, shown as 12-3456789. */
export const taxId = textType(withoutSeparators, grouped(/^(\d{2})(\d{7})$/, '$1-$2'));

/** A phone number: ten digits, shown as 202-555-0123. Parsing drops a leading 1 or +1 (D9). */
export const phone = textType(
  (text) => withoutSeparators(text).replace(/^\+?1(?=\d{10}$)/, ''),
  grouped(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3'),
);

/** A ZIP code: five digits. Parsing drops the last four digits of a ZIP+4. */
export const zip = textType((text) => withoutSeparators(text).replace(/^(\d{5})\d{4}$/, '$1'));

/** An industry code: six digits, like the codes in the list of industries. */
export const industry = textType(withoutSeparators);
