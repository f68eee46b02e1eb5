/**
 * What a provider gets of an application (D33): one JSON document with every answer in full, the documents and the
 * evidence, encrypted so that only the provider can read it.
 */
import type { JWK } from 'jose';
import { CompactEncrypt, calculateJwkThumbprint } from 'jose';
import type { Status } from '../../api/status.ts';
import { type ApplicationKey, billingKeys } from '../../form/fields/application.ts';
import { aadOfDocument } from '../applications/application-record.ts';
import type { Evidence, Snapshot, SubmissionRecord } from '../applications/submission-record.ts';
import type { ApplicationRow } from '../db/queries/applications.ts';
import type { OutboxJob } from '../db/queries/outbox.ts';
import type { Provider } from '../programs/program-settings.ts';
import type { Program } from '../programs/programs.ts';
import type { Answers } from '../security/sealed-answers.ts';
import { openBytes } from '../security/sealing.ts';

/** A way to hand deliveries over; each is one file of this folder, and `senders.ts` lists them. */
export interface DeliveryWay {
  /**
   * Hands a delivery over; once it resolves, the provider has stored it. The same id may come again, after a response
   * that was lost, and is then the same delivery.
   */
  handOver(
    provider: Provider,
    job: Pick<OutboxJob, 'id' | 'takeDateTime'>,
    jwe: string,
    signal: AbortSignal,
  ): Promise<void>;
}

/** The ways by their names in `program.json`. */
export type DeliveryWays = Readonly<Record<NonNullable<Provider['delivery']>['way'], DeliveryWay>>;

/** The way that a provider wants, `directory` where it does not say. */
export function wayOf({ delivery }: Provider): keyof DeliveryWays {
  return delivery?.way ?? 'directory';
}

/** What every delivery begins with. Moments are ISO 8601 in UTC. */
interface DeliveryHead<Type extends string> {
  /** Version of this JSON; a change that readers must know of gets a new number. */
  readonly version: 1;
  readonly type: Type;
  /** The same over all retries. */
  readonly id: string;
  readonly applicationId: string;
  readonly referenceNumber: string | null;
  readonly program: { readonly domainKey: string; readonly name: string };
  readonly storeId: string;
  readonly provider: { readonly providerId: string; readonly name: string; readonly fullName: string };
  /** As it is when this is sent: `pending` says that proof of entity is still to come (D26). */
  readonly status: Status;
  readonly submittedDateTime: string | null;
}

/** A document with its bytes in base64; `sha256`, in hexadecimal, and `size` are those of the bytes. */
export type DeliveredDocument = Snapshot['documents'][number] & { readonly content: string };

/** The plaintext of a submitted application: amounts are whole US dollars, shares percent. */
export interface Delivery extends DeliveryHead<'application'> {
  readonly snapshot: Omit<Snapshot, 'documents'>;
  readonly documents: readonly DeliveredDocument[];
  readonly evidence: Evidence;
}

/** The plaintext of documents that came after the application was delivered (D26). */
export interface DocumentDelivery extends DeliveryHead<'documents'> {
  readonly documents: readonly DeliveredDocument[];
}

/** The business address field that fills each field of an empty billing address (D14). */
const businessAddress = {
  billingAddressLine: 'addressLine',
  billingCity: 'addressCity',
  billingState: 'addressState',
  billingPostalCode: 'addressPostalCode',
} as const satisfies Record<(typeof billingKeys)[number], ApplicationKey>;

/** The answers with the business address as billing address, where all four of its fields are empty (D14). */
export function withBillingAddress(applicationData: Answers): Answers {
  if (billingKeys.some((key) => (applicationData[key] ?? null) !== null)) return applicationData;
  const filled = billingKeys.map((key) => [key, applicationData[businessAddress[key]]]);
  return { ...applicationData, ...Object.fromEntries(filled) };
}

/** The sealed bytes of a document by its id. */
export type ReadContent = (documentId: string) => Promise<Uint8Array>;

/** What a delivery says of the application's program. */
type Subject = Pick<Program, 'domainKey' | 'name' | 'provider'>;

/** Builds the delivery of an application; `id` is that of its job. */
export async function buildDelivery(
  id: string,
  submission: SubmissionRecord,
  program: Subject,
  readContent: ReadContent,
): Promise<Delivery> {
  const { snapshot, evidence } = submission;
  return {
    ...headOf('application', id, submission.row, program),
    snapshot: {
      applicationData: withBillingAddress(snapshot.applicationData),
      disclosures: snapshot.disclosures,
      personnel: snapshot.personnel,
    },
    documents: await withContent(submission, snapshot.documents, readContent),
    evidence,
  };
}

/** Builds the delivery of documents that came later; `id` is that of its job. */
export async function buildDocumentDelivery(
  id: string,
  submission: SubmissionRecord,
  program: Subject,
  documents: readonly Snapshot['documents'][number][],
  readContent: ReadContent,
): Promise<DocumentDelivery> {
  return {
    ...headOf('documents', id, submission.row, program),
    documents: await withContent(submission, documents, readContent),
  };
}

/** The documents with their bytes, read one at a time, because each may have 10 MiB. */
async function withContent(
  { row, key }: SubmissionRecord,
  documents: readonly Snapshot['documents'][number][],
  readContent: ReadContent,
): Promise<DeliveredDocument[]> {
  const whole: DeliveredDocument[] = [];
  for (const document of documents) {
    const bytes = openBytes(key, await readContent(document.id), aadOfDocument(row, document.id));
    whole.push({ ...document, content: bytes.toString('base64') });
  }
  return whole;
}

function headOf<Type extends string>(
  type: Type,
  id: string,
  row: ApplicationRow,
  { domainKey, name, provider }: Subject,
): DeliveryHead<Type> {
  return {
    version: 1,
    type,
    id,
    applicationId: row.id,
    referenceNumber: row.reference_number,
    program: { domainKey, name },
    storeId: row.store_id,
    provider: { providerId: provider.providerId, name: provider.name, fullName: provider.fullName },
    status: row.status,
    submittedDateTime: row.submitted_date_time?.toISOString() ?? null,
  };
}

/**
 * The delivery as a compact JWE (RFC 7516), RSA-OAEP-256 and A256GCM. `kid` is the key's own, else its thumbprint (RFC
 * 7638). Throws for a private key: then the program folder holds the wrong file.
 */
export async function encryptDelivery(
  delivery: Delivery | DocumentDelivery,
  publicKey: JWK,
): Promise<string> {
  if ('d' in publicKey) throw new Error('There is a private key where the public key of a provider belongs.');
  const kid = publicKey.kid ?? (await calculateJwkThumbprint(publicKey));
  return new CompactEncrypt(Buffer.from(JSON.stringify(delivery)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid, cty: 'application/json' })
    .encrypt(publicKey);
}
