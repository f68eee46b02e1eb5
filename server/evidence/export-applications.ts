/**
 * Applications for other programs to read (D35): what rests readable in their rows and nothing sealed, so that no key
 * is needed and no sensitive answer can be among it (D41, D42). Read and written a page at a time, so that any number
 * will do.
 */
import type { Kysely } from 'kysely';
import type { Fields } from '../../form/field.ts';
import { baseForm } from '../../form/form.ts';
import type { PersonnelType } from '../../form/situation.ts';
import { fieldsOfPerson } from '../applications/application-record.ts';
import type { Answers } from '../security/sealed-answers.ts';
import type { ApplicationFilter, ApplicationPlace, ListedApplication } from '../store/application-list.ts';
import { listApplications } from '../store/application-list.ts';
import type { Tables } from '../store/tables.ts';
import { csvRow } from './csv.ts';

interface ExportedApplication {
  readonly id: string;
  readonly referenceNumber: string | null;
  readonly status: string;
  readonly domainKey: string;
  readonly storeId: string;
  readonly providerId: string;
  readonly createDateTime: Date;
  readonly submittedDateTime: Date | null;
  readonly applicationData: Answers;
  readonly personnel: readonly (Answers & { readonly id: string; readonly personnelType: PersonnelType })[];
}

const pageSize = 500;

/** Keys of the fields that no one minds being read. */
function openKeys(fields: Fields): string[] {
  return Object.keys(fields).filter((key) => fields[key]?.sensitive === undefined);
}

function openAnswersOf(fields: Fields, answers: Answers): Answers {
  return Object.fromEntries(openKeys(fields).map((key) => [key, answers[key] ?? null]));
}

/** The applications that a filter finds, newest first, a page at a time. */
export async function* pagesOfApplications(
  db: Kysely<Tables>,
  filter: ApplicationFilter,
): AsyncGenerator<readonly ListedApplication[]> {
  for (let after: ApplicationPlace | undefined; ; ) {
    const page = await listApplications(db, filter, { after, limit: pageSize });
    if (page.length > 0) yield page;
    after = page.at(-1);
    if (page.length < pageSize) return;
  }
}

/** What is exported of the applications that a filter finds, newest first, a page at a time. */
async function* exportedPages(
  db: Kysely<Tables>,
  filter: ApplicationFilter,
): AsyncGenerator<readonly ExportedApplication[]> {
  for await (const page of pagesOfApplications(db, filter)) {
    const ids = page.map(({ id }) => id);
    const rows = await db
      .selectFrom('application')
      .select([
        'id',
        'reference_number as referenceNumber',
        'status',
        'domain_key as domainKey',
        'store_id as storeId',
        'provider_id as providerId',
        'create_date_time as createDateTime',
        'submitted_date_time as submittedDateTime',
        'answers',
      ])
      .where('id', 'in', ids)
      .execute();
    const people = await db
      .selectFrom('personnel')
      .select(['id', 'application_id', 'personnel_type as personnelType', 'answers'])
      .where('application_id', 'in', ids)
      .orderBy('id')
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    const byApplication = Map.groupBy(people, (person) => person.application_id);
    yield ids
      .flatMap((id) => byId.get(id) ?? [])
      .map(({ answers, ...head }) => ({
        ...head,
        applicationData: openAnswersOf(baseForm.application, answers),
        personnel: (byApplication.get(head.id) ?? []).map(({ id, personnelType, answers: given }) => ({
          id,
          personnelType,
          ...openAnswersOf(fieldsOfPerson(personnelType), given),
        })),
      }));
  }
}

const heads = [
  'id',
  'referenceNumber',
  'status',
  'domainKey',
  'storeId',
  'providerId',
  'createDateTime',
  'submittedDateTime',
] as const;
const applicationKeys = openKeys(baseForm.application);
const applicantKeys = openKeys(baseForm.applicant);

/** The first line of a table: names of fields, those of the applicant with `applicant.` before them. */
const csvHeader = csvRow([...heads, ...applicationKeys, ...applicantKeys.map((key) => `applicant.${key}`)]);

/** The line of an application with its applicant; its other people are in the JSON. */
function csvLine(application: ExportedApplication): string {
  const applicant: Answers =
    application.personnel.find(({ personnelType }) => personnelType === 'applicant') ?? {};
  return csvRow([
    ...heads.map((key) => application[key]),
    ...applicationKeys.map((key) => application.applicationData[key]),
    ...applicantKeys.map((key) => applicant[key]),
  ]);
}

/** All of them as a table, in pieces; answers how many. */
export async function* exportCsv(
  db: Kysely<Tables>,
  filter: ApplicationFilter,
): AsyncGenerator<Buffer, number> {
  let count = 0;
  yield Buffer.from(csvHeader);
  for await (const page of exportedPages(db, filter)) {
    count += page.length;
    yield Buffer.from(page.map(csvLine).join(''));
  }
  return count;
}

/** All of them as one JSON array with a line for each, in pieces; answers how many. */
export async function* exportJson(
  db: Kysely<Tables>,
  filter: ApplicationFilter,
): AsyncGenerator<Buffer, number> {
  let count = 0;
  for await (const page of exportedPages(db, filter)) {
    yield Buffer.from(
      page.map((one, at) => `${count + at === 0 ? '[' : ','}\n${JSON.stringify(one)}`).join(''),
    );
    count += page.length;
  }
  yield Buffer.from(count === 0 ? '[]\n' : '\n]\n');
  return count;
}
