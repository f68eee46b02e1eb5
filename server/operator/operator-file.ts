/** Files that a command hands over, or is handed, where they are small enough to be held as a whole. */
import { type OperatorFile, OperatorProblem } from './command.ts';

/** A file whose bytes are there already. */
export function fileOf(name: string, bytes: Uint8Array): OperatorFile {
  return {
    name,
    content: async function* () {
      yield bytes;
    },
  };
}

/** All bytes of a file. Throws OperatorProblem with these words, and reads no further, where there are more than may be. */
export async function bytesOf(file: OperatorFile, atMost: number, tooMany: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of file.content()) {
    size += piece.byteLength;
    if (size > atMost) throw new OperatorProblem(tooMany);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
