/** `audit …`: whether what happened was tampered with, and what happened to one application (D32, D35). */
import type { AuditFault } from '../../evidence/audit-chain.ts';
import { exportHeads, HeadsProblem, type HeadsSummary, readHeads } from '../../evidence/audit-heads.ts';
import { verifyAuditTrail } from '../../evidence/verify-audit-trail.ts';
import { isId } from '../../store/applications.ts';
import { auditEvents } from '../../store/audit-trail.ts';
import { textOf, WrongUsage } from '../call-values.ts';
import { type OperatorCommand, OperatorProblem } from '../command.ts';
import { namedApplication } from '../named-application.ts';
import { counted, moment, table } from '../terminal-text.ts';

const faultWords: Readonly<Record<AuditFault['kind'], string>> = {
  altered: 'the event was altered',
  missing: 'the event is missing',
  misplaced: 'the event does not follow on the one before it',
  cut_off: 'the trail ends before this event',
  head_differs: 'the head in the row of the application is another one',
  rewritten: 'the trail is not the one whose head was exported',
  no_application: 'the application is gone',
};

/** Has the file's own words reach the operator. */
function sayingWhatIsWrong(error: unknown): never {
  throw error instanceof HeadsProblem ? new OperatorProblem(error.message) : error;
}

export const auditVerify: OperatorCommand = {
  name: 'audit verify',
  about: 'Checks the audit trail of every application and names the first broken link of each.',
  positionals: ['[heads-file]'],
  reads: '[heads-file]',
  options: {
    from: {
      type: 'string',
      value: 'ID',
      about: 'Begins with the application of this id, in the order of ids',
    },
  },
  examples: [
    ['audit verify', 'ends with 3 where a trail is broken'],
    ['audit verify heads-2026-03.jsonl', 'finds a trail that was rewritten from end to end, too'],
  ],
  run: async ({ database }, call) => {
    const from = textOf(call, 'from')?.toLowerCase();
    if (from !== undefined && !isId(from)) throw new WrongUsage('--from must be the id of an application.');
    const report = await verifyAuditTrail(database.db, {
      ...(from && { from }),
      ...(call.input && { exported: readHeads(call.input.content()) }),
    }).catch(sayingWhatIsWrong);
    const { applications, events, faults, faultCount } = report;
    const looked = `${counted(applications, 'application', 'applications')}, ${counted(events, 'event', 'events')}`;
    const lines = faults.map(({ applicationId, sequence, kind }) => [
      applicationId,
      sequence,
      faultWords[kind],
    ]);
    const text =
      faultCount === 0
        ? `Whole: ${looked}.`
        : `${table(['APPLICATION', 'EVENT', 'WHAT IS WRONG'], lines)}\n\nBroken: ${faultCount} of ${looked}.`;
    return { data: report, text, exitCode: faultCount === 0 ? 0 : 3 };
  },
};

export const auditHeads: OperatorCommand = {
  name: 'audit heads',
  about:
    'Writes the head of every audit trail to a file, to be kept where nobody of this installation can write.',
  positionals: [],
  options: {},
  examples: [
    ['audit heads --out heads-2026-03.jsonl', 'a line for each application, and one that closes them'],
  ],
  run: async ({ database, now }, _call, handOver) => {
    const at = now();
    let summary: HeadsSummary = { count: 0, sha256: '' };
    async function* content() {
      summary = yield* exportHeads(database.db, at);
    }
    await handOver([{ name: `audit-heads-${at.toISOString().slice(0, 10)}.jsonl`, content }]);
    const { count, sha256 } = summary;
    return { data: { count, sha256 }, text: `${counted(count, 'head', 'heads')}, SHA-256 ${sha256}` };
  },
};

export const auditShow: OperatorCommand = {
  name: 'audit show',
  about: 'Shows all that happened to one application, by its audit trail.',
  positionals: ['id|reference'],
  options: {},
  examples: [['audit show QWER-1234-5678', 'from created to the last thing that happened']],
  run: async (context, call) => {
    const { applicationId } = await namedApplication(context, call);
    const events = [];
    for await (const row of auditEvents(context.database.db, { only: applicationId })) {
      const { sequence, type, detail, create_date_time: createDateTime } = row;
      events.push({ sequence, type, detail, createDateTime, hash: row.hash.toString('hex') });
    }
    const lines = events.map(({ sequence, type, detail, createDateTime }) => [
      sequence,
      moment(createDateTime),
      type,
      Object.keys(detail).length > 0 ? JSON.stringify(detail) : '',
    ]);
    return { data: { applicationId, events }, text: table(['EVENT', 'WHEN', 'WHAT', 'DETAIL'], lines) };
  },
};
