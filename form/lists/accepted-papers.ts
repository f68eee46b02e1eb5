import type { OrganizationType } from './organization-types.ts';

/**
 * The papers accepted as proof that a business is real, by organization type (D29). Shown at /apply/entity-required.
 */
export const acceptedPapers: Readonly<Record<OrganizationType, readonly string[]>> = {
  corporation: ['Articles or certificate of incorporation', 'Certificate of good standing'],
  s_corporation: ['Articles or certificate of incorporation', 'Certificate of good standing'],
  partnership: ['Partnership agreement', 'State certificate of partnership', 'Fictitious-name filing'],
  sole_proprietorship: ['DBA or fictitious-name filing', 'Business license'],
  llc: ['Articles of organization', 'Certificate of good standing'],
  non_profit: ['IRS 501(c) letter', 'Articles of incorporation'],
  municipality: ['Authorizing resolution or letter', 'Tax-exempt certificate'],
};
