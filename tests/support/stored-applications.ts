/** Reads and decrypts the applications that the server has stored (D62). */
import { openForOperator } from '../../server/applications/act-on-application.ts';
import type { Services } from '../../server/services.ts';

type Answers = Readonly<Record<string, unknown>>;

export interface Stored {
  readonly sessionId: string;
  readonly status: string;
  /** True if the application was erased along with its key. In this case, there are no answers and no people. */
  readonly isErased: boolean;
  readonly answers: Answers;
  readonly disclosures: Answers;
  readonly sections: Answers;
  /** The people, in the order in which they were added. */
  readonly personnel: readonly {
    readonly id: string;
    readonly personnelType: string;
    readonly version: number;
    readonly answers: Answers;
  }[];
}

/** Returns all applications of a program, in the order of their creation. */
export async function storedApplicationsOf(
  services: Pick<Services, 'database' | 'keys'>,
  domainKey: string,
): Promise<readonly Stored[]> {
  const rows = await services.database.db
    .selectFrom('application')
    .select('id')
    .where('domain_key', '=', domainKey)
    .orderBy('id')
    .execute();
  const stored: Stored[] = [];
  for (const { id } of rows) stored.push(await storedApplication(services, id));
  return stored;
}

/** Returns one application. Throws if the application does not exist. */
export async function storedApplication(
  { database, keys }: Pick<Services, 'database' | 'keys'>,
  applicationId: string | null,
): Promise<Stored> {
  const id = applicationId ?? '';
  const row = await database.db
    .selectFrom('application')
    .select(['session_id', 'status', 'data_key'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { session_id: sessionId, status, data_key: dataKey } = row;
  if (dataKey === null)
    return { sessionId, status, isErased: true, answers: {}, disclosures: {}, sections: {}, personnel: [] };
  const { answers, disclosures, sections, personnel } = await openForOperator({
    database,
    keys,
    applicationId: id,
    operator: 'ada',
  });
  return {
    sessionId,
    status,
    isErased: false,
    answers,
    disclosures,
    sections,
    personnel: personnel
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ id: personId, personnelType, version, answers: given }) => ({
        id: personId,
        personnelType,
        version,
        answers: given,
      })),
  };
}
