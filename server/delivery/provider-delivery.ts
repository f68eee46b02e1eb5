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

/** A way to hand deliveries over; each is one file of this folder, and `senders.ts` lists them. */
export interface DeliveryWay {
  /** At start: makes sure that deliveries to the provider can be encrypted. Throws where they cannot. */
  prepare(provider: Provider): Promise<void>;
  /** The provider's public RSA key. */
  publicKeyOf(provider: Provider): Promise<JWK>;
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

/** The plaintext of a delivery: moments are ISO 8601 in UTC, amounts whole US dollars, shares percent. */
export interface Delivery {
  /** Of this document's form; a change that readers must know of gets a new number. */
  readonly version: 1;
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
  readonly snapshot: Omit<Snapshot, 'documents'>;
  /** Each paper with its bytes in base64; `sha256`, in hexadecimal, and `size` are those of the bytes. */
  readonly documents: readonly (Snapshot['documents'][number] & { readonly content: string })[];
  readonly evidence: Evidence;
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

/**
 * Builds the document of an application.
 * @param readContent The sealed bytes of a paper by its id. One is read at a time, for each may have 10 MiB.
 */
export async function buildDelivery(
  id: string,
  { row, key, snapshot, evidence }: SubmissionRecord,
  { domainKey, name, provider }: Pick<Program, 'domainKey' | 'name' | 'provider'>,
  readContent: (documentId: string) => Promise<Uint8Array>,
): Promise<Delivery> {
  const documents: Delivery['documents'][number][] = [];
  for (const document of snapshot.documents) {
    const bytes = openBytes(key, await readContent(document.id), placeOfDocument(row, document.id));
    documents.push({ ...document, content: bytes.toString('base64') });
  }
  return {
    version: 1,
    id,
    applicationId: row.id,
    referenceNumber: row.reference_number,
    program: { domainKey, name },
    storeId: row.store_id,
    provider: { providerId: provider.providerId, name: provider.name, fullName: provider.fullName },
    status: row.status,
    submittedDateTime: row.submitted_date_time?.toISOString() ?? null,
    snapshot: {
      applicationData: withBillingAddress(snapshot.applicationData),
      disclosures: snapshot.disclosures,
      personnel: snapshot.personnel,
    },
    documents,
    evidence,
  };
}

/**
 * The delivery as a compact JWE (RFC 7516), RSA-OAEP-256 and A256GCM. `kid` is the key's own, else its thumbprint
 * (RFC 7638). Throws for a private key: then someone has put the wrong file in its place.
 */
export async function encryptDelivery(delivery: Delivery, publicKey: JWK): Promise<string> {
  if ('d' in publicKey) throw new Error('A private key stands where the public key of a provider belongs.');
  const kid = publicKey.kid ?? (await calculateJwkThumbprint(publicKey));
  return new CompactEncrypt(Buffer.from(JSON.stringify(delivery)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid, cty: 'application/json' })
    .encrypt(publicKey);
}
