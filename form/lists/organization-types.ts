/** Legal forms of a business (spec section 3). */
export const organizationTypes = [
  'corporation',
  's_corporation',
  'partnership',
  'sole_proprietorship',
  'llc',
  'non_profit',
  'municipality',
] as const;

export type OrganizationType = (typeof organizationTypes)[number];

/** Returns whether a business of this legal form may use its owner's Social Security number as its federal tax ID (D67). */
export function mayUseSsn(organizationType: OrganizationType | null | undefined): boolean {
  return organizationType === 'sole_proprietorship';
}

/** The applicant's share in percent for the legal forms that determine it (D6). */
const shareWithoutAsking: { readonly [T in OrganizationType]?: number } = {
  sole_proprietorship: 100,
  municipality: 0,
  non_profit: 0,
};

/** Returns the applicant's share in percent if the legal form determines it, or undefined if the applicant is asked (D6). */
export function impliedShare(organizationType: OrganizationType | null | undefined): number | undefined {
  return organizationType ? shareWithoutAsking[organizationType] : undefined;
}
