/** Rows of evidence of consent. Each answer is a new row; an older row is only ever marked void (D31). */
import { anyOf } from '../any-of.ts';
import type { Envelope } from '../tables.ts';
import type { Transaction } from '../transactions.ts';

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

/** Marks consents void from `at` on. Runs no query if there are no ids. */
export async function markConsentsVoid(transaction: Transaction, ids: readonly string[], at: Date) {
  if (ids.length === 0) return;
  await transaction.updateTable('consent').set({ void_date_time: at }).where('id', 'in', ids).execute();
}

/** Erases the signers and their addresses from the consents of applications. The consents themselves stay (D28, D38). */
export async function eraseSigners(transaction: Transaction, applicationIds: readonly string[]) {
  await transaction
    .updateTable('consent')
    .set({ ip: null, user_agent: null, signer_name: null, signer: null })
    .where('application_id', '=', anyOf(applicationIds))
    .execute();
}
