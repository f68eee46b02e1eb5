/** How an application can end for the person who filled it in (spec section 4). */
export const finishTypes = ['cancel', 'completed', 'pending', 'timeout'] as const;
export type FinishType = (typeof finishTypes)[number];

/** An email address that its owner recognises and nobody else can use: d•••@greenacre.example. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '' : `${[...address][0]}•••${address.slice(at)}`;
}
