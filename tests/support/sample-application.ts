/**
 * Provides the answers of an application that can be submitted, and the calls that send them. Written from the API's contract.
 */
import type { Agreement, Consent } from '../../api/agreement.ts';
import type { Application } from '../../api/application.ts';
import type { Document } from '../../api/document.ts';
import type { Personnel } from '../../api/personnel.ts';
import { checkDocument } from '../../server/documents/check-document.ts';
import type { ApiClient, Reply } from './api-client.ts';
import { testPdf } from './pdf.ts';

type Answers = Readonly<Record<string, unknown>>;

/**
 * Sensitive values, by name. Tests fail if a value is readable anywhere except in responses to the applicant's own session (D37,
 * X2, X3).
 */
export const canaries = {
  taxId: '847315926',
  applicantSsn: '512447731',
  ownerSsn: '623558842',
  userSsn: '734669953',
  applicantBirth: '1971-03-19',
  ownerBirth: '1968-07-23',
  userBirth: '1994-11-05',
  income: '7310457',
  housing: '8264913',
  sales: '91827364',
  document: 'CanaryWithinThePaper',
} as const;

export const business = {
  businessName: 'Larkspur Lawn Care LLC',
  dba: 'Larkspur',
  taxId: '84-7315926',
  naicsCode: '561730',
  email: 'office@larkspur.example.com',
  businessType: 'lawnGarden',
  organizationType: 'llc',
  addressLine: '8111 Lyndale Ave S',
  addressCity: 'Bloomington',
  addressState: 'mn',
  addressPostalCode: '55420',
  yearsInBusiness: 7,
  employeeCount: 12,
  annualSalesAmount: Number(canaries.sales),
  expectedPurchaseAmount: 25_000,
  internetGambling: false,
  internetBasedBusiness: false,
} as const;

const home = {
  addressLine: '4 Larkspur Ln',
  addressCity: 'Austin',
  addressState: 'TX',
  addressPostalCode: '78701-1234',
} as const;

export const applicant = {
  fullName: 'Zoë Q. Larkspur',
  ssn: '512-44-7731',
  dateOfBirth: canaries.applicantBirth,
  occupation: 'Manager',
  ...home,
  percentageOwned: 60,
  email: 'zoe@larkspur.example.com',
  phoneNumber: '(202) 555-0123',
  yearsAtResidence: 4,
  housingStatus: 'own',
  grossAnnualIncome: Number(canaries.income),
  monthlyHousingPayment: Number(canaries.housing),
} as const;

export const owner = {
  fullName: 'Ned Foxglove',
  ssn: canaries.ownerSsn,
  dateOfBirth: canaries.ownerBirth,
  occupation: 'Gardener',
  ...home,
  percentageOwned: 40,
  email: 'ned@larkspur.example.com',
  phoneNumber: '202-555-0188',
  yearsAtResidence: 10,
  housingStatus: 'rent',
} as const;

export const authorizedUser = {
  fullName: 'Ivy Bramble',
  ssn: canaries.userSsn,
  dateOfBirth: canaries.userBirth,
  ...home,
} as const;

export const disclosures = { shareInformation: true, authority: true } as const;

/** A small PDF with a canary outside its pages. The canary must not appear in anything that the server stores. */
export const samplePdf = testPdf('', [`(${canaries.document})`]);

let kept: Promise<Buffer> | undefined;

/** Returns the exact bytes that the server stores for the sample PDF (D61). */
export function keptSamplePdf(): Promise<Buffer> {
  kept ??= checkDocument(samplePdf).then((check) => {
    if (!check.ok) throw new Error(check.reason);
    return Buffer.from(check.bytes);
  });
  return kept;
}

/** Returns the multipart body of an upload. Omits a field that is `null`. */
export function upload(
  fields: Readonly<Record<string, string | null>>,
  file: { readonly name?: string; readonly type?: string; readonly bytes: Buffer } | null = {
    bytes: samplePdf,
  },
): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) if (value !== null) form.append(key, value);
  if (file) {
    const type = file.type ?? 'application/pdf';
    form.append('document', new File([new Uint8Array(file.bytes)], file.name ?? 'articles.pdf', { type }));
  }
  return form;
}

