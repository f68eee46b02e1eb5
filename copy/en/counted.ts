/** So many of something, of which there may be one: “1 day”, “5 days”. */
export const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
