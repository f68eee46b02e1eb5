/** Evidence of consent: what a change makes void, and the disclosures that count as consents (D31). */
import type { ApplicationState } from '../../form/state/application-state.ts';
import { disclosureText } from '../agreements/agreements.ts';
import type { AuditEvent } from '../db/queries/audit-events.ts';
import { insertConsent, markConsentsVoid } from '../db/queries/consents.ts';
import type { ApplicationRecord } from './application-record.ts';
import { signerNameOf, unvoidedConsent } from './application-record.ts';
import type { TransactionContext } from './transaction-context.ts';

/** Where a consent came from. */
export interface ConsentSource {
  readonly ip: string;
  readonly userAgent: string | null;
}

/** Marks the consents void whose text a change has made untrue; returns the audit events of it. */
export async function voidConsents(
  context: TransactionContext,
  record: ApplicationRecord,
  agreements: readonly string[],
): Promise<readonly AuditEvent[]> {
  const held = agreements.flatMap((agreement) => unvoidedConsent(record, agreement) ?? []);
  await markConsentsVoid(
    context,
    held.map(({ id }) => id),
  );
  return held.map(({ agreement }) => ({ type: 'agreement_voided', detail: { agreement } }));
}

/** The consents of the share-information screen: recorded with their text's version, like agreements. */
const disclosureAgreements = { shareInformation: 'share-information', affiliates: 'affiliates' } as const;

/** The text that a disclosure consents to; undefined for one that is no consent to a text. */
export function disclosureAgreement(key: string): string | undefined {
  return Object.entries(disclosureAgreements).find(([disclosure]) => disclosure === key)?.[1];
}

/** Records the disclosures that were ticked or unticked; returns the events of it. */
export async function recordDisclosureConsents(
  context: TransactionContext,
  record: ApplicationRecord,
  after: ApplicationState,
  changed: readonly string[],
  from: ConsentSource,
): Promise<readonly AuditEvent[]> {
  const events: AuditEvent[] = [];
  for (const [key, agreement] of Object.entries(disclosureAgreements)) {
    if (!changed.includes(key)) continue;
    const agreed = after.disclosures[key as keyof typeof disclosureAgreements] === true;
    const { version, sha256 } = disclosureText(context.program, agreement);
    await insertConsent(context, {
      applicationId: record.row.id,
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
