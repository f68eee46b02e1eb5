/**
 * S2: measures the duration of calls while 500 people apply concurrently. Each person pauses for a few seconds before each call.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient } from '../../tests/support/api-client.ts';
import { countOnly, mustBeZero } from '../../tests/support/figures.ts';
import { httpClient, type ObservedCall } from '../../tests/support/http-client.ts';
import { install } from '../../tests/support/installation.ts';
import { apply } from './apply.ts';
import { type Bench, percentile } from './bench.ts';

const applicants = 500;
/**
 * Shortest and longest pause of a person before a call, in milliseconds. Real pauses are longer, because a person fills in more
 * than one screen per call on average.
 */
const [leastThought, mostThought] = [2_000, 6_000];
const slowestMillis = 1_000;

export const manyApplicants: Bench = {
  name: 'S2',
  about: `${applicants} applicants who apply concurrently, with pauses, on PostgreSQL`,
  run: async () => {
    const installation = await install('PostgreSQL');
    const calls: ObservedCall[] = [];
    const failures: string[] = [];
    try {
      const { server } = installation;
      await server.start();
      await Promise.all(
        Array.from({ length: applicants }, () =>
          apply(thinking(httpClient(server.origin, (call) => calls.push(call))), true).catch((error) =>
            failures.push(String(error)),
          ),
        ),
      );
    } finally {
      await installation.remove();
    }
    for (const failure of failures.slice(0, 5)) console.error(failure);
    const millis = calls.map(({ begun, ended }) => ended - begun);
    const p95 = percentile(millis, 0.95);
    return [
      countOnly('calls', calls.length),
      mustBeZero('failed applications', failures.length),
      mustBeZero(
        'responses other than 2xx',
        calls.filter(({ status = 0 }) => status < 200 || status > 299).length,
      ),
      { what: 'median of a call', value: inMillis(percentile(millis, 0.5)), demand: '', met: true },
      {
        what: '95% of calls take at most',
        value: inMillis(p95),
        demand: `≤ ${slowestMillis} ms`,
        met: p95 <= slowestMillis,
      },
      { what: 'longest call', value: inMillis(percentile(millis, 1)), demand: '', met: true },
    ];
  },
};

function inMillis(value: number): string {
  return `${value.toFixed(0)} ms`;
}

/** Returns a client that pauses for a random time before each call. */
function thinking(client: ApiClient): ApiClient {
  const think = () => pause(leastThought + Math.random() * (mostThought - leastThought));
  return {
    ...client,
    get webSessionId() {
      return client.webSessionId;
    },
    send: async (method, path, call) => {
      await think();
      return client.send(method, path, call);
    },
    start: async (path) => {
      await think();
      return client.start(path);
    },
  };
}
