/** Evidence of consent: a new row for every answer, an older one only ever marked void (D31). */
import type { AgreementKey, Situation } from '../../form/situation.ts';
import { disclosureText } from '../agreements/agreements.ts';
import type { AuditEvent } from '../store/audit-events.ts';
import { uuidv7 } from '../store/uuid.ts';
import type { ApplicationRecord } from './application-record.ts';
import { signerNameOf, unvoidedConsent } from './application-record.ts';
import type { Writing } from './application-writer.ts';

/** Where a consent came from. */
export interface ConsentSource {
  readonly ip: string;
  readonly userAgent: string | null;
}

/** One answer to one agreement or disclosure. */
export interface ConsentGiven extends ConsentSource {
  readonly agreement: string;
  readonly version: string;
  readonly sha256: string;
  readonly agreed: boolean;
  readonly openDateTime: Date | null;
  readonly signerName: string;
}

/** Adds the evidence of one answer. */
export async function insertConsent(
  { transaction, now }: Writing,
  applicationId: string,
  given: ConsentGiven,
): Promise<void> {
  await transaction
    .insertInto('consent')
    .values({
      id: uuidv7(now),
      application_id: applicationId,
      agreement: given.agreement,
      version: given.version,
      sha256: given.sha256,
      agreed: given.agreed,
      open_date_time: given.openDateTime,
      agreed_date_time: now,
      ip: given.ip,
      user_agent: given.userAgent,
      signer_name: given.signerName,
    })
    .execute();
}

/** Marks the consents void that stand on what a change has made untrue; answers the events of it. */
export async function voidConsents(
  { transaction, now }: Writing,
  record: ApplicationRecord,
  agreements: readonly AgreementKey[],
): Promise<readonly AuditEvent[]> {
  const held = agreements.filter((agreement) => unvoidedConsent(record, agreement));
  const ids = held.flatMap((agreement) => unvoidedConsent(record, agreement)?.id ?? []);
  if (ids.length > 0)
    await transaction.updateTable('consent').set({ void_date_time: now }).where('id', 'in', ids).execute();
  return held.map((agreement) => ({ type: 'agreement_voided', detail: { agreement } }));
}

/** The consents that stand on the share-information screen, recorded with their texts' version like agreements. */
const disclosureAgreements = { shareInformation: 'share-information', affiliates: 'affiliates' } as const;

/** Records the disclosures that were ticked or unticked; answers the events of it. */
export async function recordDisclosureConsents(
  writing: Writing,
  record: ApplicationRecord,
  after: Situation,
  changed: readonly string[],
  from: ConsentSource,
): Promise<readonly AuditEvent[]> {
  const events: AuditEvent[] = [];
  for (const [key, agreement] of Object.entries(disclosureAgreements)) {
    if (!changed.includes(key)) continue;
    const agreed = after.disclosures[key as keyof typeof disclosureAgreements] === true;
    const { version, sha256 } = disclosureText(writing.program, agreement);
    await insertConsent(writing, record.row.id, {
      agreement,
      version,
      sha256,
      agreed,
      openDateTime: null,
      signerName: signerNameOf(after),
      ...from,
    });
    events.push({ type: agreed ? 'agreed' : 'agreement_withdrawn', detail: { agreement, version } });
  }
  return events;
}
