/** What was submitted: the snapshot of every answer and the evidence of consent, sealed together and opened again. */
import { certificationOf } from '../../form/changes.ts';
import type { Disclosures } from '../../form/disclosures.ts';
import { baseForm } from '../../form/form.ts';
import type { PersonnelType, Situation } from '../../form/situation.ts';
import type { DataKey } from '../security/encryption.ts';
import { openText, sealText } from '../security/encryption.ts';
import type { Answers } from '../security/sealed-answers.ts';
import type { Services } from '../services.ts';
import type { ApplicationRow } from '../store/applications.ts';
import type { SubmissionRow } from '../store/submissions.ts';
import { findSubmission } from '../store/submissions.ts';
import type { ApplicationRecord, ConsentRecord, DocumentRecord } from './application-record.ts';
import { dataKeyOf, fieldsOfPerson, placeOfRecord } from './application-record.ts';

/** A record as JSON holds it: its moments are ISO 8601 texts. */
type InJson<T> = {
  readonly [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K];
};

/** What the person confirmed, as it stood at that moment: every answer in full, papers by their hash. */
export interface Snapshot {
  readonly applicationData: Answers;
  readonly disclosures: Disclosures;
  readonly personnel: readonly (Answers & { readonly id: string; readonly personnelType: PersonnelType })[];
  readonly documents: readonly InJson<DocumentRecord>[];
}

/** The evidence of consent (D31): what was agreed to, when, from where, by whom, and what was certified. */
export interface Evidence {
  readonly consents: readonly InJson<ConsentRecord>[];
  readonly certification: ReturnType<typeof certificationOf>;
}

/** An application that was submitted, opened; its papers' bytes are read only when asked for. */
export interface SubmissionRecord {
  readonly row: ApplicationRow;
  readonly key: DataKey;
  readonly snapshot: Snapshot;
  readonly evidence: Evidence;
}

function snapshotOf(record: ApplicationRecord, situation: Situation): Snapshot {
  const whole = (fields: object, answers: Answers): Answers =>
    Object.fromEntries(Object.keys(fields).map((key) => [key, answers[key] ?? null]));
  return {
    applicationData: whole(baseForm.application, record.answers),
    disclosures: situation.disclosures,
    personnel: record.personnel.map(({ id, personnelType, answers }) => ({
      id,
      personnelType,
      ...whole(fieldsOfPerson(personnelType), answers),
    })),
    documents: record.documents.map((document) => ({
      ...document,
      createDateTime: document.createDateTime.toISOString(),
    })),
  };
}

function evidenceOf(record: ApplicationRecord, situation: Situation): Evidence {
  return {
    consents: record.consents.map((consent) => ({
      ...consent,
      openDateTime: consent.openDateTime?.toISOString() ?? null,
      agreedDateTime: consent.agreedDateTime.toISOString(),
      voidDateTime: consent.voidDateTime?.toISOString() ?? null,
    })),
    certification: certificationOf(situation),
  };
}

function placeOf(row: ApplicationRow, field: keyof SubmissionRow) {
  return { ...placeOfRecord(row), table: 'submission', field };
}

/** The application as it is at this moment, ready to rest. */
export function sealSubmission(record: ApplicationRecord, situation: Situation): SubmissionRow {
  const seal = (field: keyof SubmissionRow, content: Snapshot | Evidence) =>
    sealText(record.key, JSON.stringify(content), placeOf(record.row, field));
  return {
    snapshot: seal('snapshot', snapshotOf(record, situation)),
    evidence: seal('evidence', evidenceOf(record, situation)),
  };
}

/** Reads and opens what was submitted. Throws where nothing was, or where it has been purged (D38). */
export async function readSubmission(
  { database, keyRing }: Pick<Services, 'database' | 'keyRing'>,
  applicationId: string,
): Promise<SubmissionRecord> {
  const found = await findSubmission(database.db, applicationId);
  if (!found) throw new Error('There is no submission of this application.');
  const { application: row, submission } = found;
  const key = dataKeyOf(keyRing, row);
  const open = (field: keyof SubmissionRow): unknown =>
    JSON.parse(openText(key, submission[field], placeOf(row, field)));
  return { row, key, snapshot: open('snapshot') as Snapshot, evidence: open('evidence') as Evidence };
}
