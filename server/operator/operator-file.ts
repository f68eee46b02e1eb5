/** Files small enough to be held in memory. */
import { type OperatorFile, OperatorProblem } from './command.ts';

/** A file with the given bytes. */
export function fileOf(name: string, bytes: Uint8Array): OperatorFile {
  return {
    name,
    content: async function* () {
      yield bytes;
    },
  };
}

/** All bytes of a file. @throws OperatorProblem with `tooMany` as soon as there are more than `atMost` */
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