/** Returns the body of a response. Throws an error with the property `status` if the status is not the expected one. */
export function expected<Body>(status: number, reply: Reply<Body>): Body {
  if (reply.status !== status)
    throw Object.assign(new Error(`The status is ${reply.status}: ${JSON.stringify(reply.body)}`), {
      status: reply.status,
    });
  return reply.body;
}

/** Creates an application in the client's session. */
export async function create(
  client: ApiClient,
  applicationData: Answers = business,
  disclosed: Answers = disclosures,
): Promise<Application> {
  return expected(
    201,
    await client.send<Application>('POST', '/application', {
      json: { applicationData, disclosures: disclosed },
    }),
  );
}

/** Returns the draft of a client's session. Throws if the session has no draft. */
export async function draftOf(client: ApiClient): Promise<Application> {
  const { id } = expected(200, await client.send<Application>('POST', '/application', { json: {} }));
  return expected(200, await client.send<Application>('GET', `/application/${id}`));
}

/** Starts a session, and creates an application in it. The application has no answers. */
export async function begun<Client extends ApiClient>(
  browser: Client,
): Promise<{ readonly browser: Client; readonly id: string; readonly path: string }> {
  await browser.start();
  const { id } = await create(browser, {}, {});
  return { browser, id, path: `/application/${id}` };
}

export async function addPerson(
  client: ApiClient,
  applicationId: string,
  personnelType: string,
  answers: Answers,
): Promise<Personnel> {
  return expected(
    201,
    await client.send<Personnel>('POST', '/personnel', {
      json: { applicationId, personnelType, ...answers },
    }),
  );
}

export async function addDocument(client: ApiClient, applicationId: string): Promise<Document> {
  const form = upload({ applicationId, documentType: 'proof_of_entity' });
  return expected(201, await client.send<Document>('POST', '/document', { form }));
}

export async function change(client: ApiClient, id: string, json: object): Promise<Application> {
  return expected(200, await client.send<Application>('PATCH', `/application/${id}`, { json }));
}

/** Reads an agreement and agrees to its current version. */
export async function agree(client: ApiClient, id: string, agreement: string): Promise<Consent> {
  const { version } = expected(200, await client.send<Agreement>('GET', `/agreement/${agreement}`));
  return expected(
    200,
    await client.send<Consent>('PUT', `/application/${id}/consent/${agreement}`, {
      json: { version, agreed: true },
    }),
  );
}

/** Differences from the sample application, in which the applicant owns 60% of an LLC and guarantees the account. */
export interface Variation {
  readonly applicationData?: Answers;
  readonly disclosures?: Answers;
  readonly applicant?: Answers;
  /** The other owners; by default one owner with 40%. */
  readonly owners?: readonly Answers[];
  readonly guarantor?: boolean;
  readonly agreements?: readonly string[];
}

export interface Prepared {
  readonly id: string;
  readonly applicant: Personnel;
  readonly owners: readonly Personnel[];
}

/** Starts a session if the client has none, and fills in an application and its agreements, so that it can be submitted. */
export async function prepare(client: ApiClient, variation: Variation = {}): Promise<Prepared> {
  if (!client.webSessionId) await client.start();
  const { guarantor = true, owners = [owner] } = variation;
  const { id } = await create(
    client,
    { ...business, ...variation.applicationData },
    { ...disclosures, ...variation.disclosures },
  );
  const person = await addPerson(client, id, 'applicant', { ...applicant, ...variation.applicant });
  const added: Personnel[] = [];
  for (const answers of owners) added.push(await addPerson(client, id, 'owner', answers));
  if (guarantor) await change(client, id, { applicationData: { guarantorId: person.id } });
  const due = ['esign', 'terms', ...(guarantor ? ['guarantor'] : []), 'controlling-party'];
  for (const agreement of variation.agreements ?? due) await agree(client, id, agreement);
  return { id, applicant: person, owners: added };
}

/** Like `prepare`, but also adds the optional parts: a card user and a document. Also returns the document. */
export async function prepareWhole(client: ApiClient): Promise<Prepared & { readonly document: Document }> {
  const prepared = await prepare(client);
  await addPerson(client, prepared.id, 'authorized_user', authorizedUser);
  return { ...prepared, document: await addDocument(client, prepared.id) };
}

export function submit(client: ApiClient, id: string): Promise<Reply<Application>> {
  return client.send<Application>('POST', `/application/${id}/submit`);
}
