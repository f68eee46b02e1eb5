/** How an application is shown to an operator: sensitive answers hidden, or all of them for a reason (D35, D41). */
import { fill } from '../../form/catalogue.ts';
import { displayOf } from '../../form/display.ts';
import type { Field, Fields } from '../../form/field.ts';
import { baseForm } from '../../form/form.ts';
import { isAnswered, readerOf } from '../../form/judge.ts';
import { industries } from '../../form/lists/industries.ts';
import { applicationAnswer } from '../applications/application-answer.ts';
import type { ApplicationRecord } from '../applications/application-record.ts';
import { fieldsOfPerson } from '../applications/application-record.ts';
import type { Answers } from '../security/sealed-answers.ts';
import { readBack } from '../security/sealed-answers.ts';
import { moment, pairs } from './terminal-text.ts';

/** `hidden`: identifiers as their last four, other sensitive answers not at all. `revealed`: everything in full. */
export type Showing = 'hidden' | 'revealed';

const titles: ReadonlyMap<string, string> = new Map(industries.map(({ code, title }) => [code, title]));

/** The paths of all sensitive answers that are given, as errors of the API name them. */
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

/** The application as the API answers it, but for what is sensitive. */
export function applicationData(record: ApplicationRecord, showing: Showing): object {
  const {
    personnel: _personnel,
    sessionId: _session,
    ...answer
  } = applicationAnswer(record, undefined, 'whole');
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

/** The same as text for a terminal; only what was answered. A person is named where another answer gives their id. */
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
  const linesOf = (fields: Fields, answers: Answers, name = '') =>
    Object.entries(fields).flatMap(([key, field]) => {
      const text = valueText(field, key, answers, showing);
      return text === null ? [] : [[fill(field.label, { name }), names.get(text) ?? text] as const];
    });
  const people = record.personnel.map(({ personnelType, answers, id }) =>
    part(
      `${personTitles[personnelType]} ${id}`,
      linesOf(fieldsOfPerson(personnelType), answers, names.get(id)),
    ),
  );
  return [
    head,
    part('Business', linesOf(baseForm.application, record.answers)),
    ...people,
    part(
      'Agreements',
      record.consents.map((consent) => [
        `${consent.agreement}, version ${consent.version}`,
        consent.agreed && consent.voidDateTime === null ? moment(consent.agreedDateTime) : 'does not hold',
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

const personTitles = { applicant: 'Applicant', owner: 'Owner', authorized_user: 'Authorized user' } as const;

function part(title: string, lines: readonly (readonly [string, string])[]): string {
  return lines.length === 0 ? '' : `${title}\n${pairs(lines.map(([name, value]) => [`  ${name}`, value]))}`;
}

function valueText(field: Field, key: string, answers: Answers, showing: Showing): string | null {
  const shown = displayOf(field, key, answers, (code) => titles.get(code));
  if (shown === null || field.sensitive === undefined) return shown?.text ?? null;
  if (showing === 'hidden') return field.sensitive === 'masked' ? shown.text : '•••';
  return field.sensitive === 'masked' ? readerOf(field).toText(answers[key] as never) : shown.text;
}
