/** The application on the wire. */
import type { Static } from 'typebox';
import Type from 'typebox';
import { applicationFields } from '../form/fields/application.ts';
import { disclosureFields } from '../form/fields/disclosures.ts';
import { Consent } from './agreement.ts';
import { Document } from './document.ts';
import { Personnel } from './personnel.ts';
import { exactly, Moment, NullableMoment, NullableString, readRecord, sentRecord } from './shape.ts';
import { type Status, statuses } from './status.ts';

const sections = {
  business: Type.Boolean(),
  applicant: Type.Boolean(),
  owner: Type.Boolean(),
  authorizedUser: Type.Boolean(),
};

const anyJson = (description: string) => Type.Optional(Type.Unsafe<unknown>({ description }));

const shownText = anyJson(
  '{ version, sha256 } as the document of the page has them; the text in force where left out',
);
const disclosureVersions = Type.Optional(exactly({ shareInformation: shownText, affiliates: shownText }));

export const ApplicationCreate = exactly({
  id: anyJson('null or left out'),
  sessionId: anyJson('The session’s own, or left out'),
  domainKey: anyJson('The session’s own, or left out'),
  providerId: anyJson('The session’s own, or left out'),
  applicationData: Type.Optional(sentRecord(applicationFields)),
  disclosures: Type.Optional(sentRecord(disclosureFields)),
  disclosureVersions,
});

export const ApplicationChange = exactly({
  applicationData: Type.Optional(sentRecord(applicationFields)),
  disclosures: Type.Optional(sentRecord(disclosureFields)),
  disclosureVersions,
  sections: Type.Optional(
    exactly({
      business: anyJson('true'),
      applicant: anyJson('true'),
      owner: anyJson('true'),
      authorizedUser: anyJson('true'),
    }),
  ),
});

export const Application = exactly({
  id: Type.String(),
  status: Type.Unsafe<Status>({ type: 'string', enum: statuses }),
  sessionId: Type.String(),
  domainKey: Type.String(),
  storeId: Type.String(),
  providerId: Type.String(),
  createDateTime: Moment,
  createUserId: Type.String(),
  submittedDateTime: NullableMoment,
  referenceNumber: NullableString,
  applicationData: readRecord(applicationFields),
  disclosures: exactly({
    shareInformation: Type.Boolean(),
    affiliates: Type.Boolean(),
    authority: Type.Boolean(),
    noOtherOwners: Type.Boolean(),
    esign: Type.Boolean(),
    terms: Type.Boolean(),
    submit: Type.Boolean(),
  }),
  sections: exactly(sections),
  consents: Type.Array(Consent),
  personnel: Type.Optional(Type.Array(Personnel)),
  documents: Type.Optional(Type.Array(Document)),
});

export const GuarantorRequired = exactly({ guarantorRequired: Type.Boolean() });

export type Application = Static<typeof Application>;
export type GuarantorRequired = Static<typeof GuarantorRequired>;
