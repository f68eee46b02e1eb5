/**
 * Returns a pattern that finds the last four digits of a Social Security number or tax ID: alone, or in the whole number, which
 * may contain hyphens. It does not find the digits within a random id, such as a UUID.
 */
export const lastFour = (digits: string) =>
  new RegExp(String.raw`(?<!\w)(\d{3}-?\d{2}-?|\d{2}-?\d{3})?${digits}\b(?!-)`);
