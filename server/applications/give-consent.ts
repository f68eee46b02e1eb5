/** PUT of a consent: only to a text that was opened in this session and has not changed since (D31). */
import type { Consent } from '../../api/agreement.ts';
import type { Copy } from '../../copy/copy.ts';
import { obeys } from '../../form/rules/rules.ts';
import { noContext } from '../../form/rules/validate.ts';
import type { AgreementKey } from '../../form/state/application-state.ts';
import { agreementFor } from '../agreements/agreements.ts';
import { findOpening } from '../db/queries/agreements.ts';
import { insertConsent } from '../db/queries/consents.ts';
import { ApiError, notValid, wrong } from '../http/errors.ts';
import type { ApplicationRecord } from './application-record.ts';
import { signerNameOf, stateOf, unvoidedConsent } from './application-record.ts';
import type { ConsentSource } from './consents.ts';
import type { TransactionContext } from './transaction-context.ts';
import { updateApplication } from './transaction-context.ts';

const agreementRead = { kind: 'agreementRead' } as const;

/** The error of a consent to a text that was not opened, or has changed since. */
export function agreementUnread({ messages }: Copy): ApiError {
  return new ApiError('agreement_unread', messages[agreementRead.kind]);
}

function checkedChange(
  copy: Copy,
  body: { version: unknown; agreed: unknown },
): { version: string; agreed: boolean } {
  const { version, agreed } = body;
  if (typeof version === 'string' && typeof agreed === 'boolean') return { version, agreed };
  throw notValid(copy, [
    ...(typeof version === 'string' ? [] : [wrong('version')]),
    ...(typeof agreed === 'boolean' ? [] : [wrong('agreed')]),
  ]);
}

/** Records the answer to one agreement with its evidence; a repeat of the same answer adds nothing. */
export async function giveConsent(
  context: TransactionContext,
  record: ApplicationRecord,
  agreement: AgreementKey,
  body: { version: unknown; agreed: unknown },
  from: ConsentSource,
): Promise<Consent> {
  const { version, agreed } = checkedChange(context.program.copy, body);
  const state = stateOf(record, context.program, context.now);
  if (agreement === 'guarantor' && (state.applicationData.guarantorId ?? null) === null)
    throw new ApiError('conflict', 'There is no guarantor in this application.');
  const shown = agreementFor(context.program, agreement, state);
  const isShown = version === shown.version;
  const held = unvoidedConsent(record, agreement);
  if (!agreed && !held) return responseOf(agreement, shown.version, false, context.now);
  if (agreed && isShown && held?.sha256 === shown.sha256)
    return responseOf(agreement, version, true, held.agreedDateTime);

  // Agreeing needs a text that was opened and is still the one shown; taking consent back needs neither.
  const text = agreed ? shown : (held ?? shown);
  const opening = await findOpening(context.transaction, context.sessionId, agreement, text.sha256);
  const answer = opening && isShown ? agreed : null;
  if (agreed && !obeys(answer, agreementRead, noContext)) throw agreementUnread(context.program.copy);
  const { version: recorded, sha256 } = text;
  await insertConsent(context, {
    applicationId: record.row.id,
    agreement,
    version: recorded,
    sha256,
    agreed,
    openDateTime: opening?.open_date_time ?? null,
    signerName: signerNameOf(state),
    ...from,
  });
  await updateApplication(context, record.row, {}, [
    { type: agreed ? 'agreed' : 'agreement_withdrawn', detail: { agreement, version: recorded, sha256 } },
  ]);
  return responseOf(agreement, recorded, agreed, context.now);
}

function responseOf(agreement: AgreementKey, version: string, agreed: boolean, at: Date): Consent {
  return { agreement, version, agreed, agreedDateTime: agreed ? at.toISOString() : null };
}
