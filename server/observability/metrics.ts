/** Metrics for Prometheus, on their own port, which must not be public (api "Around the API"). */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { buildInfo } from '../config/build-info.ts';
import { laneOfProvider, outboxKinds } from '../db/queries/outbox.ts';
import { expiryReasons } from '../db/queries/sessions.ts';
import { exportOutcomes } from '../jobs/export-heads.ts';
import { outcomes } from '../jobs/outbox-worker.ts';
import { sweptKinds } from '../jobs/sweep-rows.ts';
import { type ResumeEvent, resumeEvents } from '../resume/resume-events.ts';
import { securityEvents as knownEvents } from './security-events.ts';
import { type StoredFigures, storedGauges } from './stored-figures.ts';

export interface Metrics {
  /** Counts one request after its response, by the pattern of its route, never by its address (X3). */
  readonly observe: (request: { method: string; route: string; status: number; ms: number }) => void;
  /** Counts one attempt of this node's outbox worker, by the kind of job and the outcome. */
  readonly observeSending: (kind: string, outcome: string) => void;
  /** Sets whether this node's breaker for a lane is open, so that only single attempts are made. */
  readonly observeBreaker: (lane: string, isOpen: boolean) => void;
  /** Counts a session that this node's sweeper ended, by the reason and whether a draft was erased. */
  readonly observeSwept: (reason: string, withDraft: boolean) => void;
  /** Counts expired rows that this node deleted, by their kind. */
  readonly observeDeleted: (what: string, rows: number) => void;
  /** Counts an event of a resume token (D55). */
  readonly observeResume: (event: ResumeEvent) => void;
  /** Counts an export of the audit heads by this node, by outcome. */
  readonly observeHeadsExport: (outcome: string) => void;
  /** Counts a call to the document bucket, by outcome (`BucketOptions.observe`). */
  readonly observeBucket: (call: string, outcome: string, millis: number) => void;
  /** Sets by how many seconds this node's clock is ahead of the database's. */
  readonly observeClock: (aheadSeconds: number) => void;
  /** Counts a possible attack, by the event and the reason. */
  readonly observeSecurity: (event: string, reason: string) => void;
  /** Returns all metrics in Prometheus's text format. */
  readonly text: () => Promise<string>;
}

/**
 * Returns the metrics of the process, its requests, and the store. A counter with known labels starts at 0, because a rate needs
 * a sample before the first event.
 * @param providerIds the providers that this installation delivers to
 */
export function createMetrics(stored?: StoredFigures, providerIds: readonly string[] = []): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const measureStored = stored === undefined ? async () => {} : storedGauges(registry, stored);
  const bucketCalls = new Histogram({
    name: 'documents_bucket_call_seconds',
    help: 'Duration of a call to the document bucket by this node, retries and pauses included, by outcome',
    labelNames: ['call', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const resumeTokens = new Counter({
    name: 'ways_back_total',
    help: 'Events of resume tokens on this node: offered, opened, failed, closed, erased, with the reason',
    labelNames: ['way', 'event', 'reason'],
    registers: [registry],
  });
  const headsExports = new Counter({
    name: 'audit_heads_exports_total',
    help: 'Exports of the audit heads by this node, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const attempts = new Counter({
    name: 'outbox_attempts_total',
    help: 'Attempts of this node to send a mail or a delivery, by outcome',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  const breakers = new Gauge({
    name: 'outbox_breaker_open',
    help: '1 while this node tries one delivery of the lane at a time because its provider accepts none; else 0',
    labelNames: ['lane'],
    registers: [registry],
  });
  const sweptSessions = new Counter({
    name: 'swept_sessions_total',
    help: 'Sessions that this node’s sweeper ended: idle for too long, or past their longest lifetime',
    labelNames: ['reason'],
    registers: [registry],
  });
  const sweptDrafts = new Counter({
    name: 'swept_drafts_total',
    help: 'Drafts that were erased with these sessions',
    labelNames: ['reason'],
    registers: [registry],
  });
  const deletedRows = new Counter({
    name: 'swept_rows_total',
    help: 'Expired rows that this node deleted',
    labelNames: ['what'],
    registers: [registry],
  });
  const securityEvents = new Counter({
    name: 'security_events_total',
    help: 'Possible attacks that this node saw',
    labelNames: ['event', 'reason'],
    registers: [registry],
  });
  const build = new Gauge({
    name: 'build_info',
    help: 'Always 1; the labels hold the version, the commit and the Node version of this node',
    labelNames: ['version', 'commit', 'node'],
    registers: [registry],
  });
  build.set({ ...buildInfo }, 1);
  const clockAhead = new Gauge({
    name: 'node_clock_ahead_seconds',
    help: 'Seconds by which this node’s clock is ahead of the database’s; negative if it is behind',
    registers: [registry],
  });
  for (const [event, reasons] of Object.entries(knownEvents))
    for (const reason of reasons) securityEvents.inc({ event, reason }, 0);
  for (const event of resumeEvents) resumeTokens.inc({ reason: '', ...event }, 0);
  for (const outcome of exportOutcomes) headsExports.inc({ outcome }, 0);
  for (const kind of outboxKinds) for (const outcome of outcomes) attempts.inc({ kind, outcome }, 0);
  for (const id of providerIds) breakers.set({ lane: laneOfProvider(id) }, 0);
  for (const what of sweptKinds) deletedRows.inc({ what }, 0);
  for (const reason of expiryReasons) {
    sweptSessions.inc({ reason }, 0);
    sweptDrafts.inc({ reason }, 0);
  }
  return {
    observeSecurity: (event, reason) => securityEvents.inc({ event, reason }),
    observeResume: (event) => resumeTokens.inc({ reason: '', ...event }),
    observeHeadsExport: (outcome) => headsExports.inc({ outcome }),
    observeBucket: (call, outcome, millis) => bucketCalls.observe({ call, outcome }, millis / 1000),
    observeClock: (aheadSeconds) => clockAhead.set(aheadSeconds),
    observeSwept: (reason, withDraft) => {
      sweptSessions.inc({ reason });
      sweptDrafts.inc({ reason }, withDraft ? 1 : 0);
    },
    observeBreaker: (lane, isOpen) => breakers.set({ lane }, isOpen ? 1 : 0),
    observeDeleted: (what, rows) => deletedRows.inc({ what }, rows),
    observeSending: (kind, outcome) => attempts.inc({ kind, outcome }),
    observe: ({ method, route, status, ms }) => requests.observe({ method, route, status }, ms / 1000),
    text: async () => {
      await measureStored();
      return registry.metrics();
    },
  };
}

/** Serves the metrics at `/metrics`, and nothing else. Rejects if the port is taken. */
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
        log.error(error, 'the metrics cannot be read');
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
