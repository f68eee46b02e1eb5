import type { OrganizationType } from './organization-types.ts';

/** The documents that are accepted as proof of business, by organization type (D29). */
export const acceptedDocuments = {
  corporation: ['incorporation', 'goodStanding'],
  s_corporation: ['incorporation', 'goodStanding'],
  partnership: ['partnershipAgreement', 'partnershipCertificate', 'fictitiousName'],
  sole_proprietorship: ['tradeName', 'businessLicense'],
  llc: ['articlesOfOrganization', 'goodStanding'],
  non_profit: ['taxExemptLetter', 'articlesOfIncorporation'],
  municipality: ['authorizingResolution', 'taxExemptCertificate'],
} as const satisfies Readonly<Record<OrganizationType, readonly string[]>>;

export type AcceptedDocument = (typeof acceptedDocuments)[OrganizationType][number];

/** Returns the file name that the page sends. Replaces backslashes and control characters, which some form parsers misread. */
export function nameToSend(name: string): string {
  return name.replace(/[\\\p{Cc}]/gu, '_');
}
