import Fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { chooseCoding, codings, encoded, sendEncoded } from './encoded-body.ts';

describe('the content coding of a response', () => {
  test.each([
    // The headers that clients send today: browsers over https, browsers over http, curl, scripts.
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    [undefined, 'identity'],
    ['', 'identity'],
    // The client's weights take precedence over size.
    ['br;q=0.1, gzip;q=0.2', 'gzip'],
    ['gzip;q=0.001', 'gzip'],
    ['identity, br;q=0.5', 'identity'],
    ['identity;q=0.5, br;q=0.5', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000, gzip;q=0', 'identity'],
    // `*` applies only to the codings that the header does not name.
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', 'identity'],
    ['*;q=0, gzip', 'gzip'],
    ['*;q=0.1, identity', 'identity'],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    // If the client accepts none of the codings, an unencoded response is better than a refusal.
    ['identity;q=0', 'identity'],
    ['zstd', 'identity'],
    // Case and white space do not matter. A malformed weight counts as "not accepted".
    ['GZIP ; Q=1.0 ,\tBR;q=0', 'gzip'],
    ['br;q=2, gzip;q=-1, *;q=x', 'identity'],
    ['br;q=0.1234, gzip', 'gzip'],
    ['brotli, xgzip', 'identity'],
    [',;,=,', 'identity'],
  ])('to “%s” is %s', (header, coding) => {
    expect(chooseCoding(header, codings)).toBe(coding);
  });

  test('is one of the codings that were made', () => {
    expect(chooseCoding('br, gzip', ['gzip'])).toBe('gzip');
    expect(chooseCoding('br', [])).toBe('identity');
  });
});

test('a text that compression does not make smaller is kept unencoded only', async () => {
  expect(Object.keys(await encoded('a'.repeat(511)))).toEqual(['identity']);
  expect(Object.keys(await encoded('a'.repeat(512))).sort()).toEqual(['br', 'gzip', 'identity']);
});

describe('a response', () => {
  const app = Fastify();
  const text = 'Bright Lawn Care '.repeat(100);
  const body = encoded(text);
  app.get('/', async (request, reply) => sendEncoded(request, reply.type('text/plain'), await body));
  afterAll(() => app.close());

  test('without compression still varies by Accept-Encoding', async () => {
    const { headers, body: sent } = await app.inject('/');
    expect(headers).toMatchObject({ vary: 'accept-encoding', 'content-length': String(text.length) });
    expect([sent, headers['content-encoding']]).toEqual([text, undefined]);
  });

  test('to HEAD has the length that the same GET would get', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const got = await app.inject({ url: '/', headers });
    const asked = await app.inject({ method: 'HEAD', url: '/', headers });
    expect(asked.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(got.rawPayload.length),
    });
  });
});
