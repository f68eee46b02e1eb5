/** Reads and decrypts an application with its people, documents and consents. Converts it to the state that form/ works on. */
import type { ApplicationAnswers } from '../../form/fields/application.ts';
import type { AgreementKey, ApplicationState } from '../../form/fields/application-state.ts';
import { agreementKeys } from '../../form/fields/application-state.ts';
import { baseForm } from '../../form/fields/form.ts';
import type { Disclosures } from '../../form/fields/questions.ts';
import { industries } from '../../form/lists/industries.ts';
import { applicantOf, type Person, type PersonnelType, recordOfPerson } from '../../form/people/people.ts';
import { guarantorIsRequired } from '../../form/state/guarantor.ts';
import { agreementFor, stillCounts, type TextsAt } from '../agreements/agreements.ts';
import type { StoredApplication } from '../db/queries/application-parts.ts';
import { readParts, storedApplicationsOf } from '../db/queries/application-parts.ts';
import type { NewConsent } from '../db/queries/applications.ts';
import { type ApplicationRow, lockOwnApplication } from '../db/queries/applications.ts';
import type { JsonObject } from '../db/tables.ts';
import type { Transaction } from '../db/transactions.ts';
import { locked, notFound } from '../errors.ts';
import type { Program } from '../programs/programs.ts';
import { dataKeyOf } from '../security/data-keys.ts';
import type { WriteContext } from '../security/in-transaction.ts';
import type { StoreKeys } from '../security/installation-key.ts';
import { type Answers, openContent } from '../security/sealed-answers.ts';
import { placeOf } from '../security/sealed-columns.ts';
import type { DataKey } from '../security/sealing.ts';
import type { Services } from '../services.ts';
import type { Session, TransactionContext } from '../sessions/sessions.ts';
import { type AuditedParts, checkAudited } from './audited-state.ts';
import { openDescription, openSigner, type SealedDocument } from './sealed-parts.ts';

const industryCodes: ReadonlySet<string> = new Set(industries.map(({ code }) => code));

/** A person's decrypted row. */
export interface PersonRecord extends Person {
  /** The names of sensitive answers from an earlier session, each with the value `true`. This session can't read them (D55). */
  readonly earlier: Answers;
  readonly version: number;
  readonly createDateTime: Date;
  readonly updateDateTime: Date;
  /** The encrypted answers as stored. Rows from before 2026-11-23 have one encrypted value per sensitive answer instead. */
  readonly sealed: JsonObject;
}

/** The applicant's newest answer to one agreement or disclosure: a consent or a withdrawal, with its decrypted signer. */
export interface ConsentRecord extends NewConsent {
  readonly voidDateTime: Date | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly signerName: string | null;
}

export interface ApplicationRecord {
  readonly row: ApplicationRow;
  readonly key: DataKey;
  /** All decrypted answers about the business. */
  readonly answers: Answers;
  readonly disclosures: Answers;
  readonly sections: Answers;
  /** Like `earlier` in `PersonRecord`, but for answers about the business. */
  readonly earlier: Answers;
  readonly personnel: readonly PersonRecord[];
  readonly documents: readonly SealedDocument[];
  readonly consents: readonly ConsentRecord[];
}

export const auditHeadOf = (row: ApplicationRow) => ({ sequence: row.audit_sequence, hash: row.audit_hash });

/** Locks an application of this session and returns its row. Throws `resource_not_found` for any other application (X1). */
export async function lockApplication(
  transaction: Transaction,
  sessionId: string,
  applicationId: string,
): Promise<ApplicationRow> {
  const row = await lockOwnApplication(transaction, sessionId, applicationId);
  if (!row) throw notFound();
  return row;
}

/** Locks a draft of this session and returns its row. Throws if the application can no longer be changed (D27). */
export async function lockDraft(
  { transaction, sessionId }: Pick<TransactionContext, 'transaction' | 'sessionId'>,
  applicationId: string,
): Promise<ApplicationRow> {
  const row = await lockApplication(transaction, sessionId, applicationId);
  if (row.status !== 'draft') throw locked();
  return row;
}

/** Reads an application's people, documents and consents in one round trip, and decrypts the whole application. */
export async function openApplication(
  { transaction, keys }: Pick<WriteContext, 'transaction' | 'keys'>,
  row: ApplicationRow,
): Promise<ApplicationRecord> {
  return openRecord(keys, { row, parts: await readParts(transaction, row.id) });
}

/** Decrypts an application. Call it inside `withKeysLoaded`. Throws IntegrityError or EncryptionError if it was altered. */
export function openRecord(keys: StoreKeys, stored: StoredApplication): ApplicationRecord {
  const { row, parts } = stored;
  const key = dataKeyOf(keys, row);
  checkAudited(keys, stored);
  const { answers, disclosures = {}, sections = {}, earlier = {} } = openContent(row, key, placeOf(row));
  return {
    row,
    key,
    answers,
    disclosures,
    sections,
    earlier,
    personnel: parts.personnel.map((person) => {
      const content = openContent(person, key, placeOf(row, person.id));
      return {
        id: person.id,
        personnelType: person.personnel_type,
        version: person.version,
        createDateTime: new Date(person.create_date_time),
        updateDateTime: new Date(person.update_date_time),
        sealed: person.sealed,
        answers: content.answers,
        earlier: content.earlier ?? {},
      };
    }),
    documents: parts.documents.map((document) => openDescription(document, key, row)),
    consents: parts.consents.map((consent) => ({
      id: consent.id,
      agreement: consent.agreement,
      version: consent.version,
      sha256: consent.sha256,
      agreed: consent.agreed,
      openDateTime: consent.open_date_time ? new Date(consent.open_date_time) : null,
      agreedDateTime: new Date(consent.agreed_date_time),
      voidDateTime: consent.void_date_time ? new Date(consent.void_date_time) : null,
      ...openSigner(consent, key, row),
      sealed: consent.signer,
    })),
  };
}

