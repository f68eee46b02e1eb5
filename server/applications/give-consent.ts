/**
 * PUT of a consent. A text can be agreed to only if this session opened it in the version shown, and that version still counts
 * (D31).
 */
import type { Consent } from '../../api/agreement.ts';
import type { Copy } from '../../copy/copy.ts';
import type { AgreementKey } from '../../form/fields/application-state.ts';
import { obeys } from '../../form/rules/rules.ts';
import { noContext } from '../../form/validation/validate.ts';
import { agreementFor } from '../agreements/agreements.ts';
import { agreementOfVersion, stillCounts } from '../agreements/other-versions.ts';
import { findOpening } from '../db/queries/agreements.ts';
import { ApiError, notValid, wrong } from '../errors.ts';
import { signerNameOf, stateOf, unvoidedConsent } from './application-record.ts';
import { agreementUnread, type ConsentSource, newConsent } from './consents.ts';
import { changedConsents, changedParts, type Draft, noChange, type PlannedChange } from './planned-change.ts';
import { changedRow } from './row-change.ts';

const agreementRead = { kind: 'agreementRead' } as const;

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

/**
 * Returns what the answer to one agreement writes, with its evidence and the response. Repeating the same answer writes nothing.
 */
export async function giveConsent(
  draft: Draft,
  agreement: AgreementKey,
  body: { version: unknown; agreed: unknown },
  from: ConsentSource,
): Promise<PlannedChange & { readonly response: Consent }> {
  const { record, program, now, queries } = draft;
  const { version, agreed } = checkedChange(program.copy, body);
  const state = stateOf(record, program, now);
  if (agreement === 'guarantor' && (state.applicationData.guarantorId ?? null) === null)
    throw new ApiError('conflict', 'This application has no guarantor.');
  const named = await agreementOfVersion(queries, draft, agreement, version, state);
  const shown = named ?? agreementFor(program, agreement, state);
  const isShown = named !== undefined;
  const held = unvoidedConsent(record, agreement);
  if (!agreed && !held)
    return { ...noChange(record), response: responseOf(agreement, shown.version, false, now) };
  if (agreed && isShown && held?.sha256 === shown.sha256)
    return { ...noChange(record), response: responseOf(agreement, version, true, held.agreedDateTime) };

  // Agreeing requires a text that was opened and is still shown. Withdrawing requires neither.
  const text = agreed ? shown : (held ?? shown);
  const of = { sessionId: record.row.session_id, applicationId: record.row.id };
  const opening = await findOpening(queries, of, agreement, text.sha256);
  const counts =
    shown.version === program.agreements[agreement].version ||
    stillCounts(
      program.agreements[agreement],
      { version, openDateTime: opening?.open_date_time ?? null },
      now,
    );
  const answer = opening && isShown && counts ? agreed : null;
  if (agreed && !obeys(answer, agreementRead, noContext)) throw agreementUnread(program.copy);
  const { version: recorded, sha256 } = text;
  const openDateTime = opening?.open_date_time ?? null;
  const answered = {
    agreement,
    version: recorded,
    sha256,
    agreed,
    openDateTime,
    signerName: signerNameOf(state),
  };
  const consents = { given: [newConsent(record, answered, from, now)], voided: [] };
  const detail = { agreement, version: recorded, sha256 };
  const changed = { ...record, consents: changedConsents(record.consents, consents, now) };
  const row = changedRow(draft, record.row, changedParts(changed), [
    { type: agreed ? 'agreed' : 'agreement_withdrawn', detail },
  ]);
  return {
    ...noChange({ ...changed, row: row.after }),
    row,
    consents,
    response: responseOf(agreement, recorded, agreed, now),
  };
}

function responseOf(agreement: AgreementKey, version: string, agreed: boolean, at: Date): Consent {
  return { agreement, version, agreed, agreedDateTime: agreed ? at.toISOString() : null };
}
