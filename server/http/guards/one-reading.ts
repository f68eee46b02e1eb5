/** Refuses requests that a firewall in front of this server could read differently than the server (X6). */
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../errors.ts';
import { headerValues } from '../../net/client-address.ts';
import { parseParameters } from '../header-parameters.ts';

/** Throws if a body's length is ambiguous, or if it has a transfer coding other than `chunked` (RFC 9112, section 6.1). */
export function checkFraming({ rawHeaders, httpVersion }: IncomingMessage): void {
  const codings = headerValues(rawHeaders, 'transfer-encoding');
  if (codings.length === 0) return;
  if (codings.length > 1 || codings[0]?.trim().toLowerCase() !== 'chunked')
    throw new ApiError('not_implemented', 'The only supported transfer coding is chunked.');
  if (httpVersion === '1.0' || headerValues(rawHeaders, 'content-length').length > 0)
    throw new ApiError('invalid_request', 'The length of the body is ambiguous.');
}

/**
 * Throws if a body has a repeated or malformed `Content-Type`, a repeated `Content-Length`, a charset other than UTF-8, or a
 * content coding.
 */
export function checkBodyHeaders({ rawHeaders }: IncomingMessage): void {
  const types = headerValues(rawHeaders, 'content-type');
  const lengths = headerValues(rawHeaders, 'content-length');
  const parsed = types.map(parseParameters);
  if (types.length > 1 || lengths.length > 1 || parsed.includes(undefined))
    throw new ApiError('invalid_request', 'The Content-Type or the Content-Length is ambiguous.');
  const isPlain = headerValues(rawHeaders, 'content-encoding').every(isIdentity);
  if (!isPlain || !parsed.every((type) => isUtf8Charset(type?.parameters)))
    throw new ApiError('unsupported_media_type', 'A body must be UTF-8, without a content coding.');
}

/** Returns whether a `Content-Encoding` contains no coding except `identity`. */
export function isIdentity(codings: string): boolean {
  return codings.split(',').every((coding) => coding.trim().toLowerCase() === 'identity');
}

/** Returns whether a content type's parameters contain the charset UTF-8 or no charset. */
export function isUtf8Charset(parameters: ReadonlyMap<string, string> | undefined): boolean {
  return (parameters?.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8';
}

/** Returns whether UTF-8 bytes begin with a byte order mark, which some parsers drop and others keep as text. */
export const startsWithMark = (utf8: Uint8Array) => utf8[0] === 0xef && utf8[1] === 0xbb && utf8[2] === 0xbf;
