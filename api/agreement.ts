/** The schemas of agreements and consents in requests and responses (D30, D31). */
import Type, { type Static } from 'typebox';
import { type AgreementKey, agreementKeys } from '../form/fields/application-state.ts';
import { checkedLater, described, exactly, Id, NullableMoment, namesOf, object } from './shape.ts';

const AgreementName = Type.Unsafe<AgreementKey>({ type: 'string', enum: agreementKeys });

const InPath = described(Type.String(), { enum: agreementKeys });

export const AgreementParams = namesOf(exactly({ agreement: InPath }));
export const PageParams = namesOf(exactly({ agreement: InPath, n: Type.String({ description: 'From 1' }) }));
export const ConsentParams = namesOf(exactly({ id: Id, agreement: InPath }));

export const Agreement = object('Agreement', {
  agreement: AgreementName,
  title: Type.String(),
  version: Type.String(),
  sha256: Type.String({ description: 'SHA-256 of the HTML served, in hexadecimal' }),
  html: Type.String(),
  pages: Type.Integer({
    description: 'Number of pages; 0 if the agreement cannot be printed, while the HTML is complete',
  }),
  pagesUrl: Type.String({ description: 'URL of a page image; {n} stands for the page number' }),
  pdfUrl: Type.String(),
});

const file = Type.Unsafe<unknown>({ type: 'string', format: 'binary' });

export const AgreementPage = {
  description: 'A page as an image',
  content: { 'image/png': { schema: file }, 'image/webp': { schema: file } },
};

export const AgreementFile = {
  description: 'The agreement as a PDF, as an attachment',
  content: { 'application/pdf': { schema: file } },
};

export const Consent = object('Consent', {
  agreement: AgreementName,
  version: Type.String(),
  agreed: Type.Boolean(),
  agreedDateTime: NullableMoment,
});

export const ConsentChange = object('ConsentChange', {
  version: checkedLater({ type: 'string', description: 'The version that was read' }),
  agreed: checkedLater({ type: 'boolean' }),
});

export type Agreement = Static<typeof Agreement>;
export type Consent = Static<typeof Consent>;
