import { expect, test } from 'vitest';
import { acceptedDocuments, nameToSend } from './accepted-documents.ts';

test('a file’s name is sent without characters that form parsers disagree about', () => {
  expect(nameToSend('\\\\server\\Größe "1".pdf')).toBe('__server_Größe "1".pdf');
  expect(nameToSend('a\u0000b\u0085c.png')).toBe('a_b_c.png');
});

test.each([
  ['corporation', ['incorporation', 'goodStanding']],
  ['s_corporation', ['incorporation', 'goodStanding']],
  ['partnership', ['partnershipAgreement', 'partnershipCertificate', 'fictitiousName']],
  ['sole_proprietorship', ['tradeName', 'businessLicense']],
  ['llc', ['articlesOfOrganization', 'goodStanding']],
  ['non_profit', ['taxExemptLetter', 'articlesOfIncorporation']],
  ['municipality', ['authorizingResolution', 'taxExemptCertificate']],
] as const)('a %s proves that it exists with one of %j (D29)', (organizationType, documents) => {
  expect(acceptedDocuments[organizationType]).toEqual(documents);
});
