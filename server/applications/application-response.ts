/** Builds the API's responses about a session's application. Omits columns that only the server uses (D37). */
import type { Application } from '../../api/application.ts';
import type { Document } from '../../api/document.ts';
import type { Personnel } from '../../api/personnel.ts';
import type { AgreementKey, ApplicationState } from '../../form/fields/application-state.ts';
import { agreementKeys } from '../../form/fields/application-state.ts';
import { baseForm } from '../../form/fields/form.ts';
import { agreementsDue } from '../../form/state/consents.ts';
import type { TextsAt } from '../agreements/agreements.ts';
import type { DocumentRecord } from '../db/queries/documents.ts';
import { ApiError } from '../errors.ts';
import { readBack } from '../security/sealed-answers.ts';
import type { ApplicationRecord, PersonRecord } from './application-record.ts';
import { consentTo, fieldsOfPerson, holdsConsent, sectionsOf } from './application-record.ts';

/** Returns the ETag of a row: its version in quotes. */
export const etagOf = (version: number) => `"${version}"`;

export function personnelResponse(applicationId: string, person: PersonRecord): Personnel {
  return {
    id: person.id,
    applicationId,
    personnelType: person.personnelType,
    createDateTime: person.createDateTime.toISOString(),
    updateDateTime: person.updateDateTime.toISOString(),
    ...readBack(fieldsOfPerson(person.personnelType), person.answers, person.earlier),
  };
}

export function documentResponse(applicationId: string, document: DocumentRecord): Document {
  const { id, documentType, fileName, contentType, size } = document;
  const createDateTime = document.createDateTime.toISOString();
  return { id, applicationId, documentType, fileName, contentType, size, createDateTime };
}

/** Returns an application as the response body. With `whole`, the body includes the personnel and the documents. */
export function applicationResponse(
  record: ApplicationRecord,
  texts: TextsAt | undefined,
  parts: 'alone' | 'whole' = 'alone',
): Application {
  const { row, disclosures } = record;
  const holds = (agreement: AgreementKey) => holdsConsent(record, agreement, texts);
  const consents = agreementKeys.flatMap((agreement) => {
    const consent = consentTo(record, agreement);
    if (!consent) return [];
    const agreed = holds(agreement);
    const agreedDateTime = agreed ? consent.agreedDateTime.toISOString() : null;
    return [{ agreement, version: consent.version, agreed, agreedDateTime }];
  });
  const due = agreementsDue({ applicationData: record.answers as ApplicationState['applicationData'] });
  return {
    id: row.id,
    status: row.status,
    sessionId: row.session_id,
    domainKey: row.domain_key,
    storeId: row.store_id,
    providerId: row.provider_id,
    createDateTime: row.create_date_time.toISOString(),
    createUserId: row.create_user_id,
    submittedDateTime: row.submitted_date_time?.toISOString() ?? null,
    referenceNumber: row.reference_number,
    applicationData: readBack(baseForm.application, record.answers, record.earlier),
    disclosures: {
      shareInformation: disclosures['shareInformation'] === true,
      affiliates: disclosures['affiliates'] === true,
      authority: disclosures['authority'] === true,
      noOtherOwners: disclosures['noOtherOwners'] === true,
      esign: holds('esign'),
      terms: holds('terms'),
      submit: due.every(holds),
    },
    sections: sectionsOf(record),
    consents,
    ...(parts === 'whole' && {
      personnel: record.personnel.map((person) => personnelResponse(row.id, person)),
      documents: record.documents.map((document) => documentResponse(row.id, document)),
    }),
  };
}

/** Throws `stale` if a call has an `If-Match` that contains neither the ETag of the stored version nor `*`. */
export function checkVersion(ifMatch: string | undefined, version: number): void {
  const wanted = ifMatch?.split(',').map((tag) => tag.trim());
  if (wanted && !wanted.includes('*') && !wanted.includes(etagOf(version)))
    throw new ApiError('stale', 'The row was changed in the meantime. Read it again and repeat the change.');
}
