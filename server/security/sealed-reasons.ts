/**
 * The reasons that operators type, sealed in the events of the audit trail (D32, D62): one may name a person. They are
 * under a key of the installation and not of the application, because they outlive its data: the trail says why it was
 * shown when the answers have long been erased.
 */

import type { Envelope } from '../db/tables.ts';
import { type Aad, type DataKey, derivedKey, openText, sealText } from './sealing.ts';

type Detail = Readonly<Record<string, unknown>>;

/** The part of an event's detail that holds a reason; nothing without one. */
export function sealedReason(
  hashKey: DataKey,
  applicationId: string,
  reason: string | undefined,
): { readonly reason?: Envelope } {
  return reason === undefined ? {} : { reason: sealText(keyOf(hashKey), reason, placeOf(applicationId)) };
}

/**
 * The detail of an event with its reason readable. One of before 2026-11-23 is so already.
 * @throws EncryptionError where it was altered or is of another application
 */
export function withOpenReason(hashKey: DataKey, applicationId: string, detail: Detail): Detail {
  const { reason } = detail;
  if (typeof reason !== 'object' || reason === null) return detail;
  return { ...detail, reason: openText(keyOf(hashKey), reason as Envelope, placeOf(applicationId)) };
}

function keyOf(hashKey: DataKey): DataKey {
  return { id: hashKey.id, key: derivedKey(hashKey, 'reasons of operators') };
}

function placeOf(applicationId: string): Aad {
  return {
    program: 'all',
    application: applicationId,
    table: 'audit_event',
    row: applicationId,
    field: 'reason',
  };
}
