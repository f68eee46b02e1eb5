/** Shows an application to an operator, without sensitive answers unless the operator gives a reason (D35, D41). */
import { displayOf } from '../../../copy/display.ts';
import { fieldWords } from '../../../copy/sentences.ts';
import { type Field, type Fields, fieldAs } from '../../../form/fields/field.ts';
import { baseForm, fieldsOf, type RecordName } from '../../../form/fields/form.ts';
import { industries } from '../../../form/lists/industries.ts';
import { recordOfPerson } from '../../../form/people/people.ts';
import { fieldTypeOf, isAnswered } from '../../../form/validation/validate.ts';
import { type ApplicationRecord, fieldsOfPerson } from '../../applications/application-record.ts';
import { applicationResponse } from '../../applications/application-response.ts';
import { defaultCopy } from '../../programs/default-copy.ts';
import { type Answers, readBack } from '../../security/sealed-answers.ts';
import { moment, pairs } from '../terminal-text.ts';

/** `revealed`: show all answers. `hidden`: show no sensitive answers, except the last four digits of identifiers. */
export type Showing = 'hidden' | 'revealed';

const titles: ReadonlyMap<string, string> = new Map(industries.map(({ code, title }) => [code, title]));

/** Returns the paths of all sensitive fields that have an answer, in the format that API errors use for paths. */
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

/** Returns the application in the format of the API, with sensitive answers hidden or revealed. */
export function applicationData(record: ApplicationRecord, showing: Showing): object {
  const { personnel: _, sessionId: __, ...response } = applicationResponse(record, undefined, 'whole');
  return {
    ...response,
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

/** Returns the application as text. Omits unanswered questions. Shows people's names for answers that are people's ids. */
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
      const asked = { record: recordName, key, field: fieldAs(field, answers) };
      const text = valueText(asked, answers, showing);
      const { label } = fieldWords(defaultCopy, asked, { name });
      return text === null ? [] : [[label, names.get(text) ?? text] as const];
    });
  const agreements = record.consents.map(({ agreement, version, agreed, voidDateTime, agreedDateTime }) => {
    const when = agreed && voidDateTime === null ? moment(agreedDateTime) : 'not valid';
    return [`${agreement}, version ${version}`, when] as const;
  });
  const documents = record.documents.map(
    ({ id, documentType, fileName }) => [`${documentType} ${id}`, fileName] as const,
  );
  const parts = [
    ['Business', linesOf('application', record.answers)] as const,
    ...record.personnel.map(({ personnelType, answers, id }) => {
      const personLines = linesOf(recordOfPerson[personnelType], answers, names.get(id));
      return [`${personTitles[personnelType]} ${id}`, personLines] as const;
    }),
    ['Agreements', agreements] as const,
    ['Documents', documents] as const,
  ].filter(([, entries]) => entries.length > 0);
  const texts = parts.map(
    ([title, entries]) => `${title}\n${pairs(entries.map(([name, value]) => [`  ${name}`, value]))}`,
  );
  return [head, ...texts].join('\n\n');
}

const personTitles = { applicant: 'Applicant', owner: 'Owner', authorized_user: 'Authorized user' } as const;

function valueText(
  asked: { readonly record: RecordName; readonly key: string; readonly field: Field },
  answers: Answers,
  showing: Showing,
): string | null {
  const { field, key } = asked;
  const shown = displayOf(defaultCopy, asked, answers, (code) => titles.get(code));
  if (shown === null || field.sensitive === undefined) return shown?.text ?? null;
  if (showing === 'hidden') return field.sensitive === 'masked' ? shown.text : '•••';
  return field.sensitive === 'masked' ? fieldTypeOf(field).format(answers[key] as never) : shown.text;
}
