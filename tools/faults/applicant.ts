/**
 * Applicants who apply over HTTP as fast as they can, and record the server's responses. Afterwards, the data of every call that
 * got a 2xx response must exist. The data of calls that got no response may exist. No other data may exist.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Application } from '../../api/application.ts';
import type { ApiClient } from '../../tests/support/api-client.ts';
import { httpClient, type ObservedCall } from '../../tests/support/http-client.ts';
import {
  addDocument,
  addPerson,
  agree,
  applicant as applicantAnswers,
  authorizedUser,
  business,
  change,
  create,
  disclosures,
  expected,
  keptSamplePdf,
  owner,
  submit,
} from '../../tests/support/sample-application.ts';

/** The state of one application, as far as the responses reveal it. */
export interface Known {
  readonly client: ApiClient;
  readonly id: string;
  /** The last number of employees that the server acknowledged. */
  employees: number;
  /** The number of employees in the last call that sent it, unless the server acknowledged that call. */
  employeesPerhaps: number | undefined;
  readonly people: Set<string>;
  readonly documents: Set<string>;
  /** Number of people who might exist, because the responses to the calls that add them were lost. */
  peoplePerhaps: number;
  /** Number of documents that might exist, because the responses to their uploads were lost. */
  documentsPerhaps: number;
  referenceNumber: string | undefined;
  submittedPerhaps: boolean;
}

export interface Applicant {
  /** Submits one application after another until `stop` is aborted or a response is lost. */
  run(stop: AbortSignal): Promise<void>;
  /** Returns the application in progress, or undefined if there is none. */
  current(): Known | undefined;
  /** Returns the applications that were submitted since the last call of this function. */
  takeSubmitted(): Known[];
  /** Descriptions of calls with a status other than 2xx or 503. */
  readonly surprises: string[];
  acknowledged: number;
}

/** Returns whether an error of `fetch` means that there was no complete response. */
function isCut(error: unknown): boolean {
  return (
    error instanceof Error &&
    (/^(fetch failed|terminated)$/.test(error.message) || error.name === 'TimeoutError')
  );
}

/** Options that make applicants slower or their applications smaller. */
export interface Manner {
  /** Whether applicants upload documents. Set it to false if the checks of documents would only slow down the test. */
  readonly sendsDocuments?: boolean;
  /** Average pause of an applicant between two steps, in milliseconds. The pauses are random. */
  readonly thinkMillis?: number;
}

/** Returns an applicant at a server. Calls `observe` after every call. */
export function newApplicant(
  origin: string,
  observe?: (call: ObservedCall) => void,
  { sendsDocuments = true, thinkMillis = 0 }: Manner = {},
): Applicant {
  let known: Known | undefined;
  let steps: ((known: Known) => Promise<void>)[] = [];
  const submitted: Known[] = [];

  async function begin(): Promise<void> {
    const client = httpClient(origin, observe);
    await client.start();
    const { id } = await create(client);
    self.acknowledged += 2;
    const { employeeCount: employees } = business;
    known = {
      client,
      id,
      employees,
      employeesPerhaps: undefined,
      people: new Set(),
      documents: new Set(),
      peoplePerhaps: 0,
      documentsPerhaps: 0,
      referenceNumber: undefined,
      submittedPerhaps: false,
    };
    steps = [...Array.from({ length: 8 }, () => anyStep(sendsDocuments)), ...remainingSteps()];
  }

  async function go(): Promise<void> {
    if (!known) return begin();
    const [step] = steps;
    if (!step) {
      submitted.push(known);
      known = undefined;
      return;
    }
    await step(known);
    self.acknowledged += 1;
    steps.shift();
  }

  const self: Applicant = {
    run: async (stop) => {
      while (!stop.aborted)
        try {
          await go();
          // Ignores the rejection, which only means that the pause was aborted.
          if (thinkMillis > 0) await pause(about(thinkMillis), undefined, { signal: stop }).catch(() => {});
        } catch (error) {
          if (isCut(error)) return;
          if ((error as { status?: unknown }).status !== 503) self.surprises.push(String(error));
          await pause(100);
        }
    },
    current: () => known,
    takeSubmitted: () => submitted.splice(0),
    surprises: [],
    acknowledged: 0,
  };
  return self;
}

/** Returns a random number of milliseconds between 0.5 and 1.5 times `millis`. */
const about = (millis: number) => randomInt(Math.ceil(millis / 2), Math.ceil(millis * 1.5));

function anyStep(sendsDocuments: boolean): (known: Known) => Promise<void> {
  return [patch, patch, patch, user, ...(sendsDocuments ? [upload] : [])][randomInt(5)] ?? patch;
}

