/**
 * Bodies that are compressed once and sent many times, in the coding that the client likes best
 * (`docs/decisions/compression.md`). Only for bytes that hold nothing of an applicant.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The content codings that are made, smallest first. */
export const codings = ['br', 'gzip'] as const;
export type Coding = (typeof codings)[number];

/** A body as it is and in each coding that makes it smaller. */
export type EncodedBody = { readonly identity: Buffer } & Readonly<Partial<Record<Coding, Buffer>>>;

/** The smallest that both can do. */
export const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
export const gzipOptions = { level: 9 };

/** Bytes from which a body is compressed: of less, the headers are the larger part. */
export const smallestCompressed = 512;

/** How likable a coding is that the client does not mention: less than the least that it can say, which is 0.001. */
const unmentioned = 0.0001;

/** The weight of a coding by its parameters, 0 to 1; 0 too where it is malformed. */
function weightOf(parameters: readonly string[]): number {
  const [weight] = parameters.filter((parameter) => parameter.startsWith('q='));
  if (weight === undefined) return 1;
  return /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight.slice(2)) : 0;
}

/** The weight of each coding that an Accept-Encoding header names, in lower case. */
function weightsIn(header: string): ReadonlyMap<string, number> {
  return new Map(
    header.split(',').map((member) => {
      const [coding = '', ...parameters] = member.split(';').map((part) => part.trim().toLowerCase());
      return [coding, weightOf(parameters)];
    }),
  );
}

/**
 * The coding to send, of those there are, by an Accept-Encoding header (RFC 9110 section 12.5.3): the one with the
 * highest weight, among equals the smallest. `identity` without a header, and also where nothing there is accepted: a
 * server may then disregard the header (RFC 9110 section 12.4.1), and a response that most can read helps more than a
 * refusal.
 */
export function chooseCoding(header: string | undefined, made: readonly Coding[]): Coding | 'identity' {
  const weights = weightsIn(header ?? '');
  const others = weights.get('*');
  const weightFor = (coding: Coding | 'identity') =>
    weights.get(coding) ?? others ?? (coding === 'identity' ? unmentioned : 0);
  const acceptable = [...codings.filter((coding) => made.includes(coding)), 'identity' as const].filter(
    (coding) => weightFor(coding) > 0,
  );
  const [first = 'identity', ...rest] = acceptable;
  return rest.reduce((best, coding) => (weightFor(coding) > weightFor(best) ? coding : best), first);
}

const compressors = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, brotliOptions),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, gzipOptions),
};

/** Compresses a text in every coding; one that would not make it smaller is left out. */
export async function encoded(text: string): Promise<EncodedBody> {
  const identity = Buffer.from(text);
  if (identity.length < smallestCompressed) return { identity };
  const made = await Promise.all(
    codings.map(async (coding) => [coding, await compressors[coding](identity)] as const),
  );
  return { identity, ...Object.fromEntries(made.filter(([, bytes]) => bytes.length < identity.length)) };
}

/** Compresses each text once, when it is first asked for. For texts of which there are few. */
export function eachEncodedOnce(): (text: string) => Promise<EncodedBody> {
  const made = new Map<string, Promise<EncodedBody>>();
  return (text) => {
    const body = made.get(text) ?? encoded(text);
    made.set(text, body);
    return body;
  };
}

/** The coding of a body that this request gets. */
export function codingFor(request: FastifyRequest, body: EncodedBody): Coding | 'identity' {
  const made = codings.filter((coding) => body[coding] !== undefined);
  return chooseCoding(request.headers['accept-encoding'], made);
}

/** Sends a body in the coding that suits the request. Its type and everything else is the caller's. */
export function sendEncoded(request: FastifyRequest, reply: FastifyReply, body: EncodedBody): FastifyReply {
  const coding = codingFor(request, body);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply.header('vary', 'accept-encoding').send(body[coding]);
}
