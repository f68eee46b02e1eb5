import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Challenge } from '../../api/challenge.ts';
import type { ProblemDetails } from '../../api/error.ts';
import type { Reply } from '../../tests/support/api-client.ts';
import { apiClient } from '../../tests/support/api-client.ts';
import { testStores } from '../../tests/support/database.ts';
import type { TestServer } from '../../tests/support/test-server.ts';
import { startTestServer } from '../../tests/support/test-server.ts';

/** Reduces the limits to a tenth: 30 starts per network in ten minutes, and 6 starts per address in one minute. */
const env = { LIMITS_FACTOR: '0.1' };
const free = 30;
const tenMinutes = 600_000;
/** Number of possible counters. Only one of them solves a challenge (docs/decisions/proof-of-work.md). */
const counters = 140;
/** PBKDF2 iterations of each attempt (docs/decisions/proof-of-work.md). */
const iterations = 5_000;

const headerOf = (solved: unknown) => ({
  'x-challenge-solution': Buffer.from(JSON.stringify(solved)).toString('base64'),
});

/** Solves a challenge and returns the header value that contains the solution. */
async function solved(challenge: Challenge) {
  return headerOf({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });
}

function challengeOf({ status, body, headers }: Reply<unknown>): Challenge {
  const { code, challenge } = body as ProblemDetails;
  expect({ status, code }).toEqual({ status: 429, code: 'rate_limited' });
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600);
  if (!challenge) throw new Error('There is no challenge.');
  return challenge;
}

describe.each(await testStores())('proof of work after many starts from one network, on $name', (store) => {
  let server: TestServer;
  let node: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ store, env });
    node = await startTestServer({ database: server.database, env });
  });
  afterAll(async () => {
    await node.stop();
    await server.stop();
  });

  let network = 0;
  let last = 0;
  beforeEach(() => {
    network += 1;
    nextWindow();
  });

  /** Moves the clocks of both nodes to the beginning of a window, so that all calls are in the same window. */
  function nextWindow(): void {
    const wait = tenMinutes - (server.clock.now().getTime() % tenMinutes);
    const behind = server.clock.now().getTime() - node.clock.now().getTime();
    server.clock.advance(wait);
    node.clock.advance(wait + behind);
  }

  /** Starts a session on the node `at`, each time from a different address in the network. */
  function start(headers = {}, { at = server, path = '/apply/start', host = 'demo.localhost' } = {}) {
    last = (last + 1) % 250;
    return apiClient(at.app, { address: `198.51.${network}.${last}`, host }).send('POST', path, { headers });
  }

  async function exhaustFreeStarts(): Promise<void> {
    for (let at = 0; at < free; at += 1)
      expect((await start({}, { at: at % 2 ? node : server })).status).toBe(200);
  }

  test('the next start needs a solution, which is accepted once across all nodes', async () => {
    await exhaustFreeStarts();
    const solution = await solved(challengeOf(await start()));
    expect((await start(solution, { at: node })).status).toBe(200);
    challengeOf(await start(solution));
    challengeOf(await start(solution, { at: node }));
    const again = await solved(challengeOf(await start({}, { path: '/apply/start/entity-key/main-street' })));
    expect((await start(again, { path: '/apply/start/entity-key/main-street' })).status).toBe(200);
  });

  test('other networks start without work, and this one does after ten minutes', async () => {
    await exhaustFreeStarts();
    challengeOf(await start());
    expect((await server.client().send('POST', '/apply/start')).status).toBe(200);
    nextWindow();
    expect((await start()).status).toBe(200);
  });

  test('the limit of an address still applies to starts with a solution', async () => {
    await exhaustFreeStarts();
    const address = `198.51.${network}.251`;
    const statuses = [];
    for (let at = 0; at < 7; at += 1) {
      const reply = await apiClient(server.app, { address }).send<ProblemDetails>('POST', '/apply/start');
      statuses.push(reply.body.challenge ? 'work' : reply.body.code);
    }
    expect(statuses).toEqual([...Array.from({ length: 6 }, () => 'work'), 'rate_limited']);
  });

  test('a solution for another host, an earlier window, a lower cost or a forged challenge is refused', async () => {
    await exhaustFreeStarts();
    const challenge = challengeOf(await start());
    const { parameters } = challenge;
    const solution = await solveChallenge({ challenge, deriveKey });
    const easier = { ...challenge, parameters: { ...parameters, cost: 1, keyPrefix: '00' } };
    const forged = [
      { challenge: easier, solution: await solveChallenge({ challenge: easier, deriveKey }) },
      { challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } },
      { challenge: { ...challenge, signature: '00'.repeat(32) }, solution },
      { challenge: { ...challenge, signature: undefined }, solution },
      { challenge, solution: null },
      [],
      'solved',
    ];
    for (const one of forged) challengeOf(await start(headerOf(one)));
    challengeOf(await start({ 'x-challenge-solution': '\u00ff{' }));

    const header = headerOf({ challenge, solution });
    challengeOf(await start(header, { host: 'toro.localhost' }));
    const of = network;
    network += 100;
    await exhaustFreeStarts();
    challengeOf(await start(header));
    network = of;
    nextWindow();
    await exhaustFreeStarts();
    challengeOf(await start(header));
  });

  test('all counters are equally likely, so no order of trying them saves work', async () => {
    await exhaustFreeStarts();
    const found: number[] = [];
    for (let at = 0; at < 40; at += 1) {
      const solution = await solveChallenge({ challenge: challengeOf(await start()), deriveKey });
      found.push(solution?.counter ?? -1);
    }
    expect(Math.min(...found)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...found)).toBeLessThan(counters);
    // The chance that none of 40 random counters falls into a given two fifths of the range is one in a billion.
    expect(found.filter((counter) => counter < counters * 0.4)).not.toEqual([]);
    expect(found.filter((counter) => counter >= counters * 0.6)).not.toEqual([]);
  });

  test('each attempt takes as many iterations as documented', async () => {
    await exhaustFreeStarts();
    expect(challengeOf(await start()).parameters).toMatchObject({
      algorithm: 'PBKDF2/SHA-256',
      cost: iterations,
    });
  });

  test('a challenge contains no address, and each has its own key', async () => {
    await exhaustFreeStarts();
    const [one, other] = [challengeOf(await start()), challengeOf(await start())];
    expect(JSON.stringify(one)).not.toMatch(/198\.51/);
    expect(other.parameters.nonce).not.toBe(one.parameters.nonce);
    expect(one.parameters.data).toEqual(other.parameters.data);
  });
});
