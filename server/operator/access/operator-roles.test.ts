import { chmod, chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freshFolder } from '../../../tests/support/database.ts';
import { operatorOf } from '../../../tests/support/operator-call.ts';
import { prepare } from '../../../tests/support/sample-application.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';
import { parseOperators } from '../../config/operators-file.ts';

describe('a list of operators', () => {
  test('has a name or user id and roles in each line, and comments', () => {
    const parsed = parseOperators('# of the bank\nada: read, decide\r\n\n1002:reveal keys # by id\n');
    expect(parsed.ok && [...parsed.value]).toEqual([
      ['ada', ['read', 'decide']],
      ['1002', ['reveal', 'keys']],
    ]);
  });

  test('names every problem with its line', () => {
    const parsed = parseOperators('ada: read\nada: keys\nnobody\n: read\ngrace: admin, read\nalan:\n');
    expect(parsed.ok ? [] : parsed.problems).toEqual([
      'line 2: ada is listed twice',
      'line 3: must be "name: role, role", with read, decide, reveal, keys',
      'line 4: must be "name: role, role", with read, decide, reveal, keys',
      'line 5: admin is not one of read, decide, reveal, keys',
      'line 6: must be "name: role, role", with read, decide, reveal, keys',
    ]);
  });
});

/** Starts a server whose operators file has these contents. */
async function serverWith(operators: string) {
  const file = join(await freshFolder(), 'operators');
  await writeFile(file, operators);
  const server = await startTestServer({ env: { OPERATORS_FILE: file } });
  onTestFinished(server.stop);
  return { server, file };
}

test('without a list, everyone may do everything; with a list, only what their roles allow', async () => {
  const { server, file } = await serverWith('ada: read\n65002: reveal, decide\nalan: keys\n');
  const { id } = await prepare(server.client());
  const as = {
    ada: operatorOf(server),
    grace: operatorOf(server, { uid: 65_002, name: 'grace' }),
    alan: operatorOf(server, { uid: 65_003, name: 'alan' }),
    mallory: operatorOf(server, { uid: 65_004, name: 'mallory' }),
  };
  const reveal = ['applications', 'show', id, '--reveal', '--reason', 'Case 4711'];
  const calls: readonly (readonly [call: string[], allowed: (keyof typeof as)[]])[] = [
    [['applications', 'list'], ['ada']],
    [['applications', 'show', id], ['ada']],
    [reveal, ['grace']],
    [['applications', 'export', '--format', 'csv'], ['grace']],
    [['retention', 'run', '--dry-run'], ['alan']],
    [['keys', 'issue', '--program', 'toro', '--store', '10000005'], ['alan']],
    [['applications', 'decide', id, '--approve'], ['grace']],
  ];
  for (const [call, allowed] of calls)
    for (const [name, operator] of Object.entries(as)) {
      const { text } = await operator(call);
      const refused = /does not have the role|is not an operator of this installation/.test(text);
      expect([name, call.join(' '), !refused]).toEqual([
        name,
        call.join(' '),
        allowed.some((each) => each === name),
      ]);
    }
  const { db } = server.services.database;
  const shown = await db.selectFrom('audit_event').select('detail').where('type', '=', 'shown').execute();
  expect(shown.map(({ detail }) => detail['operator'])).toEqual(['ada', 'grace']);

  // An edit of the operators file takes effect immediately.
  await writeFile(file, 'ada: decide\n');
  expect(await as.ada(['applications', 'list'])).toMatchObject({ exitCode: 1 });
  expect(await as.grace(reveal)).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('not an operator'),
  });
});

test('a list that is missing, malformed or writable by others lets no one in', async () => {
  const { server, file } = await serverWith('ada: read\n');
  const list = () => operatorOf(server)(['applications', 'list']);
  expect(await list()).toMatchObject({ exitCode: 0 });
  await chmod(file, 0o664);
  expect(await list()).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('no one else may write to it'),
  });
  await chmod(file, 0o644);
  if (process.getuid?.() === 0) {
    await chown(file, 65_004, 65_004);
    expect(await list()).toMatchObject({ exitCode: 1, text: expect.stringContaining('must belong to root') });
    await chown(file, 0, 0);
  }
  await writeFile(file, 'ada: everything\n');
  expect(await list()).toMatchObject({
    exitCode: 1,
    text: 'OPERATORS_FILE, line 1: everything is not one of read, decide, reveal, keys.',
  });
  const { server: other, file: gone } = await serverWith('ada: read\n');
  await rm(gone);
  expect(await operatorOf(other)(['applications', 'list'])).toMatchObject({ exitCode: 1 });
});
