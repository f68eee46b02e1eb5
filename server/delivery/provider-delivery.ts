/** Builds deliveries of applications to providers (D33): one JSON document, signed by us and encrypted for the provider. */
import { hash } from 'node:crypto';
import type { JWK } from 'jose';
import { type ApplicationKey, billingKeys } from '../../form/fields/application.ts';
import type { DocumentError } from '../../form/limits/document-limits.ts';
import type { Snapshot, SubmissionRecord } from '../applications/submission-record.ts';
import type { ApplicationRow } from '../db/queries/applications.ts';
import type { DocumentRecord } from '../db/queries/documents.ts';
import type { OutboxJob } from '../db/queries/outbox.ts';
import type { Spooled } from '../files/spool.ts';
import type { Provider } from '../programs/program-settings.ts';
import type { Program } from '../programs/programs.ts';
import type { Answers } from '../security/sealed-answers.ts';
import { type Signer, signingAlgorithm } from './delivery-keys.ts';
import { compactJwe, compactJws, inBase64 } from './jose-pieces.ts';

/** A method of sending deliveries to providers. */
export interface DeliveryMethod {
  /** Resolves once the provider has stored the delivery. If the response is lost, the outbox resends the delivery with its id. */
  handOver(
    provider: Provider,
    job: Pick<OutboxJob, 'id' | 'takeDateTime'>,
    jwe: Spooled,
    signal: AbortSignal,
  ): Promise<void>;
}

/** The delivery methods by their names in `program.json`. */
export type DeliveryMethods = Readonly<Record<NonNullable<Provider['delivery']>['way'], DeliveryMethod>>;

/** Returns the delivery method of a provider, by default `directory`. */
export function methodOf({ delivery }: Provider): keyof DeliveryMethods {
  return delivery?.way ?? 'directory';
}

/** A document's file in a delivery. `content` is base64. `size` and `sha256` (in hexadecimal) describe the decoded file. */
type DeliveredFile = Pick<
  DocumentRecord,
  'fileName' | 'contentType' | 'size' | 'sha256' | 'originalSha256'
> & {
  readonly content: string;
  /** The uploaded file, if the program has `deliverOriginals`. It may be malicious, so it is encrypted separately. */
  readonly original?: { disarmed: false; size: number; sha256: string; jwe: string };
};

/** A document that an old release stored without redrawing it, and that can't be redrawn now (D61). `withheld` says why. */
export type WithheldFile = { readonly content: null; readonly withheld: DocumentError };

type DeliveredDocument = Snapshot['documents'][number] & (DeliveredFile | WithheldFile);

/** The plaintext of an application's delivery. Amounts are in whole US dollars, and ownership is in percent. */
export type Delivery = Omit<ReturnType<typeof buildDelivery>, 'documents'> & {
  readonly documents: readonly DeliveredDocument[];
};

/** Maps each billing field to the business field whose value it gets if the billing address is empty (D14). */
const businessAddress = {
  billingAddressLine: 'addressLine',
  billingCity: 'addressCity',
  billingState: 'addressState',
  billingPostalCode: 'addressPostalCode',
} as const satisfies Record<(typeof billingKeys)[number], ApplicationKey>;

/** Returns the answers. If all four fields of the billing address are empty, fills them with the business address (D14). */
export function withBillingAddress(applicationData: Answers): Answers {
  if (billingKeys.some((key) => (applicationData[key] ?? null) !== null)) return applicationData;
  const filled = billingKeys.map((key) => [key, applicationData[businessAddress[key]]]);
  return { ...applicationData, ...Object.fromEntries(filled) };
}

/** A document's decrypted file: its description, its bytes, and the uploaded file if the program delivers originals. */
export type OpenedFile = Omit<DeliveredFile, 'content' | 'original'> & {
  readonly bytes: Uint8Array;
  readonly original: Uint8Array | undefined;
};

/** Reads and decrypts the file of the document with this id. */
export type ReadFile = (documentId: string) => Promise<OpenedFile | WithheldFile>;

/** A delivery without the content of its documents, which are decrypted one by one when the delivery is written. */
export type Unwritten = ReturnType<typeof buildDelivery | typeof buildDocumentDelivery>;

