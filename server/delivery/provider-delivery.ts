/**
 * What a provider gets of an application (D33): one JSON document with every answer in full, the documents and the
 * evidence, signed by us and encrypted so that only the provider can read it.
 */
import { createPrivateKey, sign, type webcrypto } from 'node:crypto';
import type { JWK } from 'jose';
import { CompactEncrypt, calculateJwkThumbprint } from 'jose';
import type { Status } from '../../api/status.ts';
import { type ApplicationKey, billingKeys } from '../../form/fields/application.ts';
import type { DocumentError } from '../../form/lists/document-limits.ts';
import type { Evidence, Snapshot, SubmissionRecord } from '../applications/submission-record.ts';
import type { ApplicationRow } from '../db/queries/applications.ts';
import type { DocumentRecord } from '../db/queries/documents.ts';
import type { OutboxJob } from '../db/queries/outbox.ts';
import type { Provider } from '../programs/program-settings.ts';
import type { Program } from '../programs/programs.ts';
import type { Answers } from '../security/sealed-answers.ts';
import { type Signer, signingAlgorithm } from './delivery-keys.ts';

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

/** What is delivered of a document's file, in base64; `sha256`, in hexadecimal, and `size` are those of its bytes. */
export type DeliveredFile = Pick<
  DocumentRecord,
  'fileName' | 'contentType' | 'size' | 'sha256' | 'originalSha256'
> & {
  readonly content: string;
  readonly original?: DeliveredOriginal;
};

/**
 * A document as it came, for programs that want it (`deliverOriginals`): may hold anything, also what attacks who opens
 * it. So it is a JWE of its own, which nobody opens by accident.
 */
export interface DeliveredOriginal {
  readonly disarmed: false;
  readonly size: number;
  readonly sha256: string;
  readonly jwe: string;
}

/** A document that came before PDFs were drawn anew (D61), and cannot be: it is named, and why it is missing. */
export interface WithheldFile {
  readonly content: null;
  readonly withheld: DocumentError;
}

export type DeliveredDocument = Snapshot['documents'][number] & (DeliveredFile | WithheldFile);

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

/** What is delivered of a document's file, by its id. */
export type ReadFile = (documentId: string) => Promise<DeliveredFile | WithheldFile>;

/** What a delivery says of the application's program. */
type Subject = Pick<Program, 'domainKey' | 'name' | 'provider'>;

/** Builds the delivery of an application; `id` is that of its job. */
export async function buildDelivery(
  id: string,
  submission: SubmissionRecord,
  program: Subject,
  readFile: ReadFile,
): Promise<Delivery> {
  const { snapshot, evidence } = submission;
  return {
    ...headOf('application', id, submission.row, program),
    snapshot: {
      applicationData: withBillingAddress(snapshot.applicationData),
      disclosures: snapshot.disclosures,
      personnel: snapshot.personnel,
    },
    documents: await withFiles(snapshot.documents, readFile),
    evidence,
  };
}

/** Builds the delivery of documents that came later; `id` is that of its job. */
export async function buildDocumentDelivery(
  id: string,
  submission: SubmissionRecord,
  program: Subject,
  documents: readonly Snapshot['documents'][number][],
  readFile: ReadFile,
): Promise<DocumentDelivery> {
  return {
    ...headOf('documents', id, submission.row, program),
    documents: await withFiles(documents, readFile),
  };
}

/** The documents with their bytes, read one at a time, because each may have 10 MiB. */
async function withFiles(
  documents: readonly Snapshot['documents'][number][],
  readFile: ReadFile,
): Promise<DeliveredDocument[]> {
  const whole: DeliveredDocument[] = [];
  for (const document of documents) whole.push({ ...document, ...(await readFile(document.id)) });
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

/** What a delivery is sealed with: the receiver's public key, our key, and the time of the attempt. */
export interface DeliverySeal {
  readonly publicKey: JWK;
  readonly signer: Signer;
  readonly signedAt: Date;
}

/**
 * The delivery, signed by us (compact JWS, RFC 7515), and that encrypted for the provider alone (`encryptBytes`). What is
 * signed names its receiver, so that a provider cannot pass it on to another one as if we had sent it there.
 */
export async function sealDelivery(
  delivery: Delivery | DocumentDelivery,
  { publicKey, signer, signedAt }: DeliverySeal,
): Promise<string> {
  const header = {
    alg: signingAlgorithm,
    kid: signer.kid,
    typ: 'delivery+jws',
    cty: 'application/json',
    aud: delivery.provider.providerId,
    iat: Math.floor(signedAt.getTime() / 1000),
  };
  const jws = compactJws(header, Buffer.from(JSON.stringify(delivery)), signer.key);
  return encryptBytes(jws, publicKey, 'application/jose');
}

/** Bytes turned into base64url at a time: whole groups of three. */
const pieceLength = 3 * 65_536;

/** The length of an ES256 signature in base64url. */
const signatureLength = 86;

/**
 * A compact JWS in one buffer. Not by jose, which holds the payload four times over meanwhile: with five documents that is
 * 200 MB more (S6).
 */
function compactJws(header: object, payload: Buffer, key: JWK): Buffer {
  const head = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.`;
  const signedLength = head.length + Math.ceil((payload.length * 4) / 3);
  const jws = Buffer.allocUnsafe(signedLength + 1 + signatureLength);
  let at = jws.write(head, 'latin1');
  for (let from = 0; from < payload.length; from += pieceLength)
    at += jws.write(payload.toString('base64url', from, from + pieceLength), at, 'latin1');
  const privateKey = createPrivateKey({ key: key as webcrypto.JsonWebKey, format: 'jwk' });
  const signature = sign('sha256', jws.subarray(0, signedLength), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  });
  jws.write(`.${signature.toString('base64url')}`, at, 'latin1');
  return jws;
}

/**
 * Bytes as a compact JWE (RFC 7516), RSA-OAEP-256 and A256GCM, that only the provider can read; `contentType` is the `cty`
 * of its header. `kid` is the key's own, else its thumbprint (RFC 7638). Throws for a private key: then the program folder
 * holds the wrong file.
 */
export async function encryptBytes(bytes: Uint8Array, publicKey: JWK, contentType: string): Promise<string> {
  if ('d' in publicKey) throw new Error('There is a private key where the public key of a provider belongs.');
  const kid = publicKey.kid ?? (await calculateJwkThumbprint(publicKey));
  return new CompactEncrypt(bytes)
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid, cty: contentType })
    .encrypt(publicKey);
}
