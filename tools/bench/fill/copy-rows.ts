/** Writes rows by COPY, through PostgreSQL's own psql: the fastest way to load it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Row } from './templates.ts';

/** Accepts rows of one table, all with the same columns. */
export interface RowWriter {
  readonly write: (rows: readonly Row[]) => Promise<void>;
  /** Ends the copy. Afterwards all its rows exist, or none if it throws. */
  readonly end: () => Promise<void>;
}

/**
 * Begins to copy rows into a table. The role must be a superuser: the copy bypasses triggers and foreign keys, as restoring a
 * dump does.
 */
export function writerInto(databaseUrl: string, table: string): RowWriter {
  let child: ReturnType<typeof begin> | undefined;
  function begin(columns: readonly string[]) {
    const statement = `copy ${table} (${columns.join(', ')}) from stdin`;
    const process_ = spawn(
      'psql',
      ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', databaseUrl, '-c', statement],
      {
        env: { ...process.env, PGOPTIONS: '-c session_replication_role=replica' },
        stdio: ['pipe', 'ignore', 'pipe'],
      },
    );
    // The exit code reports what went wrong.
    process_.stdin.on('error', () => {});
    return { stdin: process_.stdin, said: text(process_.stderr), ended: once(process_, 'close') };
  }
  return {
    write: async (rows) => {
      const [first] = rows;
      if (!first) return;
      child ??= begin(Object.keys(first));
      if (!child.stdin.write(rows.map(lineOf).join('')))
        await Promise.race([once(child.stdin, 'drain'), child.ended]);
    },
    end: async () => {
      child?.stdin.end();
      const [code] = (await child?.ended) ?? [0];
      if (code !== 0) throw new Error(`Rows of ${table} could not be copied: ${await child?.said}`);
    },
  };
}

function lineOf(row: Row): string {
  return `${Object.values(row).map(cellOf).join('\t')}\n`;
}

/** Returns a value in the text format of COPY. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value).toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  const written = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return written.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? '');
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
