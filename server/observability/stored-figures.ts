/**
 * Figures that are read from the store each time Prometheus asks. While the store cannot be reached they keep their last
 * value, and `stored_figures_age_seconds` says how old that is: a gauge that vanishes ends the alert on it.
 */
import { Gauge, type Registry } from 'prom-client';
import type { OutboxFigures } from '../db/queries/outbox.ts';
import { type ResumeTokenKind, resumeTokenKinds } from '../db/queries/resume-tokens.ts';

/** How each kind of figures is read. */
export interface StoredFigures {
  readonly outbox: () => Promise<readonly OutboxFigures[]>;
  /** Drafts to which a way leads back, by the way. */
  readonly keptDrafts?: () => Promise<ReadonlyMap<ResumeTokenKind, number>>;
  /** Objects of the bucket that are to be removed; undefined without a bucket. */
  readonly unnamedObjects?:
    | (() => Promise<{ readonly due: number; readonly oldestSeconds: number }>)
    | undefined;
  /** Seconds since the audit heads were last exported by any node; undefined where they never were. */
  readonly headsAgeSeconds?: (() => Promise<number | undefined>) | undefined;
}

/** Adds the gauges to a registry; returns what reads them all again, and never rejects. */
export function storedGauges(registry: Registry, stored: StoredFigures): () => Promise<void> {
  const age = new Gauge({
    name: 'stored_figures_age_seconds',
    help: 'Time since this node last read these figures from the store: their value is that old; 0 where it was read just now',
    labelNames: ['figures'],
    registers: [registry],
  });

  /** Reads figures and sets their gauges; where that fails, only their age rises. */
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
    help: 'Mails and deliveries of all nodes that were not sent: pending, or dead until the operator retries them',
    labelNames: ['lane', 'kind', 'state'],
    registers: [registry],
  });
  const oldest = new Gauge({
    name: 'outbox_oldest_pending_seconds',
    help: 'Age of the oldest pending mail or delivery of all nodes; 0 where there is none',
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

/** Left out where the heads were never exported. */
function headsGauge(registry: Registry): (seconds: number | undefined) => void {
  const age = new Gauge({
    name: 'audit_heads_age_seconds',
    help: 'Time since the heads of the audit trails were last exported, by any node',
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
    help: 'Objects that no document names any more and that are still to be removed from the bucket',
    registers: [registry],
  });
  const oldest = new Gauge({
    name: 'documents_bucket_oldest_unnamed_seconds',
    help: 'For how long the oldest of them has been to be removed; 0 where there is none',
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
    help: 'Drafts of all nodes to which a way leads back; those that are in use have one too',
    labelNames: ['way'],
    registers: [registry],
  });
  return (counts) => {
    for (const way of resumeTokenKinds) kept.set({ way }, counts.get(way) ?? 0);
  };
}
