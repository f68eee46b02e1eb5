/** The work of `audit …`: checks the audit trails for tampering, exports their heads, and shows one trail (D32, D35). */

import { readNow } from '../../db/clock.ts';
import { isId } from '../../db/queries/applications.ts';
import { auditEvents } from '../../db/queries/audit-events.ts';
import type { AuditFault } from '../../evidence/audit-chain.ts';
import { exportHeads, HeadsProblem, type HeadsSummary, readHeads } from '../../evidence/audit-heads.ts';
import { headsPublicKey } from '../../evidence/heads-signature.ts';
import { verifyAuditTrail } from '../../evidence/verify-audit-trail.ts';
import { withOpenReason } from '../../security/sealed-reasons.ts';
import { flagOf, textOf, WrongUsage } from '../call-values.ts';
import { type OperatorCommand, OperatorProblem } from '../command.ts';
import { namedApplication } from '../named-application.ts';
import { counted, moment, table } from '../terminal-text.ts';

const faultWords: Readonly<Record<AuditFault['kind'], string>> = {
  altered: 'the event was altered',
  missing: 'the event is missing',
  misplaced: 'the event does not follow from the one before it',
  cut_off: 'the trail ends before this event',
  head_differs: 'the application row has another head',
  rewritten: 'the trail differs from the exported head',
  no_application: 'the application is gone',
  not_keyed: 'the event was written without the key',
  rows_differ: 'the rows are not as the last event left them',
  not_opened: 'what is sealed in the rows was altered or moved',
};

/** Turns a problem with the file into an OperatorProblem. */
function asOperatorProblem(error: unknown): never {
  throw error instanceof HeadsProblem ? new OperatorProblem(error.message) : error;
}

export const auditVerify: OperatorCommand['run'] = async (context, call) => {
  const from = textOf(call, 'from')?.toLowerCase();
  if (from !== undefined && !isId(from)) throw new WrongUsage('--from must be the id of an application.');
  const report = await verifyAuditTrail(context, {
    ...(from && { from }),
    ...(call.input && {
      exported: readHeads(call.input.content(), context.hashKey, { unsigned: flagOf(call, 'unsigned') }),
    }),
  }).catch(asOperatorProblem);
  const { applications, events, faults, faultCount } = report;
  const looked = `${counted(applications, 'application', 'applications')}, ${counted(events, 'event', 'events')}`;
  const lines = faults.map(({ applicationId, sequence, kind }) => [
    applicationId,
    sequence,
    faultWords[kind],
  ]);
  const text =
    faultCount === 0
      ? `Intact: ${looked}.`
      : `${table(['APPLICATION', 'EVENT', 'WHAT IS WRONG'], lines)}\n\nBroken: ${faultCount} of ${looked}.`;
  return { data: report, text, exitCode: faultCount === 0 ? 0 : 3 };
};

export const auditHeads: OperatorCommand['run'] = async ({ database, hashKey }, _call, handOver) => {
  const at = await readNow(database);
  let summary: HeadsSummary = { count: 0, sha256: '' };
  async function* content() {
    summary = yield* exportHeads(database.db, hashKey, at);
  }
  await handOver([{ name: `audit-heads-${at.toISOString().slice(0, 10)}.jsonl`, content }]);
  const { count, sha256 } = summary;
  return { data: { count, sha256 }, text: `${counted(count, 'head', 'heads')}, SHA-256 ${sha256}` };
};

/** What those need who keep the heads and want to verify them by themselves. */
export const auditKey: OperatorCommand['run'] = async ({ hashKey }) => {
  const publicKey = headsPublicKey(hashKey);
  return { data: { publicKey }, text: publicKey.trimEnd() };
};

export const auditShow: OperatorCommand['run'] = async (context, call) => {
  const { applicationId } = await namedApplication(context, call);
  const events = [];
  for await (const row of auditEvents(context.database.db, { only: applicationId })) {
    const { sequence, type, create_date_time: createDateTime } = row;
    const detail = withOpenReason(context.hashKey, applicationId, row.detail);
    events.push({ sequence, type, detail, createDateTime, hash: row.hash.toString('hex') });
  }
  const lines = events.map(({ sequence, type, detail, createDateTime }) => [
    sequence,
    moment(createDateTime),
    type,
    Object.keys(detail).length > 0 ? JSON.stringify(detail) : '',
  ]);
  return { data: { applicationId, events }, text: table(['EVENT', 'WHEN', 'WHAT', 'DETAIL'], lines) };
};
