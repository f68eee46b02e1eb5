/**
 * Figures that are read from the store each time Prometheus scrapes. While the store is unreachable they keep their last value,
 * and `stored_figures_age_seconds` reports its age: a gauge that vanished would end the alert on it.
 */
import { Gauge, type Registry } from 'prom-client';
import type { OutboxFigures } from '../db/queries/outbox.ts';
import { type ResumeTokenKind, resumeTokenKinds } from '../db/queries/resume-tokens.ts';

/** The functions that read each kind of figures. */
export interface StoredFigures {
  readonly outbox: () => Promise<readonly OutboxFigures[]>;
  /** Drafts with a live resume token, by the kind of token. */
  readonly keptDrafts?: () => Promise<ReadonlyMap<ResumeTokenKind, number>>;
  /** Objects awaiting deletion from the bucket; undefined without a bucket. */
  readonly unnamedObjects?:
    | (() => Promise<{ readonly due: number; readonly oldestSeconds: number }>)
    | undefined;
  /** Seconds since any node last exported the audit heads; resolves to undefined if none has. */
  readonly headsAgeSeconds?: (() => Promise<number | undefined>) | undefined;
}

/** Adds the gauges to a registry; returns a function that reads them all again and never rejects. */
export function storedGauges(registry: Registry, stored: StoredFigures): () => Promise<void> {
  const age = new Gauge({
    name: 'stored_figures_age_seconds',
    help: 'Time since this node last read these figures from the store, which is the age of their value; 0 if read just now',
    labelNames: ['figures'],
    registers: [registry],
  });

  /** Reads figures and sets their gauges; if that fails, only their age rises. */
  function reader<Figures>(figures: string, read: () => Promise<Figures>, set: (read: Figures) => void) {
    let readAt = performance.now();
    return async (): Promise<void> => {
      try {
        set(await read());
        readAt = performance.now();
        age.set({ figures }, 0);
      } catch {
        age.set({ figures }, (performance.now() - readAt) / 1000);
      }
    };
  }

  const { outbox, keptDrafts, unnamedObjects, headsAgeSeconds } = stored;
  const readers = [
    reader('outbox', outbox, outboxGauges(registry)),
    ...(keptDrafts ? [reader('drafts', keptDrafts, keptDraftsGauge(registry))] : []),
    ...(unnamedObjects ? [reader('documents', unnamedObjects, unnamedObjectsGauges(registry))] : []),
    ...(headsAgeSeconds ? [reader('audit_heads', headsAgeSeconds, headsGauge(registry))] : []),
  ];
  return async () => void (await Promise.all(readers.map((each) => each())));
}

function outboxGauges(registry: Registry): (figures: readonly OutboxFigures[]) => void {
  const jobs = new Gauge({
    name: 'outbox_jobs',
    help: 'Unsent mails and deliveries of all nodes: pending, or dead until the operator retries them',
    labelNames: ['lane', 'kind', 'state'],
    registers: [registry],
  });
  const oldest = new Gauge({
    name: 'outbox_oldest_pending_seconds',
    help: 'Age of the oldest pending mail or delivery of all nodes; 0 if there is none',
    labelNames: ['lane', 'kind'],
    registers: [registry],
  });
  return (figures) => {
    jobs.reset();
    oldest.reset();
    for (const { lane, kind, pending, dead, oldestSeconds } of figures) {
      jobs.set({ lane, kind, state: 'pending' }, pending);
      jobs.set({ lane, kind, state: 'dead' }, dead);
      oldest.set({ lane, kind }, oldestSeconds);
    }
  };
}

/** The gauge is absent until the heads were first exported. */
function headsGauge(registry: Registry): (seconds: number | undefined) => void {
  const age = new Gauge({
    name: 'audit_heads_age_seconds',
    help: 'Time since any node last exported the heads of the audit trails',
    registers: [registry],
  });
  age.remove();
  return (seconds) => {
    if (seconds === undefined) age.remove();
    else age.set(seconds);
  };
}

function unnamedObjectsGauges(
  registry: Registry,
): (figures: { readonly due: number; readonly oldestSeconds: number }) => void {
  const objects = new Gauge({
    name: 'documents_bucket_unnamed_objects',
    help: 'Bucket objects awaiting deletion, which no document references any more',
    registers: [registry],
  });
  const oldest = new Gauge({
    name: 'documents_bucket_oldest_unnamed_seconds',
    help: 'Age of the oldest object awaiting deletion; 0 if there is none',
    registers: [registry],
  });
  for (const gauge of [objects, oldest]) gauge.remove();
  return ({ due, oldestSeconds }) => {
    objects.set(due);
    oldest.set(oldestSeconds);
  };
}

function keptDraftsGauge(registry: Registry): (counts: ReadonlyMap<ResumeTokenKind, number>) => void {
  const kept = new Gauge({
    name: 'drafts_kept',
    help: 'Drafts of all nodes with a resume token, those in use included',
    labelNames: ['way'],
    registers: [registry],
  });
  return (counts) => {
    for (const way of resumeTokenKinds) kept.set({ way }, counts.get(way) ?? 0);
  };
}
