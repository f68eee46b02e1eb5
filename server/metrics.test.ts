import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createMetrics, serveMetrics } from './metrics.ts';

test('the figures stand at /metrics of their own port, by route and status, and nothing else does', async () => {
  const metrics = createMetrics();
  metrics.observe({ method: 'PATCH', route: '/api/v1/application/:id', status: 200, ms: 30 });
  const server = await serveMetrics(metrics, 0, '127.0.0.1');
  const { port } = server.address() as AddressInfo;
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(text).toContain(
    'http_request_duration_seconds_count{method="PATCH",route="/api/v1/application/:id",status="200"} 1',
  );
  expect(text).toContain('process_cpu_seconds_total');
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  server.close();
});
