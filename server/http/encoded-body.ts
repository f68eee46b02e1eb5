/** Sends bodies that contain no applicant's data, in the coding that the client prefers (`docs/decisions/compression.md`). */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The content codings that this server produces, best compression first. */
export const codings = ['br', 'gzip'] as const;
export type Coding = (typeof codings)[number];

/** A body in several versions: without a content coding (`identity`), and in each content coding that makes the body smaller. */
export type EncodedBody = { readonly identity: Buffer } & Readonly<Partial<Record<Coding, Buffer>>>;

/** The options for the strongest compression with Brotli. */
export const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
/** The options for the strongest compression with gzip. */
export const gzipOptions = { level: 9 };

/** The smallest body in bytes that is compressed. A smaller body is about as long as its headers, so compression saves little. */
export const smallestCompressed = 512;

/** The weight of `identity` if the header lists neither `identity` nor `*`. Any positive weight in a header is larger. */
const unmentioned = 0.0001;

/** Returns the weight in a coding's parameters: 1 if there is no weight, 0 if the weight is malformed. */
function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  if (weight === undefined) return 1;
  return /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight.slice(2)) : 0;
}

/** Returns the weight of each coding in an Accept-Encoding header, by the coding's name in lower case. */
function weightsIn(header: string): ReadonlyMap<string, number> {
  return new Map(
    header.split(',').map((member) => {
      const [coding = '', ...parameters] = member.split(';').map((part) => part.trim().toLowerCase());
      return [coding, weightOf(parameters)];
    }),
  );
}

/**
 * Of `made` and `identity`, returns the coding with the highest weight in the Accept-Encoding header (RFC 9110 section 12.5.3).
 * If weights are equal, the best compression wins. If the client accepts none, returns `identity` (RFC 9110 section 12.4.1).
 */
export function chooseCoding(header: string | undefined, made: readonly Coding[]): Coding | 'identity' {
  const weights = weightsIn(header ?? '');
  const others = weights.get('*');
  const weightFor = (coding: Coding | 'identity') =>
    weights.get(coding) ?? others ?? (coding === 'identity' ? unmentioned : 0);
  const offered = [...codings.filter((coding) => made.includes(coding)), 'identity' as const];
  const [best = 'identity'] = offered
    .filter((coding) => weightFor(coding) > 0)
    .sort((one, other) => weightFor(other) - weightFor(one));
  return best;
}

/** Compresses a text in every coding that makes it smaller. Does not compress texts below `smallestCompressed`. */
export async function encoded(text: string): Promise<EncodedBody> {
  const identity = Buffer.from(text);
  if (identity.length < smallestCompressed) return { identity };
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(identity, brotliOptions),
    promisify(gzip)(identity, gzipOptions),
  ]);
  return {
    identity,
    ...(br.length < identity.length && { br }),
    ...(gzipped.length < identity.length && { gzip: gzipped }),
  };
}

/** Returns a function that calls `make` once per key and caches the value in `made`. */
export function eachOnce<Key, Value>(
  make: (key: Key) => Value,
  made: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown } = new Map<Key, Value>(),
): (key: Key) => Value {
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

/** Returns the coding that the client prefers among the body's codings. */
export function codingFor(request: FastifyRequest, body: EncodedBody): Coding | 'identity' {
  const made = codings.filter((coding) => body[coding] !== undefined);
  return chooseCoding(request.headers['accept-encoding'], made);
}

/** Sends a body in the coding that the client prefers. The caller sets the content type and all other headers. */
export function sendEncoded(request: FastifyRequest, reply: FastifyReply, body: EncodedBody): FastifyReply {
  const coding = codingFor(request, body);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply.header('vary', 'accept-encoding').send(body[coding]);
}
