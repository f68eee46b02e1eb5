/** The three inputs of a date, and the text they form together: `month/day/year`. */
import type { DateParts } from '../../form/fields/types/date.ts';

/** In the order of the text. */
export const datePartNames = ['month', 'day', 'year'] as const satisfies readonly (keyof DateParts)[];

/** The id of a part's control. The first part has the id of the whole input. */
export function datePartId(id: string, part: keyof DateParts): string {
  return part === 'month' ? id : `${id}-${part}`;
}

function isWhole(text: string): boolean {
  return text.split('/').filter((part) => part.trim() !== '').length === datePartNames.length;
}

/** The text of all parts: empty if all are empty; if one of them holds a whole date, that date. */
export function dateOfParts(parts: readonly string[]): string {
  const whole = parts.find(isWhole);
  if (whole !== undefined) return whole;
  const digits = parts.map((part) => part.replaceAll('/', ''));
  return digits.every((part) => part === '') ? '' : digits.join('/');
}
