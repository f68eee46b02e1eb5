/** Tests nodes that have different builds of the page and share only their database (F14). */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { compressFiles } from '../../scripts/build.ts';
import type { TestDatabase } from '../../tests/support/database.ts';
import { testStores } from '../../tests/support/database.ts';
import { removeFolder } from '../../tests/support/folders.ts';
import type { TestServer } from '../../tests/support/test-server.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { serveAssets } from './asset-files.ts';
import { storedAssets } from './stored-assets.ts';

const shared = 'export const react = 1;\n'.repeat(100);
const scriptOf = (build: string) => `export const build = '${build}';\n`.repeat(100);

/** Returns a folder with a built page. */
async function built(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assets-'));
  onTestFinished(() => removeFolder(folder));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  compressFiles(folder);
  return folder;
}

const buildA = { 'react-AAAAAAAA.js': shared, 'page-AAAAAAAA.js': scriptOf('A'), 'page-AAAAAAAA.css': 'a{}' };
const buildB = { 'react-AAAAAAAA.js': shared, 'page-BBBBBBBB.js': scriptOf('B') };

describe.each(await testStores())('on $name', ({ open }) => {
  async function opened(): Promise<TestDatabase> {
    const database = await open();
    onTestFinished(() => database.close());
    return database;
  }

  async function node(database: TestDatabase, files: Readonly<Record<string, string>>): Promise<TestServer> {
    const folder = await built(files);
    const server = await startTestServer({
      database,
      page: (app, services) => serveAssets(app, folder, (files) => storedAssets(app, services, files)),
    });
    onTestFinished(server.stop);
    return server;
  }

  const get = ({ app }: TestServer, name: string, coding = 'br') =>
    app.inject({
      url: `/assets/${name}`,
      headers: { host: 'demo.localhost', 'accept-encoding': coding },
    });

  test('each node serves the files of the other, older or newer, unchanged', async () => {
    const database = await opened();
    const old = await node(database, buildA);
    expect((await get(old, 'page-BBBBBBBB.js')).statusCode).toBe(404);
    const newer = await node(database, buildB);
    for (const [server, name, text] of [
      [newer, 'page-AAAAAAAA.js', scriptOf('A')],
      [old, 'page-BBBBBBBB.js', scriptOf('B')],
    ] as const) {
      const { statusCode, headers, rawPayload } = await get(server, name);
      expect([statusCode, brotliDecompressSync(rawPayload).toString()]).toEqual([200, text]);
      expect(headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'content-encoding': 'br',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
      expect((await get(server, name, 'identity')).body).toBe(text);
    }
    const style = await get(newer, 'page-AAAAAAAA.css');
    expect([style.body, style.headers['content-type']]).toEqual(['a{}', 'text/css; charset=utf-8']);
  });

  test('a restart with a new build keeps the old files for open tabs', async () => {
    const database = await opened();
    const old = await node(database, buildA);
    await old.stop();
    const newer = await node(database, buildB);
    expect((await get(newer, 'page-AAAAAAAA.js')).statusCode).toBe(200);
  });

  test('forged files in the database reach no browser', async () => {
    const database = await opened();
    await node(database, buildB);
    const script = Buffer.from(brotliCompressSync('alert(1)'));
    await database.db
      .insertInto('page_asset')
      .values([
        { name: 'page-EEEEEEEE.js', body: script, proof: Buffer.alloc(32), used_date_time: new Date() },
        { name: 'page-FFFFFFFF.js', body: script, proof: Buffer.alloc(0), used_date_time: new Date() },
      ])
      .execute();
    const other = await node(database, buildA);
    // Copy a valid file to a different name, and change the content of the valid file.
    const { proof, body } = await database.db
      .selectFrom('page_asset')
      .select(['proof', 'body'])
      .where('name', '=', 'page-BBBBBBBB.js')
      .executeTakeFirstOrThrow();
    await database.db
      .insertInto('page_asset')
      .values({ name: 'page-GGGGGGGG.js', body, proof, used_date_time: new Date() })
      .execute();
    await database.db
      .updateTable('page_asset')
      .set({ body: script })
      .where('name', '=', 'page-BBBBBBBB.js')
      .execute();
    for (const name of ['E', 'F', 'G', 'B']) {
      const { statusCode, payload } = await get(other, `page-${name.repeat(8)}.js`);
      expect([name, statusCode]).toEqual([name, 500]);
      expect(payload).not.toContain('alert');
    }
    // The next node that starts with build B repairs the altered file.
    await node(database, buildB);
    expect((await get(other, 'page-BBBBBBBB.js')).statusCode).toBe(200);
  });

  test('unknown names cost the database at most one query per second', async () => {
    const database = await opened();
    const server = await node(database, buildA);
    await get(server, 'page-00000000.js');
    const query = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => query.mockRestore());
    const names = Array.from({ length: 500 }, (_, at) => `page-${String(at).padStart(8, '0')}.js`);
    const found = await Promise.all(
      [...names, 'page-1.txt', `${'x'.repeat(150)}.js`].map((name) => get(server, name)),
    );
    expect(new Set(found.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
    const queries = query.mock.calls.filter((call) => JSON.stringify(call[0]).includes('page_asset'));
    expect(queries).toHaveLength(1);
  });

  test('files that no node used for two weeks are deleted', async () => {
    const database = await opened();
    const old = await node(database, buildA);
    await old.stop();
    await database.db
      .updateTable('page_asset')
      .set({ used_date_time: new Date(Date.now() - 15 * 24 * 60 * 60_000) })
      .execute();
    const newer = await node(database, buildB);
    expect((await get(newer, 'page-AAAAAAAA.js')).statusCode).toBe(404);
    const kept = await database.db.selectFrom('page_asset').select('name').orderBy('name').execute();
    expect(kept.map(({ name }) => name)).toEqual(['page-BBBBBBBB.js', 'react-AAAAAAAA.js']);
  });
});
