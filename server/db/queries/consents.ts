/** Queries for the evidence of consent (D31). A row changes only when it is marked void, or its signer is sealed or erased. */
import { anyOf } from '../any-of.ts';
import type { Envelope } from '../tables.ts';
import type { Transaction } from '../transactions.ts';

/** One answer to one agreement or disclosure. */
export interface NewConsent {
  readonly id: string;
  readonly agreement: string;
  readonly version: string;
  /** The SHA-256 of the text, in hexadecimal. */
  readonly sha256: string;
  readonly agreed: boolean;
  /** When the session last opened the text. Null if the applicant doesn't have to open it. */
  readonly openDateTime: Date | null;
  readonly agreedDateTime: Date;
  /** The sealed name of the signer, with their IP address and user agent. */
  readonly sealed: Envelope | null;
}

/** Adds the evidence of one answer. */
export async function insertConsent(
  transaction: Transaction,
  applicationId: string,
  { id, agreement, version, sha256, agreed, openDateTime, agreedDateTime, sealed }: NewConsent,
): Promise<void> {
  await transaction
    .insertInto('consent')
    .values({
      id,
      application_id: applicationId,
      agreement,
      version,
      sha256,
      agreed,
      open_date_time: openDateTime,
      agreed_date_time: agreedDateTime,
      signer: sealed,
    })
    .execute();
}

/** Marks consents as void since the time `at`. Without ids, runs no query. */
export async function markConsentsVoid(transaction: Transaction, ids: readonly string[], at: Date) {
  if (ids.length === 0) return;
  await transaction.updateTable('consent').set({ void_date_time: at }).where('id', 'in', ids).execute();
}

/** Erases the names, IP addresses and user agents of signers. The consents themselves stay (D28, D38). */
export async function eraseSigners(transaction: Transaction, applicationIds: readonly string[]) {
  await transaction
    .updateTable('consent')
    .set({ ip: null, user_agent: null, signer_name: null, signer: null })
    .where('application_id', '=', anyOf(applicationIds))
    .execute();
}