async function patch(known: Known): Promise<void> {
  const employeeCount = randomInt(1, 999_999);
  known.employeesPerhaps = employeeCount;
  await change(known.client, known.id, { applicationData: { employeeCount } });
  known.employees = employeeCount;
  known.employeesPerhaps = undefined;
}

async function person(known: Known, personnelType: string, answers: object): Promise<string> {
  known.peoplePerhaps += 1;
  const { id } = await addPerson(known.client, known.id, personnelType, { ...answers });
  known.people.add(id);
  known.peoplePerhaps -= 1;
  return id;
}

async function user(known: Known): Promise<void> {
  if (known.people.size + known.peoplePerhaps >= 9) return patch(known);
  await person(known, 'authorized_user', authorizedUser);
}

async function upload(known: Known): Promise<void> {
  if (known.documents.size + known.documentsPerhaps >= 5) return patch(known);
  known.documentsPerhaps += 1;
  const { id } = await addDocument(known.client, known.id);
  known.documents.add(id);
  known.documentsPerhaps -= 1;
}

/** Returns the steps up to a submission. Each step can be repeated after its response was lost, even if the step succeeded. */
function remainingSteps(): ((known: Known) => Promise<void>)[] {
  const personOnce = (personnelType: string, answers: object) => async (known: Known) => {
    const { personnel = [] } = await read(known);
    const there = personnel.find((one) => one.personnelType === personnelType);
    if (there) known.people.add(there.id);
    else await person(known, personnelType, answers);
  };
  return [
    personOnce('applicant', applicantAnswers),
    personOnce('owner', owner),
    async (known) => {
      const { personnel = [] } = await read(known);
      const guarantorId = personnel.find((one) => one.personnelType === 'applicant')?.id;
      await change(known.client, known.id, { applicationData: { guarantorId }, disclosures });
    },
    ...['esign', 'terms', 'guarantor', 'controlling-party'].map((agreement) => async (known: Known) => {
      await agree(known.client, known.id, agreement);
    }),
    submitOnce,
  ];
}

/** Submits the application. This can be repeated safely, because a repeated call gets the first response again (D27). */
async function submitOnce(known: Known): Promise<void> {
  known.submittedPerhaps = true;
  const { referenceNumber } = expected(200, await submit(known.client, known.id));
  known.referenceNumber = referenceNumber ?? undefined;
}

async function read(known: Known): Promise<Application> {
  return expected(200, await known.client.send<Application>('GET', `/application/${known.id}`));
}

/** Returns the number of ids in the first set that are missing from the second set. */
function missing(ids: ReadonlySet<string>, among: ReadonlySet<string>): number {
  return [...ids].filter((id) => !among.has(id)).length;
}

/**
 * Reads an application from the server. Returns descriptions of data that is lost and of data that should not exist. Updates
 * `known` where it was uncertain.
 */
export async function differences(known: Known): Promise<string[]> {
  const found = await read(known);
  const { personnel = [], documents = [] } = found;
  const problems: string[] = [];
  const check = (holds: boolean, what: string) => {
    if (!holds) problems.push(`${what} of ${known.id}`);
  };
  const employees = Number(found.applicationData['employeeCount']);
  check([known.employees, known.employeesPerhaps].includes(employees), 'employees');
  const ids = (rows: readonly { readonly id: string }[]) => new Set(rows.map(({ id }) => id));
  const [people, uploaded] = [ids(personnel), ids(documents)];
  check(missing(known.people, people) === 0, 'a person');
  check(missing(people, known.people) <= known.peoplePerhaps, 'a person too many');
  check(missing(known.documents, uploaded) === 0, 'a document');
  check(missing(uploaded, known.documents) <= known.documentsPerhaps, 'a document too many');
  const [first] = known.documents;
  if (first !== undefined) {
    const { bytes } = await known.client.send(
      'GET',
      `/document/${first}?session=${known.client.webSessionId}`,
    );
    check(bytes.equals(await keptSamplePdf()), 'the bytes of a document');
  }
  if (known.referenceNumber !== undefined)
    check(found.status === 'submitted' && found.referenceNumber === known.referenceNumber, 'the submission');
  else check(found.status === 'draft' || known.submittedPerhaps, 'a submission too many');
  known.employees = employees;
  known.employeesPerhaps = undefined;
  for (const id of people) known.people.add(id);
  for (const id of uploaded) known.documents.add(id);
  known.peoplePerhaps = 0;
  known.documentsPerhaps = 0;
  return problems;
}
