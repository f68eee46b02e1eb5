/** Creates safe names for documents: the harmless part of the uploaded name, with the extension of the content type (D29). */
import type { DocumentContentType } from '../../form/limits/document-limits.ts';

/** Maximum length of a name, in code points. */
const longestName = 100;

/** Maximum number of characters of an uploaded name that are parsed. No operating system allows longer names. */
const longestParsed = 1_000;

/** The valid extensions for each content type. A name without a valid extension gets the first one. */
const extensions: Readonly<Record<DocumentContentType, readonly [string, ...string[]]>> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
};

/** Matches names that Windows reserves for devices, with or without an extension. */
const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i;

/** Returns the extension for a content type, without the dot. */
export const extensionOf = (contentType: DocumentContentType) => extensions[contentType][0];

/** Returns the content type for the extension of a name, or undefined if no content type has that extension. */
export function contentTypeNamed(name: string | undefined): DocumentContentType | undefined {
  const extension = /\.(\w+)$/.exec(name ?? '')?.[1]?.toLowerCase() ?? '';
  const types = Object.keys(extensions) as DocumentContentType[];
  return types.find((type) => extensions[type].includes(extension));
}

/**
 * Returns the name under which a document is stored, shown and delivered. The name has no folders and no invisible characters,
 * and has the extension of its content type (`photo.exe` → `photo.jpg`). `_` replaces characters that Windows forbids, and the
 * `%` of percent-encoded characters.
 */
export function fileNameFor(name: string | undefined, contentType: DocumentContentType): string {
  const last = (name ?? '').split(/[\\/]/).at(-1)?.slice(0, longestParsed) ?? '';
  const base = withoutUnseen(last).replace(/[<>:"|?*]|%(?=[0-9a-f]{2})/gi, '_');
  const { stem, extension } = partedFor(contentType, base.replace(/\s+/g, ' '));
  const bare = stem.replace(/^[\s.]+/, '') || 'document';
  const allowed = deviceName.test(bare) ? `_${bare}` : bare;
  const longestStem = longestName - extension.length - 1;
  return `${trimmedEnd([...allowed].slice(0, longestStem).join(''))}.${extension}`;
}

/** Returns a text as well-formed Unicode, without its invisible characters. */
export const withoutUnseen = (text: string) => text.toWellFormed().replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '');

/** Decodes a form part's `filename`. Browsers percent-encode only quotes and line breaks in it (HTML, "multipart form data"). */
export const formFileName = (parameter: string) => parameter.replace(/%22|%0D|%0A/gi, decodeURIComponent);

/** Returns the Content-Disposition header that makes browsers save a response as a file of this name (RFC 6266, RFC 8187). */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Splits a name into stem and extension. Removes a wrong extension after a correct one, as in `statement.pdf.exe`. */
function partedFor(contentType: DocumentContentType, name: string) {
  const right: readonly string[] = extensions[contentType];
  const whole = parted(name);
  for (const { stem, extension } of [whole, parted(whole.stem)])
    if (right.includes(extension.toLowerCase())) return { stem, extension };
  return { stem: whole.stem, extension: extensionOf(contentType) };
}

/** Splits a name into stem and extension. An extension has a letter, so `.2026` isn't one. Drops trailing dots and spaces. */
function parted(name: string) {
  const seen = trimmedEnd(name);
  const [ending = '', extension = ''] = /\.(?=\d*[a-z])([a-z0-9]{1,8})$/i.exec(seen) ?? [];
  return { stem: trimmedEnd(seen.slice(0, seen.length - ending.length)), extension };
}

const trimmedEnd = (text: string) => text.replace(/(?<![\s.])[\s.]+$/, '');
