/** The schemas of an application in requests and responses. */
import Type, { type Static } from 'typebox';
import { applicationFields } from '../form/fields/application.ts';
import type { Form } from '../form/fields/form.ts';
import { Consent } from './agreement.ts';
import { readRecord, sentFields } from './answers.ts';
import { Document } from './document.ts';
import { Personnel } from './personnel.ts';
import { checkedLater, flags, Id, Moment, NullableMoment, NullableString, named, object } from './shape.ts';
import { type Status, statuses } from './status.ts';

const ownOrLeftOut = Type.Optional(
  checkedLater({ type: 'string', description: 'The session’s own id, or left out' }),
);

const shownText = Type.Optional(
  named(
    'ShownText',
    checkedLater({
      type: 'object',
      description: 'The version shown on the page; without it, the text in force counts',
      properties: { version: { type: 'string' }, sha256: { type: 'string' } },
      required: ['version', 'sha256'],
    }),
  ),
);

const confirmed = Type.Optional(
  checkedLater({ type: 'boolean', enum: [true], description: 'Confirms that the section is complete' }),
);

const shownTexts = object('ShownTexts', { shareInformation: shownText, affiliates: shownText });

const confirmedSections = object('ConfirmedSections', {
  business: confirmed,
  applicant: confirmed,
  owner: confirmed,
  authorizedUser: confirmed,
});

/** Returns the schemas of the request bodies that create and change an application, for the fields of a program's form. */
export function applicationBodies(form: Form) {
  const sent = {
    applicationData: Type.Optional(object('ApplicationData', sentFields(form.application))),
    disclosures: Type.Optional(object('Disclosures', sentFields(form.disclosures))),
    disclosureVersions: Type.Optional(shownTexts),
  };
  return {
    create: object('ApplicationCreate', {
      id: Type.Optional(checkedLater({ type: 'null', description: 'Null or left out' })),
      sessionId: ownOrLeftOut,
      domainKey: ownOrLeftOut,
      providerId: ownOrLeftOut,
      ...sent,
    }),
    change: object('ApplicationChange', { ...sent, sections: Type.Optional(confirmedSections) }),
  };
}

export const Application = object('Application', {
  id: Id,
  status: Type.Unsafe<Status>({ type: 'string', enum: statuses }),
  sessionId: Type.String(),
  domainKey: Type.String(),
  storeId: Type.String(),
  providerId: Type.String(),
  createDateTime: Moment,
  createUserId: Type.String(),
  submittedDateTime: NullableMoment,
  referenceNumber: NullableString,
  applicationData: readRecord('ApplicationDataRead', applicationFields),
  disclosures: flags(
    'shareInformation',
    'affiliates',
    'authority',
    'noOtherOwners',
    'esign',
    'terms',
    'submit',
  ),
  sections: flags('business', 'applicant', 'owner', 'authorizedUser'),
  consents: Type.Array(Consent),
  personnel: Type.Optional(Type.Array(Personnel)),
  documents: Type.Optional(Type.Array(Document)),
});

export const GuarantorRequired = object('GuarantorRequired', { guarantorRequired: Type.Boolean() });

export type Application = Static<typeof Application>;
export type GuarantorRequired = Static<typeof GuarantorRequired>;
