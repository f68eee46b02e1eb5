/**
 * What may be an attack, as a stream of the log of its own, `stream: "security"`, and as a metric (`docs/operating.md`). An
 * event says what happened on which route and why, never whose answer, address or key it was (X3).
 */
import type { FastifyBaseLogger } from 'fastify';
import type { ErrorCode } from '../../api/error.ts';
import type { Metrics } from './metrics.ts';

export const securityEvents = [
  'wrong_key',
  'tries_exhausted',
  'limit_hit',
  'upload_refused',
  'foreign_origin',
  'connection_cut_off',
  'verification_failed',
  'operator_refused',
  'revealed',
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

/** Notes an event; `reason` is a word of ours, `route` a pattern. */
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

const keyRoutes = '/api/v1/apply/start/';
const documentRoutes = '/api/v1/document';

/** The event that the refusal of a request is; undefined where people meet with it every day. */
export function eventOf(refused: {
  readonly method: string;
  readonly route: string;
  readonly reason?: ErrorCode;
}): SecurityEvent | undefined {
  const { method, route, reason } = refused;
  if (reason === 'rate_limited') return 'limit_hit';
  if (reason === 'forbidden') return 'foreign_origin';
  if (reason === 'resource_not_found' && route.startsWith(keyRoutes)) return 'wrong_key';
  const isUpload = route.startsWith(documentRoutes) && (method === 'POST' || method === 'PUT');
  const isRefused = reason === 'validation_failed' || reason === 'payload_too_large';
  return isUpload && isRefused ? 'upload_refused' : undefined;
}
