/** Encrypts operators' reasons in audit events (D32, D62) with the installation's key, because events outlive data keys. */
import type { Envelope } from '../db/tables.ts';
import { type Aad, type DataKey, derivedKey, openText, sealText } from './sealing.ts';

type Detail = Readonly<Record<string, unknown>>;

/** Returns the part of an event's detail that contains the encrypted reason, or an empty object if there is no reason. */
export function sealedReason(
  hashKey: DataKey,
  applicationId: string,
  reason: string | undefined,
): { readonly reason?: Envelope } {
  return reason === undefined ? {} : { reason: sealText(keyOf(hashKey), reason, placeOf(applicationId)) };
}

/** Returns an event's detail. Decrypts the detail's reason if it is encrypted. Throws EncryptionError if this fails. */
export function withOpenReason(hashKey: DataKey, applicationId: string, detail: Detail): Detail {
  const { reason } = detail;
  if (typeof reason !== 'object' || reason === null) return detail;
  return { ...detail, reason: openText(keyOf(hashKey), reason as Envelope, placeOf(applicationId)) };
}

function keyOf(hashKey: DataKey): DataKey {
  return { id: hashKey.id, key: derivedKey(hashKey, 'reasons of operators') };
}

function placeOf(applicationId: string): Aad {
  const place = { program: 'all', application: applicationId, table: 'audit_event', row: applicationId };
  return { ...place, field: 'reason' };
}
