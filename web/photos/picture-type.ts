/** Detects the type of a file from its first bytes, because its name and declared type may be wrong (D29). */

export type PictureType = 'image/jpeg' | 'image/png' | 'image/heic';

/** The brands of HEIC files (ISO/IEC 23008-12, 10.2 and 10.4). */
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'];

/** Returns the type of a photo that the page can shrink; undefined for any other file. Rejects if the file cannot be read. */
export async function pictureType(file: File): Promise<PictureType | undefined> {
  // The first 12 bytes are enough for every signature below.
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  // The signatures of JPEG (ITU-T T.81, B.1.1.3) and PNG (PNG specification, 5.2).
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  return head.slice(4, 8) === 'ftyp' && heicBrands.includes(head.slice(8)) ? 'image/heic' : undefined;
}

/** Resolves to false if the file cannot be read, for example because it was deleted, renamed or moved to cloud storage. */
export function canBeRead(file: File): Promise<boolean> {
  return file.arrayBuffer().then(
    () => true,
    () => false,
  );
}
