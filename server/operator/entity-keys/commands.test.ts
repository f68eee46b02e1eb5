import { describe, expect, onTestFinished, test } from 'vitest';
import { testStores } from '../../../tests/support/database.ts';
import { operatorOf } from '../../../tests/support/operator-call.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';

describe.each(await testStores())('entity keys on $name', (store) => {
  test('start sessions for their program from the time they are added until they are removed', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const operator = operatorOf(server);
    const begin = (key: string, host = 'toro.localhost') =>
      server.client(host).send('POST', `/apply/start/entity-key/${key}`);
    const add = (key: string, storeId = '10000009') =>
      operator(['entity-keys', 'add', key, '--program', 'toro', '--store', storeId]);
    const remove = (key: string) => operator(['entity-keys', 'remove', key, '--program', 'toro']);
    expect((await begin('spring-sale')).status).toBe(404);
    expect(await add('Spring-Sale')).toMatchObject({ exitCode: 0 });
    expect(await begin('SPRING-sale')).toMatchObject({
      status: 200,
      body: { domain: { storeId: '10000009' } },
    });
    expect((await begin('spring-sale', 'exmark.localhost')).status).toBe(404);
    expect(await add('spring-sale')).toMatchObject({ exitCode: 4 });
    expect((await operator(['entity-keys', 'list', '--program', 'toro'])).data).toMatchObject({
      entityKeys: expect.arrayContaining([
        { program: 'toro', key: 'spring-sale', storeId: '10000009', from: 'operator' },
      ]),
    });
    expect(await remove('spring-sale')).toMatchObject({ exitCode: 0 });
    expect(await remove('spring-sale')).toMatchObject({ exitCode: 2 });
    expect((await begin('spring-sale')).status).toBe(404);
  });

  test('of a program folder are listed, and cannot be changed', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const operator = operatorOf(server);
    const { entityKeys } = (await operator(['entity-keys', 'list'])).data as {
      entityKeys: { program: string; key: string; from: string }[];
    };
    const [own] = entityKeys;
    expect(own?.from).toBe('program.json');
    const named = [own?.key ?? '', '--program', own?.program ?? ''];
    expect(await operator(['entity-keys', 'remove', ...named])).toMatchObject({ exitCode: 4 });
    const again = ['entity-keys', 'add', ...named, '--store', '10000009'];
    expect(await operator(again)).toMatchObject({ exitCode: 4 });
    for (const wrong of ['apply', 'ab', '1234-5678-9012-3456', 'no_slug'])
      expect(
        await operator(['entity-keys', 'add', wrong, '--program', 'toro', '--store', '10000009']),
      ).toMatchObject({ exitCode: 64 });
  });
});
