/** Tests that the server works normally if the trace collector is unreachable, hangs or fails. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startTestServer } from '../support/test-server.ts';
import { startTraceCollector } from '../support/trace-collector.ts';

describe('a collector that', () => {
  const collectors: readonly [title: string, url: () => Promise<string>][] = [
    ['is unreachable', closedUrl],
    ['hangs', async () => (await startTraceCollector(() => {})).url],
    [
      'responds with 500',
      async () => (await startTraceCollector((response) => response.writeHead(500).end('no'))).url,
    ],
  ];

  test.each(collectors)(
    '%s delays neither requests nor the shutdown, and does not fill the log',
    async (_, url) => {
      const lines: string[] = [];
      const server = await startTestServer({
        env: { OTEL_EXPORTER_OTLP_ENDPOINT: await url() },
        log: { write: (line) => void lines.push(line) },
      });
      const responses = await Promise.all(
        Array.from({ length: 600 }, () => server.app.inject('/health/live')),
      );
      expect(responses.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
      await server.stop();
      const warnings = lines.filter((line) => line.includes('traces cannot be sent'));
      expect(warnings.length).toBeLessThanOrEqual(1);
    },
  );
});

/** Returns a URL at which nothing listens, because its server was just closed. */
async function closedUrl(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}
