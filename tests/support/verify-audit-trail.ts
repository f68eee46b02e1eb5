import type { Verifiable } from '../../server/evidence/check-trail.ts';
import {
  type AuditReport,
  newReport,
  reported,
  type VerifyOptions,
  verifyTrails,
} from '../../server/evidence/verify-audit-trail.ts';

/** Verifies the audit trails that `options` select, by default all, and returns the report. */
export async function verifyAuditTrail(store: Verifiable, options: VerifyOptions = {}): Promise<AuditReport> {
  const report = newReport();
  for await (const _ of reported(verifyTrails(store, options), report));
  return report;
}
