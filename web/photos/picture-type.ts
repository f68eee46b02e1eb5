/** What a file is by its first bytes: its name and its type are the word of whatever made or passed it on (D29). */

export type PictureType = 'image/jpeg' | 'image/png' | 'image/heic';

/** Enough bytes for every signature below. */
const headBytes = 12;

/** Brands of pictures that a camera saves instead of JPEG (ISO/IEC 23008-12, 10.2 and 10.4). */
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'];

/** The type of a photo that may be made smaller; undefined for every other file. Rejects one that cannot be read. */
export async function pictureType(file: File): Promise<PictureType | undefined> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
  // ITU-T T.81, B.1.1.3; PNG, 5.2.
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  return head.slice(4, 8) === 'ftyp' && heicBrands.includes(head.slice(8)) ? 'image/heic' : undefined;
}

/** True if the whole file can be read. It cannot once it was moved, changed or removed, or a phone has put it into the cloud. */
export function canBeRead(file: File): Promise<boolean> {
  return file.arrayBuffer().then(
    () => true,
    () => false,
  );
}
