import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startSilentServer } from '../../tests/support/silent-server.ts';
import { hasOpenssl, newCertificate, trustedCertificate } from '../../tests/support/test-certificate.ts';
import { type Behavior, startTestReceiver } from '../../tests/support/test-receiver.ts';
import { spool } from '../files/spool.ts';
import type { Resolve } from '../net/outgoing-address.ts';
import { parseDeliverySecrets } from '../net/webhook-signature.ts';
import type { Provider } from '../programs/program-settings.ts';
import { type HttpsDeliveryOptions, httpsDelivery, retryAfterMillis } from './https-delivery.ts';
import type { DeliveryMethod } from './provider-delivery.ts';

const now = new Date('2026-11-20T15:04:05.678Z');
const id = '01a1fbb6-8d4d-7000-abc2-f59f283c3dfb';
const secrets =
  parseDeliverySecrets(
    'bank:whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw,bank:whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  ) ?? new Map();
const never = new AbortController().signal;

async function handOver(
  url: string,
  {
    privateAddresses,
    signal,
    ...options
  }: Partial<HttpsDeliveryOptions> & {
    readonly privateAddresses?: string[];
    readonly signal?: AbortSignal;
  } = {},
) {
  return handOverBy(httpsDelivery({ secrets, ...options }), url, privateAddresses, signal);
}

async function handOverBy(way: DeliveryMethod, url: string, privateAddresses?: string[], signal = never) {
  const provider: Provider = {
    providerId: 'bank',
    name: 'Bank',
    fullName: 'The Bank',
    abbrev: 'B',
    mailFrom: 'cards@bank.example',
    delivery: { way: 'https', url, ...(privateAddresses && { privateAddresses }) },
  };
  const jwe = await spool([Buffer.from('a.b.c.d.e')], { folder: '', hasFreeSpace: async () => true });
  return way.handOver(provider, { id, takeDateTime: now }, jwe, signal);
}

const loopback = { privateAddresses: ['127.0.0.1', '::1'] };
const shortLimits = { connect: 200, response: 200, whole: 400 };

describe.skipIf(!hasOpenssl)('a delivery over https', () => {
  const certificate = hasOpenssl ? trustedCertificate() : { key: '', cert: '' };
  const receiver = (behave?: Behavior, at?: { host?: string; port?: number }) =>
    startTestReceiver(certificate, behave, at);

  test('is one signed POST of the JWE', async () => {
    const { url, received } = await receiver();
    await handOver(url, loopback);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      method: 'POST',
      path: '/applications',
      body: 'a.b.c.d.e',
      headers: {
        'content-type': 'application/jose',
        'content-length': '9',
        'user-agent': 'card-application',
        'webhook-id': id,
        'webhook-timestamp': '1795187045',
        'webhook-signature': expect.stringMatching(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/),
      },
    });
  });

  test.each([200, 201, 202, 204, 299])('counts as delivered after status %d', async (status) => {
    const { url } = await receiver((response) => response.writeHead(status).end());
    await handOver(url, loopback);
  });

  test.each([300, 400, 401, 404, 409, 410, 418, 429, 500, 502, 503])(
    'does not count as delivered after status %d',
    async (status) => {
      const { url } = await receiver((response) => response.writeHead(status).end('secret words'));
      await expect(handOver(url, loopback)).rejects.toMatchObject({ code: 'HTTP', responseCode: status });
    },
  );

  test.each([301, 302, 303, 307, 308])('follows no redirect %d', async (status) => {
    const elsewhere = await receiver();
    const { url } = await receiver((response) =>
      response.writeHead(status, { location: elsewhere.url }).end(),
    );
    await expect(handOver(url, loopback)).rejects.toMatchObject({ responseCode: status });
    expect(elsewhere.connections()).toBe(0);
  });

  test.each([
    ['429 in seconds', 429, '120', 120_000],
    ['503 at a date', 503, 'Fri, 20 Nov 2026 15:14:05 GMT', 599_322],
    ['500, whose header is ignored', 500, '120', 0],
  ])('reads how long to wait: %s', async (_what, status, header, retryAfterMillis) => {
    const { url } = await receiver((response) => response.writeHead(status, { 'retry-after': header }).end());
    await expect(handOver(url, loopback)).rejects.toMatchObject({ retryAfterMillis });
  });

  test.each<[string, Behavior]>([
    ['hangs up', (response) => response.destroy()],
    ['sends huge headers', (response) => response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end()],
  ])('fails if the server %s', async (_what, behave) => {
    const { url, received } = await receiver(behave);
    await expect(handOver(url, loopback)).rejects.toThrow();
    expect(received).toHaveLength(1);
  });

  test('waits 29 seconds for a response, though a connection may take only 10', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { url } = await receiver((response) => {
      vi.advanceTimersByTime(29_000);
      response.writeHead(204).end();
    });
    await handOver(url, loopback);
  });

  test('waits ten seconds for a connection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const silent = await startSilentServer();
    const codes: unknown[] = [];
    const failed = handOver(`https://${silent.address}/`, loopback).catch(({ code }) => codes.push(code));
    await once(silent.server, 'connection');
    vi.advanceTimersByTime(9_999);
    await setImmediate();
    expect(codes).toEqual([]);
    vi.advanceTimersByTime(1);
    await failed;
    expect(codes).toEqual(['TOO_SLOW']);
  });

  test('waits for a slow server', async () => {
    const { url } = await receiver((response) => void setTimeout(() => response.writeHead(204).end(), 150));
    await handOver(url, loopback);
  });

  const long = 600_000;
  test.each([
    ['a response takes too long', { connect: long, response: 50, whole: long }, 'The server takes too long.'],
    ['the whole exchange takes too long', { connect: long, response: long, whole: 50 }, 'aborted'],
  ])('fails as soon as %s, whatever its other timeouts', async (_what, timeLimits, message) => {
    const { url } = await receiver(() => {});
    await expect(handOver(url, { ...loopback, timeLimits })).rejects.toThrow(message);
  });

  test('fails as soon as the caller aborts it', async () => {
    const caller = new AbortController();
    const { url } = await receiver(() => caller.abort());
    const timeLimits = { connect: long, response: long, whole: long };
    await expect(handOver(url, { ...loopback, timeLimits, signal: caller.signal })).rejects.toThrow();
  });

  test('reads no response body, however long it is', async () => {
    let endless: NodeJS.Timeout | undefined;
    const closed = Promise.withResolvers<void>();
    const { url } = await receiver((response) => {
      response.writeHead(200);
      endless = setInterval(() => response.write('x'.repeat(65_536)), 1);
      response.on('close', () => {
        clearInterval(endless);
        closed.resolve();
      });
    });
    // With timeouts this long, the test passes only if `handOver` closes the connection at once.
    const timeLimits = { connect: 10_000, response: 600_000, whole: 600_000 };
    await handOver(url, { ...loopback, timeLimits });
    await closed.promise;
  });

  test('fails if the server speaks no TLS, or never responds', async () => {
    const { address } = await startSilentServer();
    const apiError = handOver(`https://${address}/`, { ...loopback, timeLimits: shortLimits });
    await expect(apiError).rejects.toMatchObject({ code: 'TOO_SLOW' });
  });

  test('fails if the server switches to another protocol', async () => {
    const { url } = await receiver((response) =>
      response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n'),
    );
    await expect(handOver(url, loopback)).rejects.toMatchObject({ code: 'CLOSED' });
  });

  test('never goes to a server with an untrusted certificate, whatever the environment says', async () => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    onTestFinished(() => void delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']);
    const { url, received } = await startTestReceiver(newCertificate());
    await expect(handOver(url, loopback)).rejects.toThrow();
    expect(received).toEqual([]);
  });

  test('never goes to a server with the certificate of another host', async () => {
    const { port, received } = await receiver();
    const apiError = handOver(`https://other.example:${port}/`, {
      ...loopback,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    await expect(apiError).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(received).toEqual([]);
  });

  test('runs one lookup at a time for a name whose lookup hangs', async () => {
    const lookedUp: string[] = [];
    const resolve: Resolve = (hostname) => {
      lookedUp.push(hostname);
      return hostname === 'gone.example' ? Promise.reject(new Error('gone')) : new Promise(() => {});
    };
    const way = httpsDelivery({ secrets, resolve, timeLimits: shortLimits });
    const hung = Array.from({ length: 16 }, () => handOverBy(way, 'https://hung.example/'));
    await expect(handOverBy(way, 'https://gone.example/')).rejects.toThrow('gone');
    await expect(handOverBy(way, 'https://gone.example/')).rejects.toThrow('gone');
    for (const { status } of await Promise.allSettled(hung)) expect(status).toBe('rejected');
    await expect(handOverBy(way, 'https://hung.example/')).rejects.toMatchObject({ code: 'TOO_SLOW' });
    expect(lookedUp).toEqual(['hung.example', 'gone.example', 'gone.example']);
  });

  test('uses no proxy', async () => {
    const proxy = await receiver();
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'NODE_USE_ENV_PROXY']) {
      process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : proxy.url;
      onTestFinished(() => void delete process.env[name]);
    }
    const { url, received } = await receiver();
    await handOver(url, loopback);
    expect([received.length, proxy.connections()]).toEqual([1, 0]);
  });

  describe('connects to nothing', () => {
    test.each([
      ['loopback', '127.0.0.1'],
      ['loopback as a number', '2130706433'],
      ['loopback in short form', '127.1'],
      ['IPv6 loopback', '[::1]'],
      ['IPv4-mapped loopback', '[::ffff:127.0.0.1]'],
      ['NAT64 of loopback', '[64:ff9b::127.0.0.1]'],
      ['loopback by name', 'localhost'],
    ])("if the URL's host is %s, %s", async (_what, host) => {
      const { port, connections } = await receiver();
      await expect(handOver(`https://${host}:${port}/`)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
      expect(connections()).toBe(0);
    });

    test.each<[string, string[]]>([
      ['loopback', ['127.0.0.1']],
      ['IPv4-mapped loopback', ['::ffff:127.0.0.1']],
      ['IPv6 loopback', ['::1']],
      ['a public address and loopback', ['8.8.8.8', '127.0.0.1']],
    ])('if a name resolves to %s', async (_what, addresses) => {
      const { port, connections } = await receiver();
      const resolve: Resolve = async () =>
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      const apiError = handOver(`https://bank.example:${port}/`, { resolve });
      await expect(apiError).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
      expect(connections()).toBe(0);
    });

    test.skipIf(process.platform !== 'linux')(
      'except the checked address, if the name resolves elsewhere the next time',
      async () => {
        const inside = await receiver();
        const outside = await receiver(undefined, { host: '127.0.0.2', port: inside.port });
        let lookups = 0;
        const resolve: Resolve = async () => {
          lookups += 1;
          return [{ address: lookups === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }];
        };
        const url = `https://bank.example:${inside.port}/`;
        // The second loopback address stands for a server on the internet.
        const open = { resolve, privateAddresses: ['127.0.0.2'] };
        await handOver(url, open);
        expect([outside.received.length, inside.connections(), lookups]).toEqual([1, 0, 1]);
        await expect(handOver(url, open)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
        expect(inside.connections()).toBe(0);
      },
    );
  });
});

describe('retryAfterMillis', () => {
  test.each([
    [undefined, 0],
    ['0', 0],
    ['90', 90_000],
    ['99999999', 24 * 3600 * 1000],
    ['Fri, 20 Nov 2026 15:04:35 GMT', 29_322],
    ['Fri, 20 Nov 2020 15:04:35 GMT', 0],
    ['soon', 0],
    ['-5', 0],
  ])('%s → %d', (header, millis) => {
    expect(retryAfterMillis(header, now)).toBe(millis);
  });
});
