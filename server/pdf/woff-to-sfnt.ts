/** Decompresses a WOFF font once. Otherwise, the PDF library would decompress the font's tables again for every glyph. */
import { inflateSync } from 'node:zlib';

const woffHeader = 44;
const woffEntry = 20;
const sfntHeader = 12;
const sfntEntry = 16;

/** Returns the font as TrueType or OpenType (WOFF File Format 1.0, sections 4 and 5). Throws if it is not WOFF. */
export function woffToSfnt(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('a font is not WOFF');
  const count = woff.readUInt16BE(12);
  const power = Math.floor(Math.log2(count));
  const header = Buffer.alloc(sfntHeader + sfntEntry * count);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(2 ** power * sfntEntry, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE((count - 2 ** power) * sfntEntry, 10);
  const parts: Buffer[] = [header];
  let at = header.length;
  for (let index = 0; index < count; index += 1) {
    const from = woffHeader + woffEntry * index;
    const to = sfntHeader + sfntEntry * index;
    const table = tableAt(woff, from);
    woff.copy(header, to, from, from + 4);
    woff.copy(header, to + 4, from + 16, from + 20);
    header.writeUInt32BE(at, to + 8);
    header.writeUInt32BE(table.length, to + 12);
    const padding = Buffer.alloc(-table.length & 3);
    parts.push(table, padding);
    at += table.length + padding.length;
  }
  return Buffer.concat(parts);
}

/** Returns the table whose directory entry is at `entry`. A table is stored uncompressed if compression would not shorten it. */
function tableAt(woff: Buffer, entry: number): Buffer {
  const offset = woff.readUInt32BE(entry + 4);
  const packedLength = woff.readUInt32BE(entry + 8);
  const packed = woff.subarray(offset, offset + packedLength);
  return packedLength < woff.readUInt32BE(entry + 12) ? inflateSync(packed) : packed;
}
