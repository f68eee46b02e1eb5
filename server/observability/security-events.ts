/** Records possible attacks in the log and in a metric. No event contains an answer, email address, IP address or key (X3). */
import type { FastifyBaseLogger } from 'fastify';
import type { ErrorCode } from '../../api/error.ts';
import { alterations } from '../applications/audited-state.ts';
import { roles } from '../config/operators-file.ts';
import { resumeTokenKinds } from '../db/queries/resume-tokens.ts';
import { cutOffs } from '../net/connections.ts';
import type { Metrics } from './metrics.ts';

/** The security events with all their possible reasons. The reason of `revealed` is the command that revealed data. */
export const securityEvents = {
  wrong_key: ['resource_not_found'],
  tries_exhausted: resumeTokenKinds,
  limit_hit: ['rate_limited'],
  upload_refused: ['validation_failed', 'payload_too_large'],
  foreign_origin: ['forbidden'],
  connection_cut_off: cutOffs,
  verification_failed: alterations,
  operator_refused: roles,
  revealed: [
    'applications show',
    'applications export',
    'documents get',
    'approvals list',
    'approvals grant',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type SecurityEvent = keyof typeof securityEvents;

/** Logs and counts an event. `reason` is one of the event's reasons in `securityEvents`, and `route` is a route's pattern. */
export type NoteSecurityEvent = (
  event: SecurityEvent,
  about: { readonly reason: string; readonly route?: string; readonly requestId?: string },
) => void;

export function securityLog(
  log: Pick<FastifyBaseLogger, 'warn'>,
  metrics: Pick<Metrics, 'observeSecurity'> | undefined,
): NoteSecurityEvent {
  return (event, { reason, ...where }) => {
    log.warn({ stream: 'security', event, reason, ...where }, 'security event');
    metrics?.observeSecurity(event, reason);
  };
}

type Refused = { readonly method: string; readonly route: string; readonly reason?: ErrorCode };

/** Returns the security event for a refused request, or undefined if such a refusal is not a sign of an attack. */
export function eventOf({ method, route, reason }: Refused): SecurityEvent | undefined {
  if (reason === 'rate_limited') return 'limit_hit';
  if (reason === 'forbidden') return 'foreign_origin';
  if (reason === 'resource_not_found' && route.startsWith('/api/v1/apply/start/')) return 'wrong_key';
  const isUpload = route.startsWith('/api/v1/document') && (method === 'POST' || method === 'PUT');
  const isRefused = reason === 'validation_failed' || reason === 'payload_too_large';
  return isUpload && isRefused ? 'upload_refused' : undefined;
}
