/** PUT of a consent: only to what was opened in this session and still stands so (D31). */
import type { Consent } from '../../api/agreement.ts';
import { ruleMessage } from '../../form/catalogue.ts';
import type { AgreementKey } from '../../form/situation.ts';
import { agreementFor } from '../agreements/agreements.ts';
import { notValid, Refusal, wrong } from '../problem.ts';
import { findOpening } from '../store/agreement-openings.ts';
import type { ApplicationRecord } from './application-record.ts';
import { signerNameOf, situationOf, unvoidedConsent } from './application-record.ts';
import type { Writing } from './application-writer.ts';
import { updateApplication } from './application-writer.ts';
import type { ConsentSource } from './consents.ts';
import { insertConsent } from './consents.ts';

/** The refusal of a consent to what was not read, or no longer stands as it was read. */
export function agreementUnread(): Refusal {
  return new Refusal(
    'agreement_unread',
    ruleMessage({ kind: 'agreementRead' }, { record: {}, unclaimedShare: 0 }),
  );
}

function checkedChange(body: { version: unknown; agreed: unknown }): { version: string; agreed: boolean } {
  const { version, agreed } = body;
  if (typeof version === 'string' && typeof agreed === 'boolean') return { version, agreed };
  throw notValid([
    ...(typeof version === 'string' ? [] : [wrong('version')]),
    ...(typeof agreed === 'boolean' ? [] : [wrong('agreed')]),
  ]);
}

/** Records the answer to one agreement with its evidence; a repeat of the same answer adds nothing. */
export async function giveConsent(
  writing: Writing,
  record: ApplicationRecord,
  agreement: AgreementKey,
  body: { version: unknown; agreed: unknown },
  from: ConsentSource,
): Promise<Consent> {
  const { version, agreed } = checkedChange(body);
  const situation = situationOf(record, writing.program, writing.now);
  if (agreement === 'guarantor' && (situation.applicationData.guarantorId ?? null) === null)
    throw new Refusal('conflict', 'There is no guarantor in this application.');
  const shown = agreementFor(writing.program, agreement, situation);
  const isShown = version === shown.version;
  const held = unvoidedConsent(record, agreement);
  if (!agreed && !held) return answer(agreement, shown.version, false, writing.now);
  if (agreed && isShown && held?.sha256 === shown.sha256)
    return answer(agreement, version, true, held.agreedDateTime);

  // One agrees to what one has read and what still stands; taking it back needs neither.
  const text = agreed ? shown : (held ?? shown);
  const opening = await findOpening(writing.transaction, writing.sessionId, agreement, text.sha256);
  if (agreed && !(opening && isShown)) throw agreementUnread();
  const { version: recorded, sha256 } = text;
  await insertConsent(writing, record.row.id, {
    agreement,
    version: recorded,
    sha256,
    agreed,
    openDateTime: opening?.open_date_time ?? null,
    signerName: signerNameOf(situation),
    ...from,
  });
  await updateApplication(writing, record.row, {}, [
    { type: agreed ? 'agreed' : 'agreement_withdrawn', detail: { agreement, version: recorded, sha256 } },
  ]);
  return answer(agreement, recorded, agreed, writing.now);
}

function answer(agreement: AgreementKey, version: string, agreed: boolean, at: Date): Consent {
  return { agreement, version, agreed, agreedDateTime: agreed ? at.toISOString() : null };
}
