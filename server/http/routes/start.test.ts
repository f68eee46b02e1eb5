import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../../api/application.ts';
import type { StartResponse } from '../../../api/start.ts';
import { expectError } from '../../../tests/support/expect-error.ts';
import { readableText } from '../../../tests/support/readable-text.ts';
import {
  create,
  prepare,
  business as sampleBusiness,
  submit,
} from '../../../tests/support/sample-application.ts';
import { issueStartKey } from '../../../tests/support/start-keys.ts';
import type { TestServer } from '../../../tests/support/test-server.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';
import { hashToken } from '../../sessions/session-token.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const day = 24 * 60 * 60_000;

const newKey = async (options?: Parameters<typeof issueStartKey>[1]) =>
  (await issueStartKey(server.services, options)).key;

describe('POST /apply/start', () => {
  test('returns the session, the program of the host and its bank, and nothing else', async () => {
    const reply = await server.client('toro.localhost:8080').send<StartResponse>('POST', '/apply/start');
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      webSessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      domain: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        domainKey: 'toro',
        name: 'Toro',
        themeKey: 'toro',
        termsUrl: 'https://cards.example.com/toro/terms',
        storeId: '10000005',
        assetLocation: '/assets/programs/toro',
        createDateTime: expect.any(String),
        updateDateTime: expect.any(String),
      },
      provider: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        providerId: 'quillbrook',
        name: 'Quillbrook Bank',
        fullName: 'Quillbrook Bank',
        abbrev: 'QCB',
      },
      sessionWarnCountdownMillis: 30_000,
      sessionTimeoutMillis: 600_000,
      resume: { onDevice: true, byEmail: true, offered: false },
    });
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  test('returns the program’s own timers', async () => {
    const { sessionWarnCountdownMillis } = await server.client('yard-card.localhost').start();
    expect(sessionWarnCountdownMillis).toBe(120_000);
  });

  test('sets a secret that scripts cannot read and the database does not contain', async () => {
    const browser = server.client();
    const { setCookies, body } = await browser.send<StartResponse>('POST', '/apply/start');
    const id = body.webSessionId;
    expect(setCookies).toEqual([
      expect.stringMatching(
        new RegExp(`^session-${id.slice(0, 8)}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
      ),
    ]);
    const token = browser.cookies.get(`session-${id.slice(0, 8)}`) ?? '';
    const row = await server.database.db
      .selectFrom('session')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.token_hash.toString('hex')).toBe(hashToken(token).toString('hex'));
    expect(readableText(row)).not.toContain(token);
  });

  test('prefers ?storeId= to the program’s own store', async () => {
    const browser = server.client();
    const { domain } = await browser.start('/apply/start?storeId=12345678');
    expect(domain.storeId).toBe('12345678');
    expect((await create(browser)).storeId).toBe('12345678');
  });

  test.each([
    'storeId=1234567',
    'storeId=123456789',
    'storeId=1234567a',
    'storeId=',
    'storeId=１２３４５６７８',
    'storeId=10000001&storeId=10000001',
    'storeId[]=10000001',
    'storeid=10000001',
    'status=submitted',
  ])('refuses ?%s', async (query) => {
    expectError(await server.client().send('POST', encodeURI(`/apply/start?${query}`)), 'invalid_request');
  });

  test('refuses a body that is not empty', async () => {
    const reply = await server.client().send('POST', '/apply/start', { json: { storeId: '10000001' } });
    expectError(reply, 'invalid_request');
  });

  test('accepts the JSON content type without a body', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await server.client().send('POST', '/apply/start', { headers })).status).toBe(200);
  });

  test('refuses a host without a program', async () => {
    const reply = await server.client('elsewhere.example:8443').send('POST', '/apply/start');
    expectError(reply, 'domain_not_found');
    // The host is named without its port.
    expect(reply.body).toMatchObject({
      detail: 'Unable to find program mapped to URL [elsewhere.example]',
    });
  });
});

describe('POST /apply/start in one browser', () => {
  test('leaves the sessions of other tabs alone', async () => {
    const first = server.client();
    await first.start();
    const second = first.tab();
    await second.start();
    const [one, other] = [await create(first), await create(second)];
    expect(one.id).not.toBe(other.id);
    expect((await first.send('POST', '/apply/finish/cancel')).status).toBe(204);
    expect((await second.send('GET', `/application/${other.id}`)).status).toBe(200);
  });

  test('ends the oldest of five sessions, erases a draft that no one can resume, and clears its cookie', async () => {
    const first = server.client();
    await first.start();
    const { taxId: _, ...business } = sampleBusiness;
    const { id } = await create(first, business);
    const tabs = [first.tab(), first.tab(), first.tab()];
    for (const tab of tabs) await tab.start();
    expect((await first.send('GET', `/application/${id}`)).status).toBe(200);

    const fifth = first.tab();
    const { setCookies } = await fifth.send<StartResponse>('POST', '/apply/start');
    expect(setCookies.map((line) => /^session-\w{8}=;.*Max-Age=0$/.test(line))).toEqual(
      expect.arrayContaining([true, false]),
    );
    expect(first.cookies.size).toBe(4);
    expectError(await first.send('GET', `/application/${id}`), 'session_invalid');
    for (const tab of tabs) expect((await tab.send('POST', '/apply/heartbeat')).status).toBe(204);
    const row = await server.database.db
      .selectFrom('application')
      .select(['status', 'data_key', 'answers', 'sealed'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ status: 'expired', data_key: null, answers: {}, sealed: {} });
  });
});

describe('POST /apply/start/{key}', () => {
  test.each([
    ['with hyphens', (key: string) => key],
    ['with spaces', (key: string) => encodeURIComponent(key.replaceAll('-', ' '))],
    ['without either', (key: string) => key.replaceAll('-', '')],
  ])('accepts a key %s, and uses its store', async (_, written) => {
    const key = await newKey();
    const { domain } = await server.client().start(`/apply/start/${written(key)}`);
    expect(domain.storeId).toBe('20000001');
  });

  test('refuses a key that is unknown, of another program, expired or revoked, each in the same way', async () => {
    const keys = [
      '1111-2222-3333-4444',
      await newKey({ domainKey: 'toro' }),
      await newKey({ expires: new Date(Date.now() - 1000) }),
      await newKey({ isRevoked: true }),
      '1111-2222-3333-444',
      '1111--2222-3333-4444',
      '1111_2222_3333_4444',
      'main-street',
    ];
    for (const key of keys)
      expectError(await server.client().send('POST', `/apply/start/${key}`), 'resource_not_found');
  });

  test('refuses a store other than the key’s own, and accepts the same', async () => {
    const key = await newKey();
    const path = `/apply/start/${key}?storeId=`;
    expectError(await server.client().send('POST', `${path}20000002`), 'invalid_request');
    expectError(await server.client().send('POST', `${path}2000`), 'invalid_request');
    expect((await server.client().send('POST', `${path}20000001`)).status).toBe(200);
  });

  test('allows any number of sessions but only one submitted application', async () => {
    const key = await newKey();
    const [first, second] = [server.client(), server.client()];
    await first.start(`/apply/start/${key}`);
    await second.start(`/apply/start/${key}`);
    const [one, other] = [await prepare(first), await prepare(second)];
    expect((await submit(first, one.id)).status).toBe(200);
    expectError(await submit(second, other.id), 'conflict');
    const { body } = await second.send<Application>('GET', `/application/${other.id}`);
    expect(body.status).toBe('draft');
    expectError(await server.client().send('POST', `/apply/start/${key}`), 'resource_not_found');
    expect((await submit(first, one.id)).status).toBe(200);
  });
});

describe('POST /apply/start/entity-key/{key}', () => {
  test('accepts a key of the program in upper or lower case, and uses its store', async () => {
    const { domain } = await server.client().start('/apply/start/entity-key/MAIN-street');
    expect(domain.storeId).toBe('10000102');
    const { domain: toro } = await server
      .client('toro.localhost')
      .start('/apply/start/entity-key/main-street');
    expect(toro.storeId).toBe('10000105');
  });

  test.each(['unknown', 'spring-show', 'ab', 'start', '1111222233334444', 'constructor', '__proto__'])(
    'refuses %s',
    async (key) => {
      const reply = await server.client().send('POST', `/apply/start/entity-key/${key}`);
      expectError(reply, 'resource_not_found');
    },
  );

  test('refuses a store other than the key’s own', async () => {
    const path = '/apply/start/entity-key/main-street?storeId=';
    expectError(await server.client().send('POST', `${path}10000101`), 'invalid_request');
    expect((await server.client().send('POST', `${path}10000102`)).status).toBe(200);
  });
});

test('start and heartbeat report the database’s time, whatever the node’s clock shows', async () => {
  const ahead = 40 * day;
  server.clock.advance(ahead);
  try {
    const client = server.client();
    const started = await client.send('POST', '/apply/start');
    const beats = await client.start().then(() => client.send('POST', '/apply/heartbeat'));
    const { headers } = await client.send('GET', '/resume');
    expect(headers, 'a call that needs no session does not read the time').not.toHaveProperty(
      'x-server-time',
    );
    for (const { headers } of [started, beats]) {
      const told = Date.parse(String(headers['x-server-time'])) - Date.now();
      expect(Math.abs(told - ahead)).toBeLessThan(day);
    }
  } finally {
    server.clock.advance(-ahead);
  }
});