/** Returns the delivery of an application. `id` is the id of the outbox job. */
export function buildDelivery(id: string, { row, snapshot, evidence }: SubmissionRecord, program: Subject) {
  const { disclosures, personnel, documents } = snapshot;
  return {
    ...headOf('application', id, row, program),
    snapshot: { applicationData: withBillingAddress(snapshot.applicationData), disclosures, personnel },
    documents,
    evidence,
  };
}

/** Returns the delivery of documents that were added after the application was submitted (D26). */
export function buildDocumentDelivery(
  id: string,
  { row }: SubmissionRecord,
  program: Subject,
  documents: Snapshot['documents'],
) {
  return { ...headOf('documents', id, row, program), documents };
}

/** Returns the members that begin every delivery, whether of an application or of documents. Times are in ISO 8601, in UTC. */
function headOf<Type extends 'application' | 'documents'>(
  type: Type,
  id: string,
  row: ApplicationRow,
  { domainKey, name, provider }: Subject,
) {
  return {
    /** The version of the delivery's format. A change that a provider's software must handle gets a new number. */
    version: 1 as const,
    type,
    id,
    applicationId: row.id,
    referenceNumber: row.reference_number,
    program: { domainKey, name },
    storeId: row.store_id,
    provider: { providerId: provider.providerId, name: provider.name, fullName: provider.fullName },
    /** The status at the time of sending. `pending` means that proof of entity is still missing (D26). */
    status: row.status,
    submittedDateTime: row.submitted_date_time?.toISOString() ?? null,
  };
}

type Subject = Pick<Program, 'domainKey' | 'name' | 'provider'>;

/**
 * Yields the delivery, signed and then encrypted with the provider's public key. Keeps only one document in memory (S6). The
 * signed header contains the provider's id, so another provider can't mistake a forwarded delivery for its own.
 */
export function sealDelivery(
  delivery: Unwritten,
  readFile: ReadFile,
  { publicKey, signer, signedAt }: { publicKey: JWK; signer: Signer; signedAt: Date },
): AsyncIterable<Buffer> {
  const header = {
    alg: signingAlgorithm,
    kid: signer.kid,
    typ: 'delivery+jws',
    cty: 'application/json',
    aud: delivery.provider.providerId,
    iat: Math.floor(signedAt.getTime() / 1000),
  };
  const content = written(delivery, readFile, publicKey);
  return compactJwe(compactJws(header, content, signer.key), publicKey, 'application/jose');
}

/** Yields a delivery as JSON. Decrypts its documents one after another. */
async function* written(delivery: Unwritten, readFile: ReadFile, publicKey: JWK): AsyncGenerator<Buffer> {
  let before = '{';
  for (const [member, value] of Object.entries(delivery)) {
    yield Buffer.from(`${before}${JSON.stringify(member)}:`);
    before = ',';
    if (member === 'documents') {
      yield Buffer.from('[');
      for (const [at, document] of delivery.documents.entries()) {
        if (at > 0) yield Buffer.from(',');
        yield* writtenDocument(document, await readFile(document.id), publicKey);
      }
      yield Buffer.from(']');
    } else yield Buffer.from(JSON.stringify(value));
  }
  yield Buffer.from('}');
}

async function* writtenDocument(
  document: Snapshot['documents'][number],
  file: OpenedFile | WithheldFile,
  publicKey: JWK,
): AsyncGenerator<Buffer> {
  if ('withheld' in file) {
    yield Buffer.from(JSON.stringify({ ...document, ...file } satisfies DeliveredDocument));
    return;
  }
  const { bytes, original, ...facts } = file;
  yield opened({ ...document, ...facts }, 'content');
  yield* inBase64([bytes], 'base64');
  if (original) {
    const sha256 = hash('sha256', original, 'hex');
    yield Buffer.from('","original":');
    yield opened({ disarmed: false, size: original.byteLength, sha256 }, 'jwe');
    yield* compactJwe([original], publicKey, 'application/octet-stream');
    yield Buffer.from('"}');
  } else yield Buffer.from('"');
  yield Buffer.from('}');
}

/** Returns the beginning of a JSON object: `members`, then the name `next` of one more member, and its value's opening quote. */
function opened(members: object, next: string): Buffer {
  return Buffer.from(`${JSON.stringify(members).slice(0, -1)},${JSON.stringify(next)}:"`);
}
