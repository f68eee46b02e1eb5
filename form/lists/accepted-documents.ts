import type { OrganizationType } from './organization-types.ts';

/** The documents accepted as proof that a business is real, by organization type (D29). */
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

/** Returns a file's name for sending, without backslashes and control characters, on which form parsers disagree or fail. */
export function nameToSend(name: string): string {
  return name.replace(/[\\\p{Cc}]/gu, '_');
}
