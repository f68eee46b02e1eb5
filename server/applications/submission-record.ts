/** Encrypts and decrypts a submission, which consists of a snapshot of all answers and the evidence of consent. */
import { displayOf } from '../../copy/display.ts';
import { wordedReview } from '../../copy/review.ts';
import { fieldWords } from '../../copy/sentences.ts';
import type { ApplicationState } from '../../form/fields/application-state.ts';
import { isAsked } from '../../form/fields/field.ts';
import { baseForm, fieldsOf } from '../../form/fields/form.ts';
import { industries } from '../../form/lists/industries.ts';
import { countedAnswers } from '../../form/people/ownership.ts';
import type { Person } from '../../form/people/people.ts';
import type { ReviewRow } from '../../form/review/review.ts';
import { certificationOf } from '../../form/state/consents.ts';
import type { ApplicationRow } from '../db/queries/applications.ts';
import { findSubmission, type SubmissionRow } from '../db/queries/submissions.ts';
import type { Program } from '../programs/programs.ts';
import { openDataKey } from '../security/data-keys.ts';
import type { Answers } from '../security/sealed-answers.ts';
import { placeIn } from '../security/sealed-columns.ts';
import { type DataKey, openText, sealText } from '../security/sealing.ts';
import type { Services } from '../services.ts';
import { type ApplicationRecord, fieldsOfPerson, signerNameOf } from './application-record.ts';
import { IntegrityError } from './audited-state.ts';
import type { SealedDocument } from './sealed-parts.ts';

/** The text shown in place of an answer to a field with `sensitive: 'sealed'` (D37). */
const sealedText = 'Provided (not shown)';

/** Everything that the applicant submitted: every answer in full, and the descriptions and hashes of the documents. */
export type Snapshot = ReturnType<typeof snapshotOf>;

/** The answers under one heading of the review. An answer to a field with `sensitive: 'sealed'` is shown as `sealedText`. */
export interface ShownAnswers {
  readonly title: string;
  /** `text` is null if the question has no answer. */
  readonly rows: readonly { readonly label: string; readonly text: string | null }[];
}

/** The evidence (D31): the consents with their times, IP addresses and signers; the certified owners; the answers as shown. */
export type Evidence = ReturnType<typeof evidenceOf>;

/** A decrypted submission. */
export type SubmissionRecord = Awaited<ReturnType<typeof readSubmission>>;

export function describedDocument({ sealed: _, disarmed: _isOurs, ...document }: SealedDocument) {
  return { ...document, createDateTime: document.createDateTime.toISOString() };
}

/** Returns a snapshot of all answers, including an applicant's share if the legal form determines that share (D6). */
function snapshotOf(record: ApplicationRecord, state: ApplicationState) {
  const whole = (fields: object, answers: Answers): Answers =>
    Object.fromEntries(Object.keys(fields).map((key) => [key, answers[key] ?? null]));
  const { applicationData, disclosures, personnel } = state;
  return {
    applicationData: whole(baseForm.application, applicationData),
    disclosures: { ...disclosures, noOtherOwners: disclosures.noOtherOwners === true },
    personnel: personnel.map((person): Answers & Pick<Person, 'id' | 'personnelType'> => ({
      id: person.id,
      personnelType: person.personnelType,
      ...whole(fieldsOfPerson(person.personnelType), countedAnswers(state, person)),
    })),
    documents: record.documents.map(describedDocument),
  };
}

const titles = new Map(industries.map(({ code, title }) => [code, title]));

/** Returns whether a row's field is `sealed`. For such a row, the evidence shows `sealedText` instead of the answer (D41). */
function showsSealed({ asks }: ReviewRow, { form }: ApplicationState): boolean {
  return asks?.keys.some((key) => fieldsOf(form, asks.record)[key]?.sensitive === 'sealed') ?? false;
}

/** Marks all sections as confirmed. Submitting confirms each section, even if the page did not send its confirmation (D11). */
const allConfirmed = { business: true, applicant: true, owner: true, authorizedUser: true } as const;

