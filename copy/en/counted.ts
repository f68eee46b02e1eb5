/** A count with its noun: “1 day”, “5 days”, “1,250 dollars”. */
export const counted = (count: number | string, one: string) =>
  `${count} ${one}${String(count) === '1' ? '' : 's'}`;
