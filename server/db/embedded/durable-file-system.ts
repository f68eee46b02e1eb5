import { fsyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The parts of Emscripten's file system for Node that `DurableFileSystem` uses or replaces. PGlite has no types for them. */
type EmscriptenNodeFs = {
  tryFSOperation(operation: () => void): void;
  node_ops: SetsAttributes;
  stream_ops: SetsAttributes & { fsync?: (stream: { nfd: number; node: { mode: number } }) => number };
};

type SetsAttributes = { setattr: (of: unknown, attributes: { readonly mode?: number }) => void };

const fileTypeMask = 0o170000;
const directoryType = 0o040000;

const rightsOfOthers = 0o077;

/** PGlite's file system, but with private files and a real fsync. With Emscripten's empty fsync, a power cut could lose data. */
export class DurableFileSystem extends NodeFS {
  readonly #fsync: (fd: number) => void;

  /** @param fsync syncs an open file to the disk; only tests pass their own function */
  constructor(folder: string, fsync: (fd: number) => void = fsyncSync) {
    super(folder);
    this.#fsync = fsync;
  }

  override async init(pglite: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const preRun = [
      ...(options.preRun ?? []),
      (mod: { NODEFS: EmscriptenNodeFs }) => this.#install(mod.NODEFS),
    ];
    return super.init(pglite, { ...options, preRun });
  }

  #install(nodeFs: EmscriptenNodeFs): void {
    for (const operations of [nodeFs.node_ops, nodeFs.stream_ops]) {
      const { setattr } = operations;
      operations.setattr = (of, { mode, ...others }) =>
        setattr(of, { ...others, ...(mode !== undefined && { mode: mode & ~rightsOfOthers }) });
    }
    nodeFs.stream_ops.fsync = (stream) => {
      const isDirectory = (stream.node.mode & fileTypeMask) === directoryType;
      // Skip directories on Windows: syncing a directory fails there, and PostgreSQL doesn't expect this error.
      if (isDirectory && process.platform === 'win32') return 0;
      // Report a failure as an errno: PostgreSQL then stops instead of trusting the commit.
      nodeFs.tryFSOperation(() => this.#fsync(stream.nfd));
      return 0;
    };
  }
}
