/**
 * Exports applications for other programs (D35): the unsealed answers of their rows, so that no key is needed and no
 * sensitive answer can be among them (D41, D42), with the applicant's share where the form of business implies it (D6).
 * Reads and writes a page at a time, so that memory does not grow with their number.
 */
import type { Kysely } from 'kysely';
import type { Fields } from '../../form/fields/field.ts';
import { baseForm } from '../../form/fields/form.ts';
import type { PersonnelType } from '../../form/state/application-state.ts';
import { countedAnswers } from '../../form/state/ownership.ts';
import { fieldsOfPerson } from '../applications/application-record.ts';
import type { ApplicationFilter, ListedApplication, ListPosition } from '../db/queries/application-list.ts';
import { listApplications, readableApplications } from '../db/queries/application-list.ts';
import { readablePersonnel } from '../db/queries/personnel.ts';
import type { Tables } from '../db/tables.ts';
import type { Answers } from '../security/sealed-answers.ts';
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

/** Keys of the fields that are not sensitive. */
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
  for (let after: ListPosition | undefined; ; ) {
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
    const rows = await readableApplications(db, ids);
    const people = await readablePersonnel(db, ids);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const byApplication = Map.groupBy(people, (person) => person.applicationId);
    yield ids
      .flatMap((id) => byId.get(id) ?? [])
      .map(({ answers, ...head }) => ({
        ...head,
        applicationData: openAnswersOf(baseForm.application, answers),
        personnel: (byApplication.get(head.id) ?? []).map((person) => ({
          id: person.id,
          personnelType: person.personnelType,
          ...openAnswersOf(
            fieldsOfPerson(person.personnelType),
            countedAnswers({ applicationData: answers }, person),
          ),
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

/** All of them as a table, in pieces; returns how many. */
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

/** All of them as one JSON array with a line for each, in pieces; returns how many. */
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
