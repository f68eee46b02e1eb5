/** The three inputs of a date. */
import type { DateParts } from '../../form/field-types/date.ts';

/** In the order of the text that they form together. */
export const datePartNames = ['month', 'day', 'year'] as const satisfies readonly (keyof DateParts)[];

/** The id of a part's control. The first part has the id of the whole input. */
export function datePartId(id: string, part: keyof DateParts): string {
  return part === 'month' ? id : `${id}-${part}`;
}
