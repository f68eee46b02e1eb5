/**
 * Tests that a test file fails if it leaves something behind for the next test file of its process. The error names what was
 * left.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../support/repository.ts';

/** Test files whose tests pass, but that leave something behind. Each has its code and the expected error. */
const files: Readonly<Record<string, readonly [code: string, said: RegExp]>> = {
  variable: ["process.env['LEFT'] = 'here';", /process\.env\.LEFT/],
  listener: ["process.on('SIGUSR2', () => {});", /process\.on\(SIGUSR2\)/],
  clock: ['vi.useFakeTimers({ toFake: ["Date"] });', /Date/],
  socket: [
    "await new Promise<void>((resolve) => void createServer().listen(0, '127.0.0.1', resolve));",
    /a listening socket/,
  ],
  process: ["spawn('sleep', ['60'], { stdio: 'ignore' });", /a child process/],
  store: ['await openTestDatabase();', /an open embedded store/],
  timer: ['setInterval(() => {}, 60_000);', /a running setInterval/],
  trigger: [
    'const store = await openTestDatabase(); await sql`alter table audit_event disable trigger audit_event_is_append_only`.execute(store.db); await store.close();',
    /tables or triggers: audit_event audit_event_is_append_only/,
  ],
  row: [
    "const server = await startTestServer(); await sql`update provider set name = 'other'`.execute(server.database.db); await server.stop();",
    /rows that the start wrote/,
  ],
  setting: [
    "const store = await openTestDatabase(); await sql`set work_mem = '7MB'`.execute(store.db); await store.close();",
    /settings of the database: work_mem/,
  ],
};

let folder: string;
beforeAll(async () => {
  await mkdir(join(root, 'test-results'), { recursive: true });
  folder = await mkdtemp(join(root, 'test-results', 'left-behind-'));
  for (const [name, [code]] of Object.entries(files))
    await writeFile(
      join(folder, `${name}.test.ts`),
      `import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../tests/support/database.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
void [spawn, createServer, sql, vi, openTestDatabase, startTestServer];
test('passes', async () => { ${code} expect(1).toBe(1); });
`,
    );
  await writeFile(
    join(folder, 'clean.test.ts'),
    "import { test } from 'vitest';\ntest('passes', () => {});\n",
  );
  await writeFile(
    join(folder, 'vitest.config.ts'),
    `import { defineConfig } from 'vitest/config';
export default defineConfig({ test: {
  root: ${JSON.stringify(root)}, isolate: false, maxWorkers: 2, testTimeout: 60_000, include: ['${relative(root, folder)}/*.test.ts'],
  setupFiles: ['tests/support/check-left-behind.ts'], globalSetup: 'tests/support/database-setup.ts' } });
`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

test('the error names every kind of resource that is left behind, with its file', () => {
  const reportFile = join(folder, 'report.json');
  const args = ['--config', join(folder, 'vitest.config.ts'), '--reporter=json', '--outputFile', reportFile];
  const { stderr } = spawnSync('vitest', ['run', ...args], { cwd: root, encoding: 'utf8' });
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as {
    testResults: { name: string; status: string; message: string }[];
  };
  const resultOf = (name: string) =>
    report.testResults.find((result) => result.name.endsWith(`/${name}.test.ts`));
  for (const [name, [, said]] of Object.entries(files)) expect(resultOf(name)?.message, stderr).toMatch(said);
  expect(resultOf('clean')?.status).toBe('passed');
});
