import { describe, expect, onTestFinished, test } from 'vitest';
import { testStores } from '../../../tests/support/database.ts';
import { operatorOf } from '../../../tests/support/operator-call.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';

type Issued = { keys: { id: string; key: string }[]; expireDateTime: string };

const issue = ['keys', 'issue', '--program', 'toro', '--store', '10000009'];

describe.each(await testStores())('start keys on $name', (store) => {
  test('start a session for their store and program until they expire or are revoked', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const operator = operatorOf(server);
    const issued: Issued = (await operator([...issue, '--count', '3'])).data;
    const [first, second, third] = issued.keys;
    const begin = async (key: string | undefined, host = 'toro.localhost') =>
      (await server.client(host).send('POST', `/apply/start/${key}`)).status;
    const started = await server.client('toro.localhost').start(`/apply/start/${first?.key}`);
    expect(started.domain.storeId).toBe('10000009');
    expect(await begin(first?.key, 'exmark.localhost')).toBe(404);

    expect(await operator(['keys', 'revoke', first?.key ?? ''])).toMatchObject({ exitCode: 0 });
    expect(await operator(['keys', 'revoke', second?.id ?? ''])).toMatchObject({ exitCode: 0 });
    expect([await begin(first?.key), await begin(second?.key), await begin(third?.key)]).toEqual([
      404, 404, 200,
    ]);
    server.clock.advance(30 * 86_400_000);
    expect(await begin(third?.key)).toBe(404);
    expect((await operator(['keys', 'list'])).data).toMatchObject({
      keys: [
        { id: third?.id, state: 'expired', createUserId: 'ada' },
        { id: second?.id, state: 'revoked' },
        { id: first?.id, state: 'revoked' },
      ],
      next: null,
    });
  });

  test('are listed page by page, or for one program only', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const operator = operatorOf(server);
    const { keys }: Issued = (await operator([...issue, '--count', '3', '--expires', '2999-12-31'])).data;
    await operator(['keys', 'issue', '--program', 'demo', '--store', '10000009']);
    const newest = keys.map(({ id }) => id).reverse();
    const list = ['keys', 'list', '--program', 'toro', '--limit', '2'];
    const page = (await operator(list)).data as { keys: { id: string; expireDateTime: string }[] };
    expect(page).toMatchObject({ keys: [{ id: newest[0] }, { id: newest[1] }], next: newest[1] });
    expect(page.keys[0]?.expireDateTime).toBe('3000-01-01T00:00:00.000Z');
    expect((await operator([...list, '--after', newest[1] ?? ''])).data).toMatchObject({
      keys: [{ id: newest[2] }],
      next: null,
    });
  });
});

test('wrong calls about keys are refused', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const operator = operatorOf(server);
  const issuing = (program: string, storeId: string, ...more: string[]) =>
    operator(['keys', 'issue', '--program', program, '--store', storeId, ...more]);
  expect(await issuing('nix', '10000009')).toMatchObject({ exitCode: 2 });
  expect(await issuing('toro', '1')).toMatchObject({ exitCode: 64 });
  expect(await issuing('toro', '10000009', '--count', '0')).toMatchObject({ exitCode: 64 });
  expect(await issuing('toro', '10000009', '--expires', '2020-01-01')).toMatchObject({ exitCode: 64 });
  expect(await issuing('toro', '10000009', '--expires', '2999-02-30')).toMatchObject({ exitCode: 64 });
  for (const unknown of ['1234-5678-9012-3456', 'x'])
    expect(await operator(['keys', 'revoke', unknown])).toMatchObject({ exitCode: 2 });
  expect(await operator(['keys', 'list', '--after', 'x'])).toMatchObject({ exitCode: 2 });
});
