/** `applications …`: list, show, decide and withdraw applications (D26, D35). */
import {
  decideApplication,
  openForOperator,
  withdrawApplication,
} from '../../applications/act-on-application.ts';
import { listApplications, positionInList } from '../../db/queries/application-list.ts';
import { isId } from '../../db/queries/applications.ts';
import { filterOf, filterOptions } from '../application-filter.ts';
import { flagOf, limitOf, pageOptions, reasonOf, requiredOf, textOf, WrongUsage } from '../call-values.ts';
import type { OperatorCall, OperatorCommand, OperatorContext } from '../command.ts';
import { OperatorProblem } from '../command.ts';
import { namedApplication } from '../named-application.ts';
import { applicationData, applicationText, sensitiveFieldsOf } from '../shown-application.ts';
import { minute, table } from '../terminal-text.ts';

const why = { type: 'string', value: 'TEXT', about: 'Why, for the audit trail' } as const;

export const applicationsList: OperatorCommand = {
  name: 'applications list',
  about: 'Lists applications, newest first.',
  positionals: [],
  options: {
    ...filterOptions,
    ...pageOptions,
  },
  examples: [
    ['applications list --status submitted', 'shows which applications wait for a decision'],
    ['applications list --program toro --from 2026-03-01 --to 2026-03-31 --json', 'a month, for a script'],
  ],
  run: async (context, call) => {
    const limit = limitOf(call);
    const filter = filterOf(context, call);
    const after = await positionAfter(context, call);
    const rows = await listApplications(context.database.db, filter, { after, limit: limit + 1 });
    const applications = rows.slice(0, limit);
    const next = rows.length > limit ? (applications.at(-1)?.id ?? null) : null;
    const lines = applications.map((row) => [
      row.referenceNumber ?? '-',
      row.status,
      row.domainKey,
      row.storeId,
      minute(row.createDateTime),
      // Every submitted application has a business name, until its answers are erased.
      row.businessName ?? (row.submittedDateTime ? '(erased)' : ''),
      row.referenceNumber === null ? row.id : '',
    ]);
    const text =
      lines.length > 0
        ? table(['REFERENCE', 'STATUS', 'PROGRAM', 'STORE', 'BEGUN (UTC)', 'BUSINESS', 'ID'], lines)
        : 'There are no such applications.';
    return { data: { applications, next }, text: next ? `${text}\n\nMore with --after ${next}` : text };
  },
};

async function positionAfter({ database }: OperatorContext, call: OperatorCall) {
  const id = textOf(call, 'after')?.toLowerCase();
  if (id === undefined) return undefined;
  const position = isId(id) ? await positionInList(database.db, id) : undefined;
  if (!position) throw new OperatorProblem(`There is no application ${id}.`, 2);
  return position;
}

export const applicationsShow: OperatorCommand = {
  name: 'applications show',
  about:
    'Shows one application; the audit trail records it. Sensitive answers are hidden unless a reason is given.',
  positionals: ['id|reference'],
  options: {
    reveal: { type: 'boolean', about: 'Show sensitive answers in full; recorded with the reason' },
    reason: { ...why, about: 'Why they are revealed, for the audit trail' },
  },
  examples: [
    ['applications show QWER-1234-5678', 'shows it with the last four digits of tax ID and SSNs'],
    [
      'applications show QWER-1234-5678 --reveal --reason "Bureau returned no match, case 4711"',
      'shows everything; the audit trail records who saw what and why',
    ],
  ],
  run: async (context, call) => {
    const reveal = flagOf(call, 'reveal');
    const reason = reasonOf(call);
    if (reveal !== (reason !== undefined))
      throw new WrongUsage(reveal ? '--reveal needs a --reason.' : '--reason is for --reveal.');
    const act = await namedApplication(context, call);
    const record = await openForOperator(act, context.keyRing, { reason, fieldsOf: sensitiveFieldsOf });
    const showing = reveal ? 'revealed' : 'hidden';
    return {
      data: applicationData(record, showing),
      text: applicationText(record, showing),
    };
  },
};

export const applicationsDecide: OperatorCommand = {
  name: 'applications decide',
  about: 'Records the decision on a submitted application: --approve or --decline.',
  positionals: ['id|reference'],
  options: {
    approve: { type: 'boolean', about: 'submitted becomes approved' },
    decline: { type: 'boolean', about: 'submitted becomes declined' },
    reason: why,
  },
  examples: [
    ['applications decide QWER-1234-5678 --approve', 'records that it was approved'],
    [
      'applications decide QWER-1234-5678 --decline --reason "Policy 12"',
      'records that it was declined, and why',
    ],
  ],
  run: async (context, call) => {
    const approve = flagOf(call, 'approve');
    if (approve === flagOf(call, 'decline')) throw new WrongUsage('Give one of --approve and --decline.');
    const reason = reasonOf(call);
    const act = await namedApplication(context, call);
    const row = await decideApplication(act, approve ? 'approved' : 'declined', reason);
    return statusResult(row);
  },
};

export const applicationsWithdraw: OperatorCommand = {
  name: 'applications withdraw',
  about: 'Withdraws a submitted or pending application at the request of the applicant.',
  positionals: ['id|reference'],
  options: { reason: { ...why, required: true } },
  examples: [
    [
      'applications withdraw QWER-1234-5678 --reason "Applicant called on March 3"',
      'it can no longer be decided',
    ],
  ],
  run: async (context, call) => {
    const reason = requiredOf(reasonOf(call), 'reason');
    const row = await withdrawApplication(await namedApplication(context, call), reason);
    return statusResult(row);
  },
};

function statusResult(row: { id: string; reference_number: string | null; status: string }) {
  const { id, reference_number: referenceNumber, status } = row;
  return { data: { id, referenceNumber, status }, text: `${referenceNumber ?? id} is ${status}.` };
}
