/** Tests that `npm run mutants` creates a map, finds mutants with it, and counts the mutants that no test finds. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './scratch-tree.ts';

let cache: string;
beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), 'mutants-cache-'));
});
afterAll(() => rm(cache, { recursive: true }));

function run(...args: readonly string[]): {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  const all = ['tools/mutants/main.ts', '--cache', cache, '--lanes', '1', ...args];
  return spawnSync(process.execPath, all, { cwd: root, encoding: 'utf8' });
}

test('a covered mutant is found by its test file; an uncovered one survives', async () => {
  const recorded = run('--map', 'server/jobs/breaker.test.ts');
  expect(recorded).toMatchObject({ status: 0, stderr: expect.stringContaining('The map covers 1 of ') });

  const lines = readFileSync(join(root, 'server/jobs/breaker.ts'), 'utf8').split('\n');
  const place = `server/jobs/breaker.ts:${lines.findIndex((line) => line.includes('failures < mostFailures')) + 1}`;
  const guard = run('--only', place);
  expect(guard.stderr).toContain(`${place}:20 flip boundary: found by server/jobs/breaker.test.ts`);
  expect(guard).toMatchObject({ status: 0, stdout: expect.stringContaining('3 of 3 mistakes found') });

  const lanes = ['--only', 'server/jobs/at-most.ts:', '--count', '1'];
  const uncovered = run(...lanes);
  expect(uncovered).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('0 of 1 mistakes found, 0.0 % (at least 92 %); 0 equivalent'),
  });
  const [, name, was, becomes] = /^(.+?): uncovered.*\n- (.*)\n\+ (.*)\n/m.exec(uncovered.stdout) ?? [];
  expect(name).toMatch(/^server\/jobs\/at-most\.ts:\d+:\d+ /);

  const list = join(cache, 'equivalent.json');
  const because = 'so this test says';
  await writeFile(list, JSON.stringify([{ file: 'server/jobs/at-most.ts', was, becomes, because }]));
  const equivalent = run(...lanes, '--equivalent', list);
  expect(equivalent).toMatchObject({ status: 0, stdout: expect.stringContaining('1 equivalent') });
});
