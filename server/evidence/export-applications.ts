/**
 * Exports applications for other programs (D35): all answers except sensitive ones (D41), including an applicant's share that
 * follows from the legal form (D6). An erased application has no answers. Reads and writes page by page, so memory does not grow
 * with the number of applications.
 */
import type { Kysely } from 'kysely';
import type { Fields } from '../../form/fields/field.ts';
import { baseForm } from '../../form/fields/form.ts';
import { countedAnswers } from '../../form/people/ownership.ts';
import type { PersonnelType } from '../../form/people/people.ts';
import { fieldsOfPerson } from '../applications/application-record.ts';
import type {
  ApplicationFilter,
  ListedApplication,
  ListPosition,
} from '../db/queries/operator/application-list.ts';
import { contentOfApplications, listApplications } from '../db/queries/operator/application-list.ts';
import type { Tables } from '../db/tables.ts';
import type { DataKeys } from '../security/data-keys.ts';
import type { Answers } from '../security/sealed-answers.ts';
import { openContent } from '../security/sealed-answers.ts';
import { placeOf } from '../security/sealed-columns.ts';
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

/** The database to read, and the keys to decrypt with. */
interface Readable {
  readonly database: { readonly db: Kysely<Tables> };
  readonly keys: DataKeys;
}

/** The decrypted answers of an application. */
interface OpenedContent {
  readonly providerId: string;
  readonly answers: Answers;
  readonly personnel: readonly {
    readonly id: string;
    readonly personnelType: PersonnelType;
    readonly answers: Answers;
  }[];
}

/** Returns the answers of some applications by their id. Those of erased applications are empty. */
export async function openContents(
  { database, keys }: Readable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OpenedContent>> {
  const opened = new Map<string, OpenedContent>();
  if (ids.length === 0) return opened;
  for (const row of await contentOfApplications(database.db, ids)) {
    const { id, providerId } = row;
    if (row.data_key === null) {
      opened.set(id, { providerId, answers: {}, personnel: [] });
      continue;
    }
    const key = await keys.open(row.data_key, id);
    opened.set(id, {
      providerId,
      answers: openContent(row, key, placeOf(row)).answers,
      personnel: row.personnel.map((person) => ({
        id: person.id,
        personnelType: person.personnelType,
        answers: openContent(person, key, placeOf(row, person.id)).answers,
      })),
    });
  }
  return opened;
}

/** Returns the keys of the fields that are not sensitive. */
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

/** Called for each application before it is exported, so that the export can be recorded. Not called for erased applications. */
export type BeforeExport = (applicationId: string) => Promise<void>;

/** Yields the exported data of the applications that match a filter, newest first, page by page. */
async function* exportedPages(
  store: Readable,
  filter: ApplicationFilter,
  before: BeforeExport,
): AsyncGenerator<readonly ExportedApplication[]> {
  for await (const page of pagesOfApplications(store.database.db, filter)) {
    const contents = await openContents(
      store,
      page.map(({ id }) => id),
    );
    for (const [id, { answers }] of contents) if (Object.keys(answers).length > 0) await before(id);
    yield page.flatMap((head) => {
      const content = contents.get(head.id);
      return content ? [exported(head, content)] : [];
    });
  }
}

function exported(
  head: ListedApplication,
  { providerId, answers, personnel }: OpenedContent,
): ExportedApplication {
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

/** The first line of a table: field names, with `applicant.` before those of the applicant. */
const csvHeader = csvRow([...heads, ...applicationKeys, ...applicantKeys.map((key) => `applicant.${key}`)]);

/** Returns the line of an application with its applicant. Its other people are only in the JSON. */
function csvLine(application: ExportedApplication): string {
  const applicant: Answers =
    application.personnel.find(({ personnelType }) => personnelType === 'applicant') ?? {};
  return csvRow([
    ...heads.map((key) => application[key]),
    ...applicationKeys.map((key) => application.applicationData[key]),
    ...applicantKeys.map((key) => applicant[key]),
  ]);
}

/** Yields the applications as a CSV table in pieces. Returns their number. */
export async function* exportCsv(
  store: Readable,
  filter: ApplicationFilter,
  before: BeforeExport,
): AsyncGenerator<Buffer, number> {
  let count = 0;
  yield Buffer.from(csvHeader);
  for await (const page of exportedPages(store, filter, before)) {
    count += page.length;
    yield Buffer.from(page.map(csvLine).join(''));
  }
  return count;
}

/** Yields the applications as a JSON array in pieces, one per line. Returns their number. */
export async function* exportJson(
  store: Readable,
  filter: ApplicationFilter,
  before: BeforeExport,
): AsyncGenerator<Buffer, number> {
  let count = 0;
  for await (const page of exportedPages(store, filter, before)) {
    yield Buffer.from(
      page.map((one, at) => `${count + at === 0 ? '[' : ','}\n${JSON.stringify(one)}`).join(''),
    );
    count += page.length;
  }
  yield Buffer.from(count === 0 ? '[]\n' : '\n]\n');
  return count;
}
