/** Gives or withdraws a consent. Applicants can agree only to a version that they opened and that is still accepted (D31). */
import type { Consent } from '../../api/agreement.ts';
import type { Copy } from '../../copy/copy.ts';
import type { AgreementKey } from '../../form/fields/application-state.ts';
import { agreementFor, agreementOfVersion, stillCounts } from '../agreements/agreements.ts';
import { findOpening } from '../db/queries/agreements.ts';
import { ApiError, invalidField, notValid } from '../errors.ts';
import { signerNameOf, stateOf, unvoidedConsent } from './application-record.ts';
import { agreementUnread, type ConsentSource, newConsent } from './consents.ts';
import { changedConsents, changedParts, type Draft, noChange, type PlannedChange } from './planned-change.ts';
import { changedRow } from './row-change.ts';

type ConsentBody = { readonly version: unknown; readonly agreed: unknown };

function checkedBody(copy: Copy, { version, agreed }: ConsentBody) {
  if (typeof version === 'string' && typeof agreed === 'boolean') return { version, agreed };
  throw notValid(copy, [
    ...(typeof version === 'string' ? [] : [invalidField('version')]),
    ...(typeof agreed === 'boolean' ? [] : [invalidField('agreed')]),
  ]);
}

/** Returns the rows to write when a consent is given or withdrawn, and the response. If nothing changes, there are no rows. */
export async function giveConsent(
  draft: Draft,
  agreement: AgreementKey,
  body: ConsentBody,
  from: ConsentSource,
): Promise<PlannedChange & { readonly response: Consent }> {
  const { record, program, now, queries } = draft;
  const { version, agreed } = checkedBody(program.copy, body);
  const state = stateOf(record, program, now);
  if (agreement === 'guarantor' && (state.applicationData.guarantorId ?? null) === null)
    throw new ApiError('conflict', 'This application has no guarantor.');
  const named = await agreementOfVersion(queries, draft, agreement, version, state);
  const shown = named ?? agreementFor(program, agreement, state);
  const held = unvoidedConsent(record, agreement);
  if (!agreed && !held) return { ...noChange(record), response: responseOf(agreement, shown.version, null) };
  if (agreed && held && named?.sha256 === held.sha256)
    return { ...noChange(record), response: responseOf(agreement, version, held.agreedDateTime) };

  // An applicant can agree only to a text that was opened and is still accepted, but can always withdraw a consent.
  const text = agreed ? shown : (held ?? shown);
  const of = { sessionId: record.row.session_id, applicationId: record.row.id };
  const opening = await findOpening(queries, of, agreement, text.sha256);
  const openDateTime = opening?.open_date_time ?? null;
  const inForce = program.agreements[agreement];
  const counts = shown.version === inForce.version || stillCounts(inForce, { version, openDateTime }, now);
  if (agreed && !(opening && named && counts)) throw agreementUnread(program.copy);

  const detail = { agreement, version: text.version, sha256: text.sha256 };
  const given = { ...detail, agreed, openDateTime, signerName: signerNameOf(state) };
  const consents = { given: [newConsent(record, given, from, now)], voided: [] };
  const changed = { ...record, consents: changedConsents(record.consents, consents, now) };
  const row = changedRow(draft, record.row, changedParts(changed), [
    { type: agreed ? 'agreed' : 'agreement_withdrawn', detail },
  ]);
  const response = responseOf(agreement, text.version, agreed ? now : null);
  return { ...noChange({ ...changed, row: row.after }), row, consents, response };
}

function responseOf(agreement: AgreementKey, version: string, agreedAt: Date | null): Consent {
  return { agreement, version, agreed: agreedAt !== null, agreedDateTime: agreedAt?.toISOString() ?? null };
}
