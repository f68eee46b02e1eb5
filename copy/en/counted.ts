/** Returns a count with its noun, such as “1 day”, “5 days” or “1,250 dollars”. */
export const counted = (count: number | string, one: string) =>
  `${count} ${one}${String(count) === '1' ? '' : 's'}`;
