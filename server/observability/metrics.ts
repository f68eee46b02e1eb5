/** Figures for Prometheus, on a port of their own that the outside does not reach (api "Around the API"). */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { OutboxFigures } from './store/outbox.ts';

export interface Metrics {
  /** Notes one answered request, by the pattern of its route, never by its address (X3). */
  readonly observe: (request: { method: string; route: string; status: number; ms: number }) => void;
  /** Notes one attempt of this node's outbox worker: the kind of job, and how it ended. */
  readonly observeSending: (kind: string, outcome: string) => void;
  /** All figures in the text format of Prometheus. */
  readonly text: () => Promise<string>;
}

/**
 * Figures of the process, of the requests it answers, and of the outbox.
 * @param outbox How the outbox is asked, whenever the figures are.
 */
export function createMetrics(outbox?: {
  readonly read: () => Promise<readonly OutboxFigures[]>;
  readonly now: () => Date;
}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const measureOutbox = outboxGauges(registry);
  const attempts = new Counter({
    name: 'outbox_attempts_total',
    help: 'Attempts of this node to send a mail or a delivery, by how they ended',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  return {
    observeSending: (kind, outcome) => attempts.inc({ kind, outcome }),
    observe: ({ method, route, status, ms }) => requests.observe({ method, route, status }, ms / 1000),
    text: async () => {
      if (outbox) await measureOutbox(outbox.read, outbox.now);
      return registry.metrics();
    },
  };
}

/** Figures of the outbox of all nodes: asked for when they are read, and left out while the store cannot be reached. */
function outboxGauges(registry: Registry) {
  const jobs = new Gauge({
    name: 'outbox_jobs',
    help: 'Mails and deliveries of all nodes that were not sent: pending, or dead until the operator retries them',
    labelNames: ['kind', 'state'],
    registers: [registry],
  });
  const oldest = new Gauge({
    name: 'outbox_oldest_pending_seconds',
    help: 'Age of the oldest pending mail or delivery of all nodes; 0 where there is none',
    labelNames: ['kind'],
    registers: [registry],
  });
  return async (read: () => Promise<readonly OutboxFigures[]>, now: () => Date): Promise<void> => {
    const figures = await read().catch(() => []);
    jobs.reset();
    oldest.reset();
    for (const { kind, pending, dead, oldest: since } of figures) {
      jobs.set({ kind, state: 'pending' }, pending);
      jobs.set({ kind, state: 'dead' }, dead);
      oldest.set({ kind }, since === null ? 0 : Math.max(0, (now().getTime() - since.getTime()) / 1000));
    }
  };
}

/** Serves the figures at `/metrics`, and nothing else. Rejects where the port is taken. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text'>,
  port: number,
  host: string,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    metrics.text().then(
      (text) =>
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      (error: unknown) => {
        log.error(error, 'the figures cannot be given');
        response.writeHead(500).end();
      },
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
