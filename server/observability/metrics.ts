/** Serves metrics for Prometheus on a separate port, which must not be public (docs/api.md, "Around the API"). */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { buildInfo } from '../config/build-info.ts';
import type { dueObjectFigures } from '../db/queries/documents.ts';
import { laneOfProvider, type OutboxFigures, outboxKinds } from '../db/queries/outbox.ts';
import { type ResumeTokenKind, resumeTokenKinds } from '../db/queries/resume-tokens.ts';
import { expiryReasons } from '../db/queries/sessions.ts';
import { exportOutcomes } from '../jobs/export-heads.ts';
import { outcomes } from '../jobs/outbox-worker.ts';
import { sweptKinds } from '../jobs/sweep-rows.ts';
import { type ResumeEvent, resumeEvents } from '../resume/resume-events.ts';
import { securityEvents as knownEvents } from './security-events.ts';

interface StoredFigures {
  readonly outbox: () => Promise<readonly OutboxFigures[]>;
  /** Returns the number of drafts with a live resume token, by the kind of token. */
  readonly keptDrafts?: () => Promise<ReadonlyMap<ResumeTokenKind, number>>;
  /** Returns the number of bucket objects that are due for deletion, and the seconds since the oldest became due. */
  readonly unnamedObjects?: (() => ReturnType<typeof dueObjectFigures>) | undefined;
  /** Returns the seconds since any node last exported the audit heads, or undefined if no node ever has. */
  readonly headsAgeSeconds?: (() => Promise<number | undefined>) | undefined;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the server's metrics. Their labels contain only constants, provider ids and route patterns (X3). */
export function createMetrics(stored?: StoredFigures, providerIds: readonly string[] = []) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const { counter, gauge } = instrumentsOf(registers);
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from a request to its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const measureStored = stored === undefined ? async () => {} : storedGauges(gauge, stored);
  const bucketCalls = new Histogram({
    name: 'documents_bucket_call_seconds',
    help: 'Seconds that a call of this node to the document bucket took, including retries and pauses, by outcome',
    labelNames: ['call', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const resumeTokens = counter(
    'ways_back_total',
    'Events of resume tokens on this node (offered, opened, failed, closed or erased), by reason',
    resumeEvents.map((event) => ({ reason: '', ...event })),
  );
  const headsExports = counter(
    'audit_heads_exports_total',
    'Exports of the audit heads by this node, by outcome',
    exportOutcomes.map((outcome) => ({ outcome })),
  );
  const attempts = counter(
    'outbox_attempts_total',
    'Attempts of this node to send a mail or a delivery, by outcome',
    outboxKinds.flatMap((kind) => outcomes.map((outcome) => ({ kind, outcome }))),
  );
  const breakers = gauge(
    'outbox_breaker_open',
    '1 while this node tries only one delivery at a time because the provider accepts none; otherwise 0',
    ['lane'],
  );
  const reasons = expiryReasons.map((reason) => ({ reason }));
  const sweptSessions = counter(
    'swept_sessions_total',
    'Sessions that this node’s sweeper ended: idle for too long, or past their longest lifetime',
    reasons,
  );
  const sweptDrafts = counter(
    'swept_drafts_total',
    'Drafts that this node’s sweeper erased together with the sessions that it ended',
    reasons,
  );
  const deletedRows = counter(
    'swept_rows_total',
    'Expired rows that this node deleted',
    sweptKinds.map((what) => ({ what })),
  );
  const securityEvents = counter(
    'security_events_total',
    'Possible attacks that this node saw',
    Object.entries(knownEvents).flatMap(([event, reasons]) => reasons.map((reason) => ({ event, reason }))),
  );
  gauge('build_info', 'Always 1; the labels name the build', Object.keys(buildInfo)).set({ ...buildInfo }, 1);
  const clockAhead = gauge(
    'node_clock_ahead_seconds',
    'Seconds by which this node’s clock is ahead of the database’s; negative if it is behind',
  );
  for (const id of providerIds) breakers.set({ lane: laneOfProvider(id) }, 0);
  return {
    observeSecurity: (event: string, reason: string) => securityEvents.inc({ event, reason }),
    observeResume: (event: ResumeEvent) => resumeTokens.inc({ reason: '', ...event }),
    observeHeadsExport: (outcome: string) => headsExports.inc({ outcome }),
    observeBucket: (call: string, outcome: string, millis: number) =>
      bucketCalls.observe({ call, outcome }, millis / 1000),
    observeClock: (aheadSeconds: number) => clockAhead.set(aheadSeconds),
    /** Counts a session that the sweeper ended. */
    observeSwept: (reason: string, withDraft: boolean) => {
      sweptSessions.inc({ reason });
      sweptDrafts.inc({ reason }, withDraft ? 1 : 0);
    },
    observeBreaker: (lane: string, isOpen: boolean) => breakers.set({ lane }, isOpen ? 1 : 0),
    observeDeleted: (what: string, rows: number) => deletedRows.inc({ what }, rows),
    observeSending: (kind: string, outcome: string) => attempts.inc({ kind, outcome }),
    /** Records a finished request and its duration. */
    observe: ({ method, route, status, ms }: { method: string; route: string; status: number; ms: number }) =>
      requests.observe({ method, route, status }, ms / 1000),
    /** Returns all metrics in Prometheus's text format. */
    text: async () => {
      await measureStored();
      return registry.metrics();
    },
  };
}

function instrumentsOf(registers: Registry[]) {
  return {
    /** Adds a counter. Each `known` combination of labels starts at 0, because a rate needs a sample before the first event. */
    counter: (name: string, help: string, known: readonly Readonly<Record<string, string>>[]) => {
      const labelNames = Object.keys(known[0] ?? {});
      const added = new Counter({ name, help, labelNames, registers });
      for (const labels of known) added.inc(labels, 0);
      return added;
    },
    gauge: (name: string, help: string, labelNames: string[] = []) =>
      new Gauge({ name, help, labelNames, registers }),
  };
}

/**
 * Adds gauges for figures that are read from the database. Returns a function that updates all these gauges and never rejects.
 * While the database is unreachable, the gauges keep their values. If a gauge vanished instead, the alerts on it would end.
 */
function storedGauges(
  gauge: ReturnType<typeof instrumentsOf>['gauge'],
  { outbox, keptDrafts, unnamedObjects, headsAgeSeconds }: StoredFigures,
): () => Promise<void> {
  const age = gauge(
    'stored_figures_age_seconds',
    'Seconds since this node last read these figures from the store; 0 if it has just read them',
    ['figures'],
  );
  const readers: (() => Promise<void>)[] = [];

  /** Adds a function that reads figures and sets their gauges. If reading fails, updates only the gauge of the figures' age. */
  function add<Figures>(figures: string, read: () => Promise<Figures>, set: (read: Figures) => void): void {
    let readAt = performance.now();
    readers.push(async () => {
      try {
        set(await read());
        readAt = performance.now();
        age.set({ figures }, 0);
      } catch {
        age.set({ figures }, (performance.now() - readAt) / 1000);
      }
    });
  }

  const jobs = gauge(
    'outbox_jobs',
    'Unsent mails and deliveries of all nodes: pending, or given up (dead) until an operator retries them',
    ['lane', 'kind', 'state'],
  );
  const oldestJob = gauge(
    'outbox_oldest_pending_seconds',
    'Age of the oldest pending mail or delivery of all nodes; 0 if there is none',
    ['lane', 'kind'],
  );
  add('outbox', outbox, (figures) => {
    jobs.reset();
    oldestJob.reset();
    for (const { lane, kind, pending, dead, oldestSeconds } of figures) {
      jobs.set({ lane, kind, state: 'pending' }, pending);
      jobs.set({ lane, kind, state: 'dead' }, dead);
      oldestJob.set({ lane, kind }, oldestSeconds);
    }
  });
  if (keptDrafts) {
    const kept = gauge(
      'drafts_kept',
      'Drafts of all nodes that have a resume token, including drafts in use',
      ['way'],
    );
    add('drafts', keptDrafts, (counts) => {
      for (const way of resumeTokenKinds) kept.set({ way }, counts.get(way) ?? 0);
    });
  }
  if (unnamedObjects) {
    const objects = gauge(
      'documents_bucket_unnamed_objects',
      'Bucket objects awaiting deletion, which no document references any more',
    );
    const oldestObject = gauge(
      'documents_bucket_oldest_unnamed_seconds',
      'Age of the oldest object awaiting deletion; 0 if there is none',
    );
    for (const added of [objects, oldestObject]) added.remove();
    add('documents', unnamedObjects, ({ due, oldestSeconds }) => {
      objects.set(due);
      oldestObject.set(oldestSeconds);
    });
  }
  if (headsAgeSeconds) {
    const headsAge = gauge(
      'audit_heads_age_seconds',
      'Time since any node last exported the heads of the audit trails',
    );
    headsAge.remove();
    add('audit_heads', headsAgeSeconds, (seconds) => {
      if (seconds === undefined) headsAge.remove();
      else headsAge.set(seconds);
    });
  }
  return async () => void (await Promise.all(readers.map((read) => read())));
}

/** Serves the metrics at `/metrics`, and nothing else. Rejects if the port is in use. */
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
