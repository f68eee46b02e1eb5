/** The name of a document: its own as far as it is harmless, with an extension that fits its content (D29). */
import type { DocumentContentType } from '../../form/limits/document-limits.ts';

/** In code points. */
const longestName = 100;

/** No system allows longer names; a longer one is cut first, so that parsing it cannot take long. */
const mostLookedAt = 1_000;

/** The extensions that fit a content type; the first is added where a name has none of them. */
const extensions: Readonly<Record<DocumentContentType, readonly [string, ...string[]]>> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
};

/** Names that Windows reserves for devices, whatever follows their first dot. */
const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i;

/** The extension of files of a content, without its dot. */
export function extensionOf(contentType: DocumentContentType): string {
  return extensions[contentType][0];
}

/** The content type that the extension of a name stands for; undefined if no document has that extension. */
export function contentTypeNamed(name: string | undefined): DocumentContentType | undefined {
  const extension = /\.(\w+)$/.exec(name ?? '')?.[1]?.toLowerCase() ?? '';
  const types = Object.keys(extensions) as DocumentContentType[];
  return types.find((type) => extensions[type].includes(extension));
}

/**
 * The name under which a document is kept, shown and handed over. Folders are left out of the uploaded name, and
 * characters that are invisible or change the direction of writing; an extension of another content type is replaced by
 * one that fits (`photo.exe` → `photo.jpg`). What means something to a system becomes `_`: the characters that Windows
 * forbids, with them a stream of NTFS (`a.pdf:x.exe`), and the percent sign of an encoded character.
 */
export function fileNameFor(name: string | undefined, contentType: DocumentContentType): string {
  const last = (name ?? '').split(/[\\/]/).at(-1)?.slice(0, mostLookedAt) ?? '';
  const base = withoutUnseen(last).replace(/[<>:"|?*]|%(?=[0-9a-f]{2})/gi, '_');
  const { stem, extension } = partedFor(contentType, base.replace(/\s+/g, ' '));
  const bare = stem.replace(/^[\s.]+/, '') || 'document';
  const allowed = deviceName.test(bare) ? `_${bare}` : bare;
  const room = longestName - extension.length - 1;
  return `${trimmedEnd([...allowed].slice(0, room).join(''))}.${extension}`;
}

/** A text from outside as well-formed Unicode without invisible characters. */
export function withoutUnseen(text: string): string {
  return text.toWellFormed().replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '');
}

/**
 * A file's name as the parameter `filename` of a form's part has it: there a browser writes a quote and the two
 * characters of a line break in percent signs, and nothing else, not even a percent sign (HTML, "multipart form data").
 */
export function formFileName(parameter: string): string {
  return parameter.replace(/%22|%0D|%0A/gi, decodeURIComponent);
}

/** The header that makes a browser save a response as a file of this name (RFC 6266, RFC 8187). */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** The right extension is also looked for before a wrong one, for names like `statement.pdf.exe`. */
function partedFor(contentType: DocumentContentType, name: string): { stem: string; extension: string } {
  const right: readonly string[] = extensions[contentType];
  const whole = parted(name);
  for (const { stem, extension } of [whole, parted(whole.stem)])
    if (right.includes(extension.toLowerCase())) return { stem, extension };
  return { stem: whole.stem, extension: extensionOf(contentType) };
}

/** An extension is short and has a letter: `31.2026` has none. Windows ignores dots and spaces at the end. */
function parted(name: string): { stem: string; extension: string } {
  const seen = trimmedEnd(name);
  const [ending = '', extension = ''] = /\.(?=\d*[a-z])([a-z0-9]{1,8})$/i.exec(seen) ?? [];
  return { stem: trimmedEnd(seen.slice(0, seen.length - ending.length)), extension };
}

function trimmedEnd(text: string): string {
  return text.replace(/(?<![\s.])[\s.]+$/, '');
}
