import { glob, readFile } from 'node:fs/promises';
import Fastify, { LogController } from 'fastify';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { forbidInLogs } from '../../tests/support/forbid-in-logs.ts';
import { loggerOptions, requestFields } from './logging.ts';

const secrets = {
  ssn: '512-44-7731',
  name: 'Wilhelmina Zsigmondy',
  startKey: '4821-9930-1177-2046',
  token: 'kT9vXq2LmPz7',
};

function logger() {
  const stream = forbidInLogs(secrets);
  return { stream, log: pino(loggerOptions('trace'), stream) };
}

function lastLine(stream: { lines: string[] }): Record<string, unknown> {
  return JSON.parse(stream.lines.at(-1) ?? '{}');
}

describe('the log', () => {
  test('writes the listed fields and a constant message', () => {
    const { stream, log } = logger();
    log.info({ job: 'email', attempt: 2 }, 'job done');
    expect(lastLine(stream)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      job: 'email',
      attempt: 2,
      msg: 'job done',
    });
  });

  test('names the build that is ready', () => {
    const { stream, log } = logger();
    const build = { version: '0.1.0', commit: '3c154d6', node: '26.10.0' };
    log.info({ port: 3000, ...build }, 'ready');
    expect(lastLine(stream)).toMatchObject({ ...build, port: 3000, msg: 'ready' });
  });

  test('drops no field that the server logs by name', async () => {
    const names = new Set<string>();
    for await (const path of glob('server/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') }))
      for (const [, fields = ''] of (await readFile(path, 'utf8')).matchAll(/\blog\.\w+\(\s*\{([^}]*)\}/g))
        for (const [, name = ''] of fields.matchAll(/(?:^|,)\s*(\w+)/g)) names.add(name);
    expect(names.size).toBeGreaterThan(10);
    const { stream, log } = logger();
    log.info(Object.fromEntries([...names].map((name) => [name, 1])), 'all');
    expect([...names].filter((name) => !(name in lastLine(stream)))).toEqual([]);
  });

  test('drops every other field, nested ones, and those of a child logger', () => {
    const { stream, log } = logger();
    log.info({ ssn: secrets.ssn, body: { name: secrets.name }, count: { name: secrets.name } }, 'saved');
    log.child({ user: secrets.name, requestId: 'r1' }).info({ headers: { cookie: secrets.token } }, 'saved');
    expect(stream.leaks).toEqual([]);
    expect(lastLine(stream)).toMatchObject({ requestId: 'r1', msg: 'saved' });
  });

  test('puts no value into a message', () => {
    const { stream, log } = logger();
    log.info('saved %s', secrets.name);
    log.info({}, 'saved %s', secrets.name);
    log.warn(`Reply already sent in "/api/v1/apply/start/${secrets.startKey}?name=${secrets.token}" (POST)`);
    expect(stream.leaks).toEqual([]);
    expect(lastLine(stream)).toMatchObject({ msg: 'Reply already sent in … (POST)' });
  });

  test('shows an error’s type, code, frames and cause, but not its message', () => {
    const { stream, log } = logger();
    const cause = Object.assign(new RangeError(secrets.ssn), {
      code: '23505',
      detail: `(ssn)=(${secrets.ssn})`,
    });
    const error = new TypeError(`bad\n    at ${secrets.name} (x.ts:1:2)\nvalue ${secrets.token}`, { cause });
    log.error(error);
    log.error(error, error.message);
    log.error({ err: error });
    log.error({ err: error }, error.message);
    log.error({ err: error }, 'could not save');
    expect(stream.leaks).toEqual([]);
    expect(lastLine(stream)).toMatchObject({
      msg: 'could not save',
      err: {
        type: 'TypeError',
        stack: expect.arrayContaining([expect.stringContaining('logging.test.ts:')]),
        cause: { type: 'RangeError', code: '23505' },
      },
    });
  });

  test('shows no frames if the error’s message was changed, because the frames may contain the old one', () => {
    const { stream, log } = logger();
    const error = new Error(`    at ${secrets.name} (x.ts:1:2)`);
    for (const message of ['changed', '', 'Error', '    at']) {
      error.message = message;
      log.error({ err: error }, 'failed');
    }
    expect(stream.leaks).toEqual([]);
    expect(lastLine(stream)).toMatchObject({ err: { type: 'Error', stack: [] } });
  });

  test.each([
    ['no message', new Error()],
    ['a code of Node', Object.assign(new Error('x'), { code: 'ENOENT' })],
    ['a class of its own', new (class OwnError extends Error {})('x')],
  ])('shows the frames of an error with %s', (_, error) => {
    const { stream, log } = logger();
    log.error(error);
    expect(lastLine(stream)).toMatchObject({
      err: { stack: expect.arrayContaining([expect.stringContaining('logging.test.ts:')]) },
    });
  });

  test('survives a thrown value that is not an Error', () => {
    const { stream, log } = logger();
    log.error({ err: { message: secrets.name } }, 'failed');
    log.error({ err: secrets.name }, 'failed');
    log.error(undefined, 'failed');
    expect(stream.leaks).toEqual([]);
    expect(stream.lines).toHaveLength(3);
  });
});

describe('the log of a server', () => {
  async function serverWithLog() {
    const stream = forbidInLogs(secrets);
    const app = Fastify({
      logger: { ...loggerOptions('trace'), stream },
      logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    });
    app.addHook('onResponse', async (request, reply) => {
      request.log.info(requestFields(request, reply), 'request');
    });
    app.setErrorHandler((error, request, reply) => {
      request.log.error({ err: error }, 'request failed');
      return reply.code(500).send({});
    });
    app.post('/apply/start/:key', async (request) =>
      JSON.parse(`${JSON.stringify(request.body)}${secrets.ssn}`),
    );
    return { app, stream };
  }

  test('has one line per request with the route, and without address, query, headers or body', async () => {
    const { app, stream } = await serverWithLog();
    await app.inject({
      method: 'POST',
      url: `/apply/start/${secrets.startKey}?name=${encodeURIComponent(secrets.name)}`,
      headers: { cookie: `session=${secrets.token}` },
      payload: { ssn: secrets.ssn },
    });
    await app.inject({ url: `/nowhere/${secrets.startKey}` });
    await app.close();
    expect(stream.leaks).toEqual([]);
    const requests = stream.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    expect(requests).toEqual([
      expect.objectContaining({
        method: 'POST',
        route: '/apply/start/:key',
        status: 500,
        ms: expect.any(Number),
      }),
      expect.objectContaining({ method: 'GET', route: 'none', status: 404, requestId: expect.any(String) }),
    ]);
  });
});
