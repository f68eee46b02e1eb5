/** Runs the `audit …` commands (D32, D35). */
import { readNow } from '../../db/clock.ts';
import { isId } from '../../db/queries/applications.ts';
import { auditEvents, type KeptHead, keptHeads } from '../../db/queries/audit-events.ts';
import {
  exportHeads,
  HeadsProblem,
  type HeadsSummary,
  headsPublicKey,
  readHeads,
} from '../../evidence/audit-heads.ts';
import { faultWords } from '../../evidence/event-words.ts';
import {
  type AuditReport,
  newReport,
  reported,
  verifySince,
  verifyTrails,
} from '../../evidence/verify-audit-trail.ts';
import { withOpenReason } from '../../security/sealed-reasons.ts';
import { flagOf, textOf, WrongUsage, wholeNumberOf } from '../call-values.ts';
import { type OperatorCommand, type OperatorContext, OperatorProblem } from '../command.ts';
import { namedApplication } from '../named-application.ts';
import { counted, moment, table } from '../terminal-text.ts';

/** Interval in milliseconds at which a verification prints its progress. */
const tellMillis = 10_000;

export const auditVerify: OperatorCommand['run'] = async (context, call, handOver) => {
  const { database, hashKey } = context;
  const from = textOf(call, 'from')?.toLowerCase();
  if (from !== undefined && !isId(from)) throw new WrongUsage('--from must be the id of an application.');
  const isSince = flagOf(call, 'since');
  if (isSince && !call.input) throw new WrongUsage('--since needs the file of an earlier --verified.');
  if (isSince && from) throw new WrongUsage('--since and --from do not go together.');
  const minutes = wholeNumberOf(call, 'minutes', { from: 1, to: 1440, otherwise: 0 });
  const end = performance.now() + minutes * 60_000;
  const isTimeOver = () => minutes > 0 && performance.now() > end;
  const heads =
    call.input &&
    readHeads(call.input.content(), hashKey, { unsigned: flagOf(call, 'unsigned'), verified: isSince });
  const trails =
    isSince && heads
      ? verifySince(context, heads, { isTimeOver })
      : verifyTrails(context, { ...(from && { from }), ...(heads && { exported: heads }), isTimeOver });
  const report = newReport();
  const verified = telling(reported(trails, report), report, context.tell);
  try {
    if (flagOf(call, 'verified')) {
      const at = await readNow(database);
      const content = () => exportHeads(verified, hashKey, { at, verified: true });
      await handOver([{ name: `verified-heads-${at.toISOString().slice(0, 10)}.jsonl`, content }]);
    } else for await (const _ of verified);
  } catch (error) {
    throw error instanceof HeadsProblem ? new OperatorProblem(error.message) : error;
  }
  return resultOf(report);
};

/** Yields the given heads unchanged, and prints the verification's progress at most once every ten seconds. */
async function* telling(
  heads: AsyncIterable<KeptHead>,
  report: AuditReport,
  tell: OperatorContext['tell'],
): AsyncGenerator<KeptHead> {
  let told = performance.now();
  for await (const head of heads) {
    yield head;
    if (performance.now() - told < tellMillis) continue;
    told = performance.now();
    tell?.(`${counted(report.applications, 'application')}, the last one ${head.applicationId}`);
  }
}

function resultOf(report: AuditReport) {
  const { applications, events, faults, faultCount, unchanged, next } = report;
  const looked =
    `${counted(applications, 'application')}, ${counted(events, 'event')}` +
    (unchanged > 0 ? `; ${unchanged} with the head that was verified before` : '');
  const listed = table(faults, {
    APPLICATION: 'applicationId',
    EVENT: 'sequence',
    'WHAT IS WRONG': ({ kind }) => faultWords[kind],
  });
  const found = faultCount === 0 ? `Intact: ${looked}.` : `${listed}\n\nBroken: ${faultCount} of ${looked}.`;
  if (next === undefined) return { data: report, text: found, exitCode: faultCount > 0 ? 3 : 0 } as const;
  const text = `${found}\nThe time limit is over. Not verified: the application ${next} and all after it.`;
  return { data: report, text, exitCode: faultCount > 0 ? 3 : 4 } as const;
}

export const auditHeads: OperatorCommand['run'] = async ({ database, hashKey }, _call, handOver) => {
  const at = await readNow(database);
  let summary: HeadsSummary = { count: 0, sha256: '' };
  async function* content() {
    summary = yield* exportHeads(keptHeads(database.db), hashKey, { at });
  }
  await handOver([{ name: `audit-heads-${at.toISOString().slice(0, 10)}.jsonl`, content }]);
  const { count, sha256 } = summary;
  return { data: { count, sha256 }, text: `${counted(count, 'head')}, SHA-256 ${sha256}` };
};

/** Prints the public key that verifies exported heads. */
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
  const text = table(events, {
    EVENT: 'sequence',
    WHEN: ({ createDateTime }) => moment(createDateTime),
    WHAT: 'type',
    DETAIL: ({ detail }) => (Object.keys(detail).length > 0 ? JSON.stringify(detail) : ''),
  });
  return { data: { applicationId, events }, text };
};
