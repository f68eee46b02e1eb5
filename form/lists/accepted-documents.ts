import type { OrganizationType } from './organization-types.ts';

/**
 * The documents accepted as proof that a business is real, by organization type (D29). Shown wherever one is asked for.
 */
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

/** The name to send a file under. Readers of forms disagree about backslashes in a name, and refuse control characters. */
export function nameToSend(name: string): string {
  return name.replace(/[\\\p{Cc}]/gu, '_');
}
