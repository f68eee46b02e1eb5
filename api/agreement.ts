/** Agreements and consents on the wire (D30, D31). */
import type { Static } from 'typebox';
import Type from 'typebox';
import type { AgreementKey } from '../form/fields/application-state.ts';
import { agreementKeys } from '../form/fields/application-state.ts';
import { checkedLater, described, exactly, Id, NullableMoment, named, namesOf } from './shape.ts';

const AgreementName = Type.Unsafe<AgreementKey>({ type: 'string', enum: agreementKeys });

const InPath = described(Type.String(), { enum: agreementKeys });

export const AgreementParams = namesOf(exactly({ agreement: InPath }));
export const PageParams = namesOf(exactly({ agreement: InPath, n: Type.String({ description: 'From 1' }) }));
export const ConsentParams = namesOf(exactly({ id: Id, agreement: InPath }));

export const Agreement = named(
  'Agreement',
  exactly({
    agreement: AgreementName,
    title: Type.String(),
    version: Type.String(),
    sha256: Type.String({ description: 'Of the HTML served, hexadecimal' }),
    html: Type.String(),
    pages: Type.Integer({ description: '0 where the agreement cannot be printed; the HTML is whole' }),
    pagesUrl: Type.String({ description: 'Of a page, whose number stands for {n}' }),
    pdfUrl: Type.String(),
  }),
);

const file = Type.Unsafe<unknown>({ type: 'string', format: 'binary' });

export const AgreementPage = {
  description: 'A page as a picture',
  content: { 'image/png': { schema: file }, 'image/webp': { schema: file } },
};

export const AgreementFile = {
  description: 'The agreement to keep, as an attachment',
  content: { 'application/pdf': { schema: file } },
};

export const Consent = named(
  'Consent',
  exactly({
    agreement: AgreementName,
    version: Type.String(),
    agreed: Type.Boolean(),
    agreedDateTime: NullableMoment,
  }),
);

export const ConsentChange = named(
  'ConsentChange',
  exactly({
    version: checkedLater({ type: 'string', description: 'The version that was read' }),
    agreed: checkedLater({ type: 'boolean' }),
  }),
);

export type Agreement = Static<typeof Agreement>;
export type Consent = Static<typeof Consent>;
