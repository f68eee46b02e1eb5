/** How an application is shown to an operator: with sensitive answers hidden, or in full for a reason (D35, D41). */
import { displayOf } from '../../../copy/display.ts';
import { fieldWords } from '../../../copy/sentences.ts';
import type { Field, Fields } from '../../../form/fields/field.ts';
import { baseForm, fieldsOf, type RecordName } from '../../../form/fields/form.ts';
import { industries } from '../../../form/lists/industries.ts';
import { recordOfPerson } from '../../../form/people/people.ts';
import { fieldTypeOf, isAnswered } from '../../../form/validation/validate.ts';
import { type ApplicationRecord, fieldsOfPerson } from '../../applications/application-record.ts';
import { applicationResponse } from '../../applications/application-response.ts';
import { defaultCopy } from '../../programs/default-copy.ts';
import { type Answers, readBack } from '../../security/sealed-answers.ts';
import { moment, pairs } from '../terminal-text.ts';

/**
 * `hidden`: identifiers as their last four digits, other sensitive answers left out. `revealed`: everything in full.
 */
export type Showing = 'hidden' | 'revealed';

const titles: ReadonlyMap<string, string> = new Map(industries.map(({ code, title }) => [code, title]));

/** The paths of all sensitive answers given, in the form that API errors use. */
export function sensitiveFieldsOf(record: ApplicationRecord): string[] {
  const given = (fields: Fields, answers: Answers, path: string) =>
    Object.keys(fields)
      .filter((key) => fields[key]?.sensitive !== undefined && isAnswered(fields, key, answers))
      .map((key) => `${path}.${key}`);
  return [
    ...given(baseForm.application, record.answers, 'applicationData'),
    ...record.personnel.flatMap(({ id, personnelType, answers }) =>
      given(fieldsOfPerson(personnelType), answers, `personnel.${id}`),
    ),
  ];
}

/** The application as the API returns it, but with sensitive answers hidden or revealed. */
export function applicationData(record: ApplicationRecord, showing: Showing): object {
  const {
    personnel: _personnel,
    sessionId: _session,
    ...answer
  } = applicationResponse(record, undefined, 'whole');
  return {
    ...answer,
    applicationData: shownAnswers(baseForm.application, record.answers, showing),
    personnel: record.personnel.map(({ id, personnelType, answers }) => ({
      id,
      personnelType,
      ...shownAnswers(fieldsOfPerson(personnelType), answers, showing),
    })),
  };
}

function shownAnswers(fields: Fields, answers: Answers, showing: Showing): Answers {
  const isOpen = (key: string) => fields[key]?.sensitive === undefined || showing === 'revealed';
  const open = Object.keys(fields).filter(isOpen);
  if (showing === 'revealed') return Object.fromEntries(open.map((key) => [key, answers[key] ?? null]));
  const read = readBack(fields, answers);
  return Object.fromEntries(Object.entries(read).filter(([key]) => fields[key] === undefined || isOpen(key)));
}

/** The same as text for a terminal, without questions that have no answer. Ids of people are shown as names. */
export function applicationText(record: ApplicationRecord, showing: Showing): string {
  const { row } = record;
  const names = new Map(record.personnel.map(({ id, answers }) => [id, String(answers['fullName'] ?? '')]));
  const head = pairs([
    ['Reference', row.reference_number ?? 'none'],
    ['Status', row.status],
    ['Program', row.domain_key],
    ['Store', row.store_id],
    ['Begun', moment(row.create_date_time)],
    ...(row.submitted_date_time ? [['Submitted', moment(row.submitted_date_time)] as const] : []),
    ['Id', row.id],
  ]);
  const linesOf = (recordName: RecordName, answers: Answers, name = '') =>
    Object.entries(fieldsOf(baseForm, recordName)).flatMap(([key, field]) => {
      const asked = { record: recordName, key, field };
      const text = valueText(asked, answers, showing);
      const { label } = fieldWords(defaultCopy, asked, { name });
      return text === null ? [] : [[label, names.get(text) ?? text] as const];
    });
  const people = record.personnel.map(({ personnelType, answers, id }) =>
    part(
      `${personTitles[personnelType]} ${id}`,
      linesOf(recordOfPerson[personnelType], answers, names.get(id)),
    ),
  );
  return [
    head,
    part('Business', linesOf('application', record.answers)),
    ...people,
    part(
      'Agreements',
      record.consents.map((consent) => [
        `${consent.agreement}, version ${consent.version}`,
        consent.agreed && consent.voidDateTime === null ? moment(consent.agreedDateTime) : 'not valid',
      ]),
    ),
    part(
      'Documents',
      record.documents.map(({ id, documentType, fileName }) => [`${documentType} ${id}`, fileName]),
    ),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

interface Asked {
  readonly record: RecordName;
  readonly key: string;
  readonly field: Field;
}

const personTitles = { applicant: 'Applicant', owner: 'Owner', authorized_user: 'Authorized user' } as const;

function part(title: string, lines: readonly (readonly [string, string])[]): string {
  return lines.length === 0 ? '' : `${title}\n${pairs(lines.map(([name, value]) => [`  ${name}`, value]))}`;
}

function valueText(asked: Asked, answers: Answers, showing: Showing): string | null {
  const { field, key } = asked;
  const shown = displayOf(defaultCopy, asked, answers, (code) => titles.get(code));
  if (shown === null || field.sensitive === undefined) return shown?.text ?? null;
  if (showing === 'hidden') return field.sensitive === 'masked' ? shown.text : '•••';
  return field.sensitive === 'masked' ? fieldTypeOf(field).format(answers[key] as never) : shown.text;
}
