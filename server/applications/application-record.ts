/** An application with everything that belongs to it, opened: read from its rows, and turned into what form/ judges. */
import type { Transaction } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ApplicationAnswers } from '../../form/application.ts';
import { recordOfPerson } from '../../form/completeness.ts';
import type { Disclosures } from '../../form/disclosures.ts';
import { baseForm } from '../../form/form.ts';
import { guarantorIsRequired } from '../../form/guarantor.ts';
import { industries } from '../../form/lists/industries.ts';
import type { AgreementKey, Person, PersonnelType, Situation } from '../../form/situation.ts';
import { agreementKeys, applicantOf } from '../../form/situation.ts';
import { agreementFor } from '../agreements/agreements.ts';
import { missing } from '../problem.ts';
import type { Program } from '../programs.ts';
import type { DataKey, Envelope, WrappedKey } from '../security/encryption.ts';
import { unwrapDataKey } from '../security/encryption.ts';
import type { KeyRing } from '../security/key-ring.ts';
import type { Answers, RecordPlace, RestingAnswers } from '../security/sealed-answers.ts';
import { openAnswers } from '../security/sealed-answers.ts';
import type { ApplicationRow } from '../store/applications.ts';
import { isId } from '../store/applications.ts';
import type { AuditHead } from '../store/audit-events.ts';
import type { Tables } from '../store/tables.ts';

const industryCodes: ReadonlySet<string> = new Set(industries.map(({ code }) => code));

/** A person's row, opened. */
export interface PersonRecord extends Person {
  readonly version: number;
  readonly createDateTime: Date;
  readonly updateDateTime: Date;
  readonly resting: RestingAnswers;
}

/** What is known of an uploaded paper; its bytes are read only when asked for. */
export interface DocumentRecord {
  readonly id: string;
  readonly documentType: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly size: number;
  readonly sha256: string;
  readonly createDateTime: Date;
}

/** The newest consent to one agreement or disclosure. */
export interface ConsentRecord {
  readonly id: string;
  readonly agreement: string;
  readonly version: string;
  readonly sha256: string;
  readonly agreed: boolean;
  readonly openDateTime: Date | null;
  readonly agreedDateTime: Date;
  readonly voidDateTime: Date | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly signerName: string | null;
}

export interface ApplicationRecord {
  readonly row: ApplicationRow;
  readonly key: DataKey;
  /** Every answer about the business, the sensitive ones opened. */
  readonly answers: Answers;
  readonly personnel: readonly PersonRecord[];
  readonly documents: readonly DocumentRecord[];
  readonly consents: readonly ConsentRecord[];
}

/** Where an application's own record rests, or a person's. */
export function placeOfRecord(
  row: Pick<ApplicationRow, 'id' | 'domain_key'>,
  personId?: string,
): RecordPlace {
  return {
    program: row.domain_key,
    application: row.id,
    table: personId === undefined ? 'application' : 'personnel',
    row: personId ?? row.id,
  };
}

/** Where a document's bytes rest. */
export function placeOfDocument(row: Pick<ApplicationRow, 'id' | 'domain_key'>, documentId: string) {
  return {
    program: row.domain_key,
    application: row.id,
    table: 'document',
    row: documentId,
    field: 'content',
  };
}

export function auditHeadOf(row: ApplicationRow): AuditHead {
  return { sequence: row.audit_sequence, hash: row.audit_hash };
}

/** The data key of an application; once it was purged there is none, and the application is as good as missing. */
export function dataKeyOf(keyRing: KeyRing, row: ApplicationRow): DataKey {
  if (row.data_key === null) throw missing();
  return unwrapDataKey(keyRing, row.data_key as unknown as WrappedKey, row.id);
}

function restingOf(row: { answers: object; sealed: object }): RestingAnswers {
  return { answers: row.answers as Answers, sealed: row.sealed as Readonly<Record<string, Envelope>> };
}

/**
 * The row of an application of this session, locked against every other writer; another session's is missing (X1).
 * What belongs to the application is read after the lock is held, so that it cannot be older than the lock.
 */
