/** What was submitted: the snapshot of every answer and the evidence of consent, sealed together and opened again. */
import type { Certification } from '../../form/changes.ts';
import { certificationOf } from '../../form/changes.ts';
import type { Disclosures } from '../../form/disclosures.ts';
import { displayOf } from '../../form/display.ts';
import { baseForm, fieldsOf } from '../../form/form.ts';
import { industries } from '../../form/lists/industries.ts';
import type { ReviewRow } from '../../form/review.ts';
import { reviewOf } from '../../form/review.ts';
import type { PersonnelType, Situation } from '../../form/situation.ts';
import { noOtherOwnersIsDue } from '../../form/situation.ts';
import { agreementFor } from '../agreements/agreements.ts';
import type { Program } from '../programs.ts';
import type { DataKey } from '../security/encryption.ts';
import { openText, sealText } from '../security/encryption.ts';
import type { Answers } from '../security/sealed-answers.ts';
import type { Services } from '../services.ts';
import type { ApplicationRow } from '../store/applications.ts';
import type { SubmissionRow } from '../store/submissions.ts';
import { findSubmission } from '../store/submissions.ts';
import type { ApplicationRecord, ConsentRecord, DocumentRecord } from './application-record.ts';
import { dataKeyOf, fieldsOfPerson, placeOfRecord, signerNameOf } from './application-record.ts';

/** Stands for an answer that was given and is not shown (D37). */
export const sealedText = 'Provided (not shown)';

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

/** The answers under one heading as the review showed them; a sensitive one only says that it was given. */
export interface ShownAnswers {
  readonly title: string;
  /** `text` is null where nothing was given. */
  readonly rows: readonly { readonly label: string; readonly text: string | null }[];
}

/** The evidence of consent (D31): what was agreed to, when, from where, by whom, and what was certified. */
export interface Evidence {
  readonly consents: readonly InJson<ConsentRecord>[];
  readonly certification: Certification;
  /** The controlling-party agreement as it was agreed to, names and shares in it; every other text is kept by its version. */
  readonly certifiedHtml: string;
  /** What the person confirmed, in the words of that day. */
  readonly answers: readonly ShownAnswers[];
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

const titles = new Map(industries.map(({ code, title }) => [code, title]));

/** True where a row shows an answer that rests sealed and is no masked number: it is said to be given, no more (D41). */
function showsSealed({ asks }: ReviewRow, { form }: Situation): boolean {
  return asks?.keys.some((key) => fieldsOf(form, asks.record)[key]?.sensitive === 'sealed') ?? false;
}

/** Whoever submits has confirmed every section, whether the page said so or not (D11). */
const allConfirmed = { business: true, applicant: true, owner: true, authorizedUser: true } as const;

/** What was confirmed beside the agreements, in the words of its screens. */
function shownDisclosures(situation: Situation): ShownAnswers {
  const fields = Object.entries(fieldsOf(situation.form, 'disclosures'));
  const due = fields.filter(([key]) => key !== 'noOtherOwners' || noOtherOwnersIsDue(situation));
  return {
    title: 'Confirmed beside the agreements',
    rows: due.map(([key, field]) => ({
      label: field.label,
      text: displayOf(field, key, situation.disclosures)?.text ?? null,
    })),
  };
}

function shownAnswers(record: ApplicationRecord, situation: Situation): readonly ShownAnswers[] {
  const fileNames = record.documents.map(({ fileName }) => fileName);
  const confirmed = { ...situation, sections: allConfirmed };
  const cards = reviewOf(confirmed, { titleOf: (code) => titles.get(code), fileNames });
  const answers = cards.map(({ title, rows }) => ({
    title,
    rows: rows.map((row) => ({
      label: row.label,
      text: row.shown && (showsSealed(row, situation) ? sealedText : row.shown.text),
    })),
  }));
  return [...answers, shownDisclosures(situation)];
}

/** The share-information screen comes before the applicant has a name: who signs there is known by now. */
function evidenceOf(record: ApplicationRecord, program: Program, situation: Situation): Evidence {
  return {
    consents: record.consents.map((consent) => ({
      ...consent,
      signerName: consent.signerName || signerNameOf(situation),
      openDateTime: consent.openDateTime?.toISOString() ?? null,
      agreedDateTime: consent.agreedDateTime.toISOString(),
      voidDateTime: consent.voidDateTime?.toISOString() ?? null,
    })),
    certification: certificationOf(situation),
    certifiedHtml: agreementFor(program, 'controlling-party', situation).html,
    answers: shownAnswers(record, situation),
  };
}

function placeOf(row: ApplicationRow, field: keyof SubmissionRow) {
  return { ...placeOfRecord(row), table: 'submission', field };
}

/** The application as it is at this moment, ready to rest. */
export function sealSubmission(
  record: ApplicationRecord,
  program: Program,
  situation: Situation,
): SubmissionRow {
  const seal = (field: keyof SubmissionRow, content: Snapshot | Evidence) =>
    sealText(record.key, JSON.stringify(content), placeOf(record.row, field));
  return {
    snapshot: seal('snapshot', snapshotOf(record, situation)),
    evidence: seal('evidence', evidenceOf(record, program, situation)),
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
