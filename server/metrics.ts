/** Figures for Prometheus, on a port of their own that the outside does not reach (api "Around the API"). */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface Metrics {
  /** Notes one answered request, by the pattern of its route, never by its address (X3). */
  readonly observe: (request: { method: string; route: string; status: number; ms: number }) => void;
  /** All figures in the text format of Prometheus. */
  readonly text: () => Promise<string>;
}

/** Figures of the process and of the requests it answers. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return {
    observe: ({ method, route, status, ms }) => requests.observe({ method, route, status }, ms / 1000),
    text: () => registry.metrics(),
  };
}

/** Serves the figures at `/metrics`, and nothing else. */
export async function serveMetrics(metrics: Metrics, port: number, host: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
    response.end(await metrics.text());
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}
