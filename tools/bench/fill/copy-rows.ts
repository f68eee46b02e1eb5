/** Writes rows with COPY through psql, which is the fastest way to load rows into PostgreSQL. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Row } from './templates.ts';

/** A writer for the rows of one table. All rows must have the same columns. */
export interface RowWriter {
  readonly write: (rows: readonly Row[]) => Promise<void>;
  /** Ends the COPY command. Then the table contains all rows, or no rows if this function throws. */
  readonly end: () => Promise<void>;
}

/**
 * Returns a writer that copies rows into a table. The database role must be a superuser, because the copy bypasses triggers and
 * foreign keys, as restoring a dump does.
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
    // Ignores write errors on stdin, because the exit code reports the failure.
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
