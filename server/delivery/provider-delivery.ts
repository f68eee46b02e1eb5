/** What a provider receives of an application (D33): one JSON document, signed by us and encrypted for the provider alone. */
import { hash } from 'node:crypto';
import type { JWK } from 'jose';
import { type ApplicationKey, billingKeys } from '../../form/fields/application.ts';
import type { DocumentError } from '../../form/limits/document-limits.ts';
import type { Evidence, Snapshot, SubmissionRecord } from '../applications/submission-record.ts';
import type { ApplicationRow } from '../db/queries/applications.ts';
import type { DocumentRecord } from '../db/queries/documents.ts';
import type { OutboxJob } from '../db/queries/outbox.ts';
import type { Spooled } from '../files/spool.ts';
import type { Provider } from '../programs/program-settings.ts';
import type { Program } from '../programs/programs.ts';
import type { Answers } from '../security/sealed-answers.ts';
import { type Signer, signingAlgorithm } from './delivery-keys.ts';
import { compactJwe, compactJws, inBase64 } from './jose-pieces.ts';

/** A method of handing deliveries over. */
export interface DeliveryMethod {
  /** Resolves once the provider has stored the delivery. After a lost response, the same delivery is sent again by the same id. */
  handOver(
    provider: Provider,
    job: Pick<OutboxJob, 'id' | 'takeDateTime'>,
    jwe: Spooled,
    signal: AbortSignal,
  ): Promise<void>;
}

/** The methods by their names in `program.json`. */
export type DeliveryMethods = Readonly<Record<NonNullable<Provider['delivery']>['way'], DeliveryMethod>>;

/** Returns the delivery method of a provider, by default `directory`. */
export function methodOf({ delivery }: Provider): keyof DeliveryMethods {
  return delivery?.way ?? 'directory';
}

/** A document's delivered file, in base64. `sha256` (in hexadecimal) and `size` are those of its bytes. */
type DeliveredFile = Pick<
  DocumentRecord,
  'fileName' | 'contentType' | 'size' | 'sha256' | 'originalSha256'
> & {
  readonly content: string;
  readonly original?: DeliveredOriginal;
};

/** A document as uploaded, for programs with `deliverOriginals`. It may contain an attack, so it is a separate JWE. */
interface DeliveredOriginal {
  readonly disarmed: false;
  readonly size: number;
  readonly sha256: string;
  readonly jwe: string;
}

/** A document uploaded before PDFs were redrawn (D61) that can't be redrawn. It is listed with the reason why it is missing. */
export type WithheldFile = { readonly content: null; readonly withheld: DocumentError };

type DeliveredDocument = Snapshot['documents'][number] & (DeliveredFile | WithheldFile);

/** The plaintext of a submitted application. Amounts are whole US dollars, shares are percent. */
export interface Delivery extends DeliveryHead<'application'> {
  readonly snapshot: Omit<Snapshot, 'documents'>;
  readonly documents: readonly DeliveredDocument[];
  readonly evidence: Evidence;
}

/** The plaintext of documents added after the application was delivered (D26). */
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

/** Returns the answers with the business address as billing address, if all four of its fields are empty (D14). */
export function withBillingAddress(applicationData: Answers): Answers {
  if (billingKeys.some((key) => (applicationData[key] ?? null) !== null)) return applicationData;
  const filled = billingKeys.map((key) => [key, applicationData[businessAddress[key]]]);
  return { ...applicationData, ...Object.fromEntries(filled) };
}

/** A document's opened file: its delivered facts, its bytes, and the uploaded file if the program delivers originals. */
export type OpenedFile = Omit<DeliveredFile, 'content' | 'original'> & {
  readonly bytes: Uint8Array;
  readonly original: Uint8Array | undefined;
};

/** Opens a document's file, by its id. */
export type ReadFile = (documentId: string) => Promise<OpenedFile | WithheldFile>;

/** A delivery before it is written. Its documents are listed, and opened only when written. */
export type Unwritten<Whole = Delivery | DocumentDelivery> = Whole extends unknown
  ? Omit<Whole, 'documents'> & { readonly documents: Snapshot['documents'] }
  : never;

/** Returns the delivery of an application. `id` is the id of its job. */
export function buildDelivery(
  id: string,
  { row, snapshot, evidence }: SubmissionRecord,
  program: Subject,
): Unwritten<Delivery> {
  return {
    ...headOf('application', id, row, program),
    snapshot: {
      applicationData: withBillingAddress(snapshot.applicationData),
      disclosures: snapshot.disclosures,
      personnel: snapshot.personnel,
    },
    documents: snapshot.documents,
    evidence,
  };
}

/** Returns the delivery of documents that were added later. `id` is the id of its job. */
export function buildDocumentDelivery(
  id: string,
  { row }: SubmissionRecord,
  program: Subject,
  documents: Snapshot['documents'],
): Unwritten<DocumentDelivery> {
  return { ...headOf('documents', id, row, program), documents };
}

type DeliveryHead<Type extends 'application' | 'documents'> = ReturnType<typeof headOf<Type>>;

/** Returns the beginning of a delivery. Times are ISO 8601 in UTC. */
function headOf<Type extends 'application' | 'documents'>(
  type: Type,
  id: string,
  row: ApplicationRow,
  { domainKey, name, provider }: Subject,
) {
  return {
    /** Version of this JSON. A change that readers must know about gets a new number. */
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

/** What a delivery contains about the application's program. */
type Subject = Pick<Program, 'domainKey' | 'name' | 'provider'>;

/**
 * Yields the delivery in pieces, signed by us (compact JWS, RFC 7515) and then encrypted with the provider's public key. Only one
 * document is in memory at a time (S6). The signed part names its receiver, so a provider can't forward it as if sent by us.
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

/** Yields a delivery as JSON, opening its documents one after another. */
async function* written(delivery: Unwritten, readFile: ReadFile, publicKey: JWK): AsyncGenerator<Buffer> {
  let before = '{';
  for (const [member, value] of Object.entries(delivery)) {
    yield Buffer.from(`${before}${JSON.stringify(member)}:`);
    before = ',';
    if (member !== 'documents') {
      yield Buffer.from(JSON.stringify(value));
      continue;
    }
    yield Buffer.from('[');
    for (const [at, document] of delivery.documents.entries()) {
      if (at > 0) yield Buffer.from(',');
      yield* writtenDocument(document, await readFile(document.id), publicKey);
    }
    yield Buffer.from(']');
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
    const originalFacts = {
      disarmed: false,
      size: original.byteLength,
      sha256: hash('sha256', original, 'hex'),
    };
    yield Buffer.from('","original":');
    yield opened(originalFacts, 'jwe');
    yield* compactJwe([original], publicKey, 'application/octet-stream');
    yield Buffer.from('"}');
  } else yield Buffer.from('"');
  yield Buffer.from('}');
}

/** Returns an object as JSON up to the start of one more member, a string that is written next. */
function opened(members: object, next: string): Buffer {
  return Buffer.from(`${JSON.stringify(members).slice(0, -1)},${JSON.stringify(next)}:"`);
}
