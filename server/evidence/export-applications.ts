/** Exports all answers that are not sensitive, for use in other software (D35, D41). Works page by page to limit memory. */
import type { Kysely } from 'kysely';
import type { Fields } from '../../form/fields/field.ts';
import { baseForm } from '../../form/fields/form.ts';
import { countedAnswers } from '../../form/people/ownership.ts';
import { fieldsOfPerson } from '../applications/application-record.ts';
import {
  type ApplicationFilter,
  contentOfApplications,
  type ListedApplication,
  type ListPosition,
  listApplications,
} from '../db/queries/operator/application-list.ts';
import type { Tables } from '../db/tables.ts';
import type { DataKeys } from '../security/data-keys.ts';
import { type Answers, openContent } from '../security/sealed-answers.ts';
import { placeOf } from '../security/sealed-columns.ts';
import { csvRow } from './csv.ts';

const pageSize = 500;

interface Readable {
  readonly database: { readonly db: Kysely<Tables> };
  readonly keys: DataKeys;
}

/** Returns all answers of these applications, even sensitive ones, keyed by id. Erased applications have no answers. */
export async function openContents({ database, keys }: Readable, ids: readonly string[]) {
  const opened = new Map<string, OpenedContent>();
  if (ids.length === 0) return opened;
  for (const row of await contentOfApplications(database.db, ids))
    opened.set(row.id, await openedContent(keys, row));
  return opened;
}

type OpenedContent = Awaited<ReturnType<typeof openedContent>>;

async function openedContent(keys: DataKeys, row: Awaited<ReturnType<typeof contentOfApplications>>[number]) {
  const { providerId } = row;
  if (row.data_key === null) return { providerId, answers: {}, personnel: [] };
  const key = await keys.open(row.data_key, row.id);
  return {
    providerId,
    answers: openContent(row, key, placeOf(row)).answers,
    personnel: row.personnel.map((person) => ({
      id: person.id,
      personnelType: person.personnelType,
      answers: openContent(person, key, placeOf(row, person.id)).answers,
    })),
  };
}

function openKeys(fields: Fields): string[] {
  return Object.keys(fields).filter((key) => fields[key]?.sensitive === undefined);
}

function openAnswersOf(fields: Fields, answers: Answers): Answers {
  return Object.fromEntries(openKeys(fields).map((key) => [key, answers[key] ?? null]));
}

/** Yields the applications that match a filter, newest first, page by page. */
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

function exported(head: ListedApplication, { providerId, answers, personnel }: OpenedContent) {
  return {
    ...head,
    providerId,
    applicationData: openAnswersOf(baseForm.application, answers),
    personnel: personnel.map((person) => ({
      id: person.id,
      personnelType: person.personnelType,
      ...openAnswersOf(
        fieldsOfPerson(person.personnelType),
        countedAnswers({ applicationData: answers }, person),
      ),
    })),
  };
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

/** The first line of the CSV: the field names, with `applicant.` before the names of the applicant's fields. */
const csvHeader = csvRow([...heads, ...applicationKeys, ...applicantKeys.map((key) => `applicant.${key}`)]);

/** Returns the CSV line of an application and its applicant. Only the JSON export contains the other people. */
function csvLine(application: ReturnType<typeof exported>): string {
  const applicant: Answers =
    application.personnel.find(({ personnelType }) => personnelType === 'applicant') ?? {};
  return csvRow([
    ...heads.map((key) => application[key]),
    ...applicationKeys.map((key) => application.applicationData[key]),
    ...applicantKeys.map((key) => applicant[key]),
  ]);
}

/**
 * Yields applications as CSV or JSON, newest first, and returns how many. If an application has answers, calls `before` with the
 * application's id before yielding it.
 */
export async function* exportApplications(
  store: Readable,
  filter: ApplicationFilter,
  format: 'csv' | 'json',
  before: (applicationId: string) => Promise<void>,
): AsyncGenerator<Buffer, number> {
  let count = 0;
  if (format === 'csv') yield Buffer.from(csvHeader);
  for await (const page of pagesOfApplications(store.database.db, filter)) {
    const ids = page.map(({ id }) => id);
    const contents = await openContents(store, ids);
    for (const [id, { answers }] of contents) if (Object.keys(answers).length > 0) await before(id);
    const lines = page.flatMap((head) => {
      const content = contents.get(head.id);
      if (!content) return [];
      count += 1;
      const application = exported(head, content);
      return format === 'csv'
        ? csvLine(application)
        : `${count === 1 ? '[' : ','}\n${JSON.stringify(application)}`;
    });
    yield Buffer.from(lines.join(''));
  }
  if (format === 'json') yield Buffer.from(count === 0 ? '[]\n' : '\n]\n');
  return count;
}
