/** Reads `multipart/form-data` (RFC 7578). Refuses forms that parsers could read differently (docs/decisions/strict-forms.md). */
import { isUtf8 } from 'node:buffer';
import type { UploadedFile } from '../documents/accept-document.ts';
import { formFileName } from '../documents/file-name.ts';
import { ApiError } from '../errors.ts';
import { isIdentity, isUtf8Charset, startsWithMark } from './guards/one-reading.ts';
import { type ParameterizedValue, parseParameters } from './header-parameters.ts';

/** The text fields and the files of a form, keyed by field name. The files' bytes are a view of the body, not a copy. */
export type Form = ReturnType<typeof parseForm>;

const mostParts = 9;
/** The maximum number of bytes in a part's headers. */
const longestHead = 8 * 1024;
/** The maximum number of bytes in a text field. */
const longestText = 1024;

const lineEnd = '\r\n';
const headEnd = Buffer.from('\r\n\r\n');

/** Matches a boundary: 1 to 70 allowed characters that do not end with a space (RFC 2046, section 5.1.1). */
const boundarySigns = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

/** The transfer codings of a part that leave its bytes unchanged. */
const plainCodings = ['7bit', '8bit', 'binary'];

/** Returns the boundary in a Content-Type. Throws if the type is not `multipart/form-data` or the boundary is invalid. */
export function boundaryOf(contentType: string | undefined): string {
  const type = parseParameters(contentType ?? '');
  if (type?.value !== 'multipart/form-data')
    throw new ApiError('unsupported_media_type', 'A document must be sent as multipart/form-data.');
  const boundary = type.parameters.get('boundary') ?? '';
  if (!boundarySigns.test(boundary)) throw malformed();
  return boundary;
}

/**
 * Parses a whole body. Throws `invalid_request` if the body is malformed, and `unsupported_media_type` if a part is encoded or
 * has another charset than UTF-8.
 */
export function parseForm(body: Buffer, boundary: string) {
  const [fields, files] = [new Map<string, string>(), new Map<string, UploadedFile>()];
  for (const part of partsOf(body, boundary)) {
    const { name, fileName, content } = readPart(part);
    if (fields.has(name) || files.has(name)) throw malformed();
    if (fileName === undefined) fields.set(name, textOf(content));
    else files.set(name, { name: fileName, bytes: content });
  }
  return { fields, files };
}

/** Returns the parts between the delimiters, each with its headers. */
function partsOf(body: Buffer, boundary: string): readonly Buffer[] {
  const delimiter = `--${boundary}`;
  const textAt = (start: number, length: number) => body.toString('latin1', start, start + length);
  // Some parsers end a line at a bare CR or a bare LF, so refuse a delimiter after either of them.
  if (textAt(0, delimiter.length) !== delimiter || body.includes(`\r${delimiter}`)) throw malformed();
  const parts: Buffer[] = [];
  let at = delimiter.length;
  while (textAt(at, 2) === lineEnd) {
    const next = body.indexOf(`\n${delimiter}`, at + 1);
    if (next < 0 || body[next - 1] !== 0x0d || parts.length === mostParts) throw malformed();
    parts.push(body.subarray(at + lineEnd.length, Math.max(at + lineEnd.length, next - 1)));
    at = next + 1 + delimiter.length;
  }
  if (!['--', `--${lineEnd}`].includes(textAt(at, 5))) throw malformed();
  return parts;
}

/** Returns a part's field name, content and file name. The file name is undefined if the part is a text field. */
function readPart(part: Buffer) {
  const end = part.subarray(0, longestHead).indexOf(headEnd);
  const head = part.subarray(0, Math.max(0, end));
  if (end < 0 || !isUtf8(head)) throw malformed();
  const content = part.subarray(end + headEnd.length);
  const headers = headersIn(head.toString('utf8'));
  checkCoding(headers, content);
  const disposition = parseParameters(headers.get('content-disposition') ?? '');
  const name = disposition?.parameters.get('name');
  if (disposition?.value !== 'form-data' || name === undefined) throw malformed();
  return { name, fileName: fileNameIn(disposition), content };
}

/** Returns a part's headers, keyed by name in lower case. Throws if a line is folded or a header is repeated. */
function headersIn(head: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.split(lineEnd)) {
    const [, name, value] = /^([!#$%&'*+.^`|~\w-]+):((?:\P{Cc}|\t)*)$/u.exec(line) ?? [];
    const key = name?.toLowerCase();
    if (key === undefined || headers.has(key)) throw malformed();
    headers.set(key, value?.trim() ?? '');
  }
  return headers;
}

/** Throws if a parser that obeys the part's headers would read different content than a parser that ignores them. */
function checkCoding(headers: ReadonlyMap<string, string>, content: Buffer): void {
  const length = headers.get('content-length');
  const type = parseParameters(headers.get('content-type') ?? '');
  if (type === undefined || (length !== undefined && length !== String(content.length))) throw malformed();
  const transfer = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary';
  const isPlain =
    plainCodings.includes(transfer) && isIdentity(headers.get('content-encoding') ?? 'identity');
  if (!isPlain || !isUtf8Charset(type.parameters))
    throw new ApiError('unsupported_media_type', 'A part of a form must be UTF-8, without a coding.');
}

/** Returns a part's file name, if it has one. Throws if there is a `filename*` (RFC 8187) with a different name. */
function fileNameIn({ parameters }: ParameterizedValue): string | undefined {
  const extended = [...parameters.keys()].filter((key) => key.includes('*'));
  const written = parameters.get('filename');
  if (extended.some((key) => key !== 'filename*')) throw malformed();
  const fileName = written === undefined ? undefined : formFileName(written);
  if (extended.length > 0 && decoded(parameters.get('filename*') ?? '') !== fileName) throw malformed();
  return fileName;
}

/** Decodes a value such as `UTF-8'en'Zo%C3%AB`. Returns null if it is malformed or in a charset other than UTF-8. */
function decoded(extended: string): string | null {
  const [, text] = /^utf-8'[\w-]*'((?:%[0-9a-f]{2}|[!#$&+.^_`|~0-9a-z-])*)$/i.exec(extended) ?? [];
  try {
    return text === undefined ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}

function textOf(content: Buffer): string {
  if (content.length > longestText || !isUtf8(content) || startsWithMark(content)) throw malformed();
  return content.toString('utf8');
}

const malformed = () => new ApiError('invalid_request', 'The multipart body is malformed.');
