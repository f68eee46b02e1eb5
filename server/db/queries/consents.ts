/** Rows of evidence of consent. Each answer is a new row; an older row is only ever marked void (D31). */
import type { Insertable, Transaction } from 'kysely';
import { anyOf } from '../any-of.ts';
import type { Envelope, Tables } from '../tables.ts';

/** One answer to one agreement or disclosure. */
export interface NewConsent {
  readonly id: string;
  readonly agreement: string;
  readonly version: string;
  /** The text's hash, in hexadecimal. */
  readonly sha256: string;
  readonly agreed: boolean;
  /** When the session last opened the text. Null if the text needn't be opened. */
  readonly openDateTime: Date | null;
  readonly agreedDateTime: Date;
  /** The sealed signer and their address. */
  readonly sealed: Envelope | null;
}

/** Adds the evidence of one answer. */
export async function insertConsent(
  transaction: Transaction<Tables>,
  applicationId: string,
  consent: NewConsent,
): Promise<void> {
  const row: Insertable<Tables['consent']> = {
    id: consent.id,
    application_id: applicationId,
    agreement: consent.agreement,
    version: consent.version,
    sha256: consent.sha256,
    agreed: consent.agreed,
    open_date_time: consent.openDateTime,
    agreed_date_time: consent.agreedDateTime,
    signer: consent.sealed,
  };
  await transaction.insertInto('consent').values(row).execute();
}

/** Marks consents void from `at` on. Runs no query if there are no ids. */
export async function markConsentsVoid(
  transaction: Transaction<Tables>,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await transaction.updateTable('consent').set({ void_date_time: at }).where('id', 'in', ids).execute();
}

/** Erases the signers and their addresses from the consents of applications. The consents themselves stay (D28, D38). */
export async function eraseSigners(
  transaction: Transaction<Tables>,
  applicationIds: readonly string[],
): Promise<void> {
  await transaction
    .updateTable('consent')
    .set({ ip: null, user_agent: null, signer_name: null, signer: null })
    .where('application_id', '=', anyOf(applicationIds))
    .execute();
}