/** Returns the answers to the disclosures, with the wording that the screens showed. */
function shownDisclosures({ copy, agreements }: Program, state: ApplicationState): ShownAnswers {
  const fields = Object.entries(fieldsOf(state.form, 'disclosures'));
  const due = fields.filter(([, field]) => isAsked(field, state));
  return {
    title: 'Other confirmations',
    rows: due.map(([key, field]) => {
      const question = { record: 'disclosures', key, field } as const;
      const { label } = fieldWords(copy, question);
      const isOfText = key === 'shareInformation';
      return {
        // Add the title of the text, because the label alone does not say which text was read.
        label: isOfText ? `${agreements['share-information'].title}: ${label}` : label,
        text: displayOf(copy, question, state.disclosures)?.text ?? copy.review.no,
      };
    }),
  };
}

/** Returns the answers that the applicant confirmed, with the wording that the page showed. */
function shownAnswers(program: Program, record: ApplicationRecord, state: ApplicationState): ShownAnswers[] {
  const { copy } = program;
  const fileNames = record.documents.map(({ fileName }) => fileName);
  const confirmed = { ...state, sections: allConfirmed };
  const cards = wordedReview(copy, confirmed, { titleOf: (code) => titles.get(code), fileNames });
  const answers = cards.map(({ title, rows }) => ({
    title,
    rows: rows.map((row) => ({
      label: row.label,
      text: row.shown && (showsSealed(row, state) ? sealedText : row.shown.text),
    })),
  }));
  return [...answers, shownDisclosures(program, state)];
}

function evidenceOf(
  record: ApplicationRecord,
  program: Program,
  state: ApplicationState,
  certifiedHtml: string,
) {
  return {
    consents: record.consents.map(({ sealed: _, ...consent }) => ({
      ...consent,
      // Applicants give the share-information consents before they enter their names, so add the name here.
      signerName: consent.signerName || signerNameOf(state),
      openDateTime: consent.openDateTime?.toISOString() ?? null,
      agreedDateTime: consent.agreedDateTime.toISOString(),
      voidDateTime: consent.voidDateTime?.toISOString() ?? null,
    })),
    certification: certificationOf(state),
    // Store the HTML of the controlling-party agreement, because it lists people. The other texts are stored once per version.
    certifiedHtml,
    answers: shownAnswers(program, record, state),
  };
}

const aadOf = (row: ApplicationRow, field: keyof SubmissionRow) => placeIn('submission', row, row.id, field);

/** Encrypts the application's answers and evidence. `certifiedHtml` is the controlling-party agreement that was agreed to. */
export function sealSubmission(
  record: ApplicationRecord,
  program: Program,
  state: ApplicationState,
  certifiedHtml: string,
): SubmissionRow {
  const seal = (field: keyof SubmissionRow, content: Snapshot | Evidence) =>
    sealText(record.key, JSON.stringify(content), aadOf(record.row, field));
  return {
    snapshot: seal('snapshot', snapshotOf(record, state)),
    evidence: seal('evidence', evidenceOf(record, program, state, certifiedHtml)),
  };
}

/** Decrypts a submission's snapshot and evidence to JSON texts. Throws EncryptionError if one of them was altered or moved. */
export function openSubmission(key: DataKey, row: ApplicationRow, sealed: SubmissionRow) {
  const open = (field: keyof SubmissionRow) => openText(key, sealed[field], aadOf(row, field));
  return { snapshot: open('snapshot'), evidence: open('evidence') };
}

/** Reads and decrypts a submission. Throws IntegrityError if the submission does not exist or was purged (D38). */
export async function readSubmission(
  { database, keys }: Pick<Services, 'database' | 'keys'>,
  applicationId: string,
) {
  const found = await findSubmission(database.db, applicationId);
  if (!found) throw new IntegrityError();
  const { application: row, submission } = found;
  const key = await openDataKey(keys, row);
  const { snapshot, evidence } = openSubmission(key, row, submission);
  return { row, key, snapshot: JSON.parse(snapshot) as Snapshot, evidence: JSON.parse(evidence) as Evidence };
}