/** Decrypts an application like `openRecord`, but returns undefined if the application was erased or purged. */
export function openIfKept(keys: StoreKeys, stored: StoredApplication): ApplicationRecord | undefined {
  return stored.row.data_key === null ? undefined : openRecord(keys, stored);
}

/** Returns an application in its current state, or undefined if it was erased or purged. */
export async function readApplication(
  { database, keys }: Pick<Services, 'database' | 'keys'>,
  id: string,
): Promise<ApplicationRecord | undefined> {
  const [stored] = await storedApplicationsOf(database.db, [id]);
  return stored && keys.withKeysLoaded(async () => openIfKept(keys, stored));
}

/** Returns the session's application as it was when the session was read, or undefined if there was none or it was erased. */
export async function applicationOf(
  keys: StoreKeys,
  { stored }: Pick<Session, 'stored'>,
): Promise<ApplicationRecord | undefined> {
  return stored && keys.withKeysLoaded(async () => openIfKept(keys, stored));
}

/** Returns the people, documents and consents of an application in the format from which `parts_hash` is computed. */
export function auditedParts({ personnel, documents, consents }: ApplicationRecord): AuditedParts {
  return {
    personnel: personnel.map((person) => ({ ...person, personnel_type: person.personnelType })),
    documents: documents.map((document) => ({
      ...document,
      document_type: document.documentType,
      original_sha256: document.originalSha256,
    })),
    consents: consents.map((consent) => ({
      ...consent,
      open_date_time: consent.openDateTime,
      agreed_date_time: consent.agreedDateTime,
      void_date_time: consent.voidDateTime,
      signer: consent.sealed,
    })),
  };
}

/** Returns the newest answer to an agreement, even if that answer was voided or refuses the agreement. */
export function consentTo(record: ApplicationRecord, agreement: string): ConsentRecord | undefined {
  return record.consents.find((consent) => consent.agreement === agreement);
}

/** Returns the consent to an agreement. Returns undefined if it was never given, or was withdrawn or voided. */
export function unvoidedConsent(record: ApplicationRecord, agreement: string): ConsentRecord | undefined {
  const consent = consentTo(record, agreement);
  return consent?.agreed && consent.voidDateTime === null ? consent : undefined;
}

/**
 * Returns whether a consent is valid. In a draft, the agreed text must be current or still accepted (D31). If the program's
 * folder no longer exists, `texts` is undefined and every unvoided consent is valid.
 */
export function holdsConsent(
  record: ApplicationRecord,
  agreement: AgreementKey,
  texts: TextsAt | undefined,
): boolean {
  const consent = unvoidedConsent(record, agreement);
  if (!consent) return false;
  const { row, personnel } = record;
  const applicationData = record.answers as ApplicationAnswers;
  return (
    row.status !== 'draft' ||
    texts === undefined ||
    consent.sha256 === agreementFor(texts.program, agreement, { applicationData, personnel }).sha256 ||
    stillCounts(texts.program.agreements[agreement], consent, texts.now)
  );
}

export function sectionsOf({ sections }: ApplicationRecord): ApplicationState['sections'] {
  return { business: false, applicant: false, owner: false, authorizedUser: false, ...sections };
}

/** Converts an application to the state that the rules and the flow in form/ work on. */
export function stateOf(record: ApplicationRecord, program: Program, now: Date): ApplicationState {
  const applicationData = record.answers as ApplicationAnswers;
  return {
    form: program.form,
    now,
    isIndustry: (code) => industryCodes.has(code),
    applicationData,
    disclosures: record.disclosures as Disclosures,
    questions: {},
    personnel: record.personnel,
    documentCount: record.documents.length,
    sections: sectionsOf(record),
    agreed: Object.fromEntries(
      agreementKeys.map((key) => [key, holdsConsent(record, key, { program, now })]),
    ) as Record<AgreementKey, boolean>,
    guarantorRequired: guarantorIsRequired(program.guarantor, applicationData),
    proofRequired: program.proofOfEntityRequired,
    proofLater: false,
  };
}

/** Returns the fields for this type of person in the base form, without the overrides of any program. */
export const fieldsOfPerson = (personnelType: PersonnelType) => baseForm[recordOfPerson[personnelType]];

/** Returns the name of the applicant, who signs the agreements, or an empty string if it has not been entered yet. */
export function signerNameOf(state: Pick<ApplicationState, 'personnel'>): string {
  const name = applicantOf(state)?.answers['fullName'];
  return typeof name === 'string' ? name : '';
}
