/**
 * What a provider gets of an application (D33): one JSON document with every answer in full, the papers and the
 * evidence, encrypted so that only the provider can read it.
 */
import type { JWK } from 'jose';
import { CompactEncrypt, calculateJwkThumbprint } from 'jose';
import type { Status } from '../../api/application.ts';
import { type ApplicationKey, billingKeys } from '../../form/application.ts';
import { placeOfDocument } from '../applications/application-record.ts';
import type { Evidence, Snapshot, SubmissionRecord } from '../applications/submission-record.ts';
import type { Provider } from '../program-settings.ts';
import type { Program } from '../programs.ts';
import { openBytes } from '../security/encryption.ts';
import type { Answers } from '../security/sealed-answers.ts';
import type { ApplicationRow } from '../store/applications.ts';

/** A way to hand deliveries over; each is one file of this folder, and `senders.ts` lists them. */
export interface DeliveryWay {
  /**
   * Hands a delivery over; once it resolves the provider has it for good. The same id may come again, after an answer
   * that was lost, and is then the same delivery.
   */
  handOver(provider: Provider, id: string, jwe: string, signal: AbortSignal): Promise<void>;
}

/** The ways by their names in `program.json`. */
export type DeliveryWays = Readonly<Record<NonNullable<Provider['delivery']>['way'], DeliveryWay>>;

/** The way that a provider wants, `directory` where it does not say. */
export function wayOf({ delivery }: Provider): keyof DeliveryWays {
  return delivery?.way ?? 'directory';
}

/** What every delivery begins with. Moments are ISO 8601 in UTC. */
interface DeliveryHead<Type extends string> {
  /** Of this document's form; a change that readers must know of gets a new number. */
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

/** A paper with its bytes in base64; `sha256`, in hexadecimal, and `size` are those of the bytes. */
export type DeliveredDocument = Snapshot['documents'][number] & { readonly content: string };

/** The plaintext of a submitted application: amounts are whole US dollars, shares percent. */
export interface Delivery extends DeliveryHead<'application'> {
  readonly snapshot: Omit<Snapshot, 'documents'>;
  readonly documents: readonly DeliveredDocument[];
  readonly evidence: Evidence;
}

/** The plaintext of papers that came after the application was delivered (D26). */
export interface DocumentDelivery extends DeliveryHead<'documents'> {
  readonly documents: readonly DeliveredDocument[];
}

/** What the billing address repeats where none was given (D14). */
const businessAddress = {
  billingAddressLine: 'addressLine',
  billingCity: 'addressCity',
  billingState: 'addressState',
  billingPostalCode: 'addressPostalCode',
} as const satisfies Record<(typeof billingKeys)[number], ApplicationKey>;

/** The answers with the business address for bills, where all four fields were left empty (D14). */
export function withBillingAddress(applicationData: Answers): Answers {
  if (billingKeys.some((key) => (applicationData[key] ?? null) !== null)) return applicationData;
  const filled = billingKeys.map((key) => [key, applicationData[businessAddress[key]]]);
  return { ...applicationData, ...Object.fromEntries(filled) };
}

/** The sealed bytes of a paper by its id. */
export type ReadContent = (documentId: string) => Promise<Uint8Array>;

/** What is delivered of which program's application. */
type Subject = Pick<Program, 'domainKey' | 'name' | 'provider'>;

/** Builds the document of an application under the id of its delivery. */
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

/** Builds the document of papers that came later. */
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

/** The papers with their bytes, read one at a time, for each may have 10 MiB. */
async function withContent(
  { row, key }: SubmissionRecord,
  documents: readonly Snapshot['documents'][number][],
  readContent: ReadContent,
): Promise<DeliveredDocument[]> {
  const whole: DeliveredDocument[] = [];
  for (const document of documents) {
    const bytes = openBytes(key, await readContent(document.id), placeOfDocument(row, document.id));
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
 * The delivery as a compact JWE (RFC 7516), RSA-OAEP-256 and A256GCM. `kid` is the key's own, else its thumbprint
 * (RFC 7638). Throws for a private key: then someone has put the wrong file in its place.
 */
export async function encryptDelivery(
  delivery: Delivery | DocumentDelivery,
  publicKey: JWK,
): Promise<string> {
  if ('d' in publicKey) throw new Error('A private key stands where the public key of a provider belongs.');
  const kid = publicKey.kid ?? (await calculateJwkThumbprint(publicKey));
  return new CompactEncrypt(Buffer.from(JSON.stringify(delivery)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid, cty: 'application/json' })
    .encrypt(publicKey);
}