export async function lockApplication(
  transaction: Transaction<Tables>,
  sessionId: string,
  applicationId: string,
): Promise<ApplicationRow> {
  if (!isId(applicationId)) throw missing();
  const row = await transaction
    .selectFrom('application')
    .selectAll()
    .where('id', '=', applicationId)
    .where('session_id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw missing();
  return row;
}

/** Reads everything that belongs to an application's row, in one round trip, and opens it. */
export async function openApplication(
  transaction: Transaction<Tables>,
  keyRing: KeyRing,
  row: ApplicationRow,
): Promise<ApplicationRecord> {
  const { personnel, documents, consents } = await transaction
    .selectNoFrom((of) => [
      jsonArrayFrom(
        of
          .selectFrom('personnel')
          .select([
            'id',
            'personnel_type',
            'version',
            'create_date_time',
            'update_date_time',
            'answers',
            'sealed',
          ])
          .where('application_id', '=', row.id)
          .orderBy('id'),
      ).as('personnel'),
      jsonArrayFrom(
        of
          .selectFrom('document')
          .select(['id', 'document_type', 'file_name', 'content_type', 'size', 'sha256', 'create_date_time'])
          .where('application_id', '=', row.id)
          .orderBy('id'),
      ).as('documents'),
      jsonArrayFrom(
        of
          .selectFrom('consent')
          .distinctOn('agreement')
          .selectAll()
          .where('application_id', '=', row.id)
          .orderBy('agreement')
          .orderBy('id', 'desc'),
      ).as('consents'),
    ])
    .executeTakeFirstOrThrow();
  const key = dataKeyOf(keyRing, row);
  return {
    row,
    key,
    answers: openAnswers(restingOf(row), key, placeOfRecord(row)),
    personnel: personnel.map((person) => ({
      id: person.id,
      personnelType: person.personnel_type,
      version: person.version,
      createDateTime: new Date(person.create_date_time),
      updateDateTime: new Date(person.update_date_time),
      resting: restingOf(person),
      answers: openAnswers(restingOf(person), key, placeOfRecord(row, person.id)),
    })),
    documents: documents.map((document) => ({
      id: document.id,
      documentType: document.document_type,
      fileName: document.file_name,
      contentType: document.content_type,
      size: document.size,
      sha256: document.sha256,
      createDateTime: new Date(document.create_date_time),
    })),
    consents: consents.map((consent) => ({
      id: consent.id,
      agreement: consent.agreement,
      version: consent.version,
      sha256: consent.sha256,
      agreed: consent.agreed,
      openDateTime: consent.open_date_time === null ? null : new Date(consent.open_date_time),
      agreedDateTime: new Date(consent.agreed_date_time),
      voidDateTime: consent.void_date_time === null ? null : new Date(consent.void_date_time),
      ip: consent.ip,
      userAgent: consent.user_agent,
      signerName: consent.signer_name,
    })),
  };
}

/** How an application's own record rests now. */
export function restingAnswersOf(record: ApplicationRecord): RestingAnswers {
  return restingOf(record.row);
}

/** The newest consent to an agreement, whether it holds or not. */
export function consentTo(record: ApplicationRecord, agreement: string): ConsentRecord | undefined {
  return record.consents.find((consent) => consent.agreement === agreement);
}

/** The consent to an agreement that was not taken back and that nothing has made void since, of whichever version. */
export function unvoidedConsent(
  record: ApplicationRecord,
  agreement: AgreementKey,
): ConsentRecord | undefined {
  const consent = consentTo(record, agreement);
  return consent?.agreed && consent.voidDateTime === null ? consent : undefined;
}

/**
 * True where the agreement is agreed to and nothing has made that void since. In a draft that is also a new version:
 * what was agreed to must be what would be shown now, else it is read again (D31). What was submitted stays agreed to,
 * and so does what was agreed to in a program whose folder is gone.
 */
export function holdsConsent(
  record: ApplicationRecord,
  agreement: AgreementKey,
  program: Program | undefined,
): boolean {
  const consent = unvoidedConsent(record, agreement);
  if (!consent) return false;
  const { row, personnel } = record;
  const applicationData = record.answers as ApplicationAnswers;
  return (
    row.status !== 'draft' ||
    program === undefined ||
    consent.sha256 === agreementFor(program, agreement, { applicationData, personnel }).sha256
  );
}

/** The application as form/ judges it. */
export function situationOf(record: ApplicationRecord, program: Program, now: Date): Situation {
  const applicationData = record.answers as ApplicationAnswers;
  return {
    form: program.form,
    now,
    isIndustry: (code) => industryCodes.has(code),
    applicationData,
    disclosures: record.row.disclosures as Disclosures,
    questions: {},
    personnel: record.personnel,
    documentCount: record.documents.length,
    sections: {
      business: false,
      applicant: false,
      owner: false,
      authorizedUser: false,
      ...(record.row.sections as object),
    },
    agreed: Object.fromEntries(
      agreementKeys.map((key) => [key, holdsConsent(record, key, program)]),
    ) as Record<AgreementKey, boolean>,
    guarantorRequired: guarantorIsRequired(program.guarantor, applicationData),
    proofRequired: program.proofOfEntityRequired,
    proofLater: false,
  };
}

/** The fields that a person of a kind can have, before a program's wishes. */
export function fieldsOfPerson(personnelType: PersonnelType) {
  return baseForm[recordOfPerson[personnelType]];
}

/** The applicant's name, who signs; empty until it is given. */
export function signerNameOf(situation: Pick<Situation, 'personnel'>): string {
  const name = applicantOf(situation)?.answers['fullName'];
  return typeof name === 'string' ? name : '';
}
