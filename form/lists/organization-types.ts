/** Legal forms of a business (spec section 3), and which of them are asked for owners (D17). */
export const organizationTypes = {
  corporation: 'Corporation',
  s_corporation: 'S corporation',
  partnership: 'Partnership',
  sole_proprietorship: 'Sole proprietorship',
  llc: 'Limited liability company (LLC)',
  non_profit: 'Nonprofit',
  municipality: 'City, county or other public body',
} as const;

export type OrganizationType = keyof typeof organizationTypes;

/** The applicant's share where it is not asked (D6): a sole proprietor owns all, a public body has no owners. */
const shareWithoutAsking: { readonly [T in OrganizationType]?: number } = {
  sole_proprietorship: 100,
  municipality: 0,
  non_profit: 0,
};

/** True where beneficial owners, the applicant's share among them, are asked for (D17). */
export function ownersAreAsked(of: { readonly organizationType: OrganizationType | null }): boolean {
  return of.organizationType === null || shareWithoutAsking[of.organizationType] === undefined;
}

/** The applicant's share in percent that goes without asking; undefined where it is asked. */
export function impliedShare(organizationType: OrganizationType | null): number | undefined {
  return organizationType === null ? undefined : shareWithoutAsking[organizationType];
}
