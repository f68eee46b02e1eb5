/** The work of `applications …`: list, show, decide and withdraw applications (D26, D35). */
import {
  decideApplication,
  openForOperator,
  withdrawApplication,
} from '../../applications/act-on-application.ts';
import { isId } from '../../db/queries/applications.ts';
import { listApplications, positionInList } from '../../db/queries/operator/application-list.ts';
import { openContents } from '../../evidence/export-applications.ts';
import { filterOf } from '../application-filter.ts';
import { flagOf, limitOf, reasonOf, requiredOf, textOf, WrongUsage } from '../call-values.ts';
import type { OperatorCall, OperatorCommand, OperatorContext, ProgramsShown } from '../command.ts';
import { OperatorProblem } from '../command.ts';
import { namedApplication, namedApplicationId, programOfApplication } from '../named-application.ts';
import { applicationData, applicationText, sensitiveFieldsOf } from '../shown-application.ts';
import { minute, table } from '../terminal-text.ts';

export const applicationsList: OperatorCommand['run'] = async (context, call) => {
  const limit = limitOf(call);
  const filter = filterOf(context, call);
  const after = await positionAfter(context, call);
  const rows = await listApplications(context.database.db, filter, { after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const contents = await openContents(
    context,
    page.map(({ id }) => id),
  );
  const applications = page.map((row) => ({
    ...row,
    businessName: (contents.get(row.id)?.answers['businessName'] ?? null) as string | null,
  }));
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
};

async function positionAfter({ database }: OperatorContext, call: OperatorCall) {
  const id = textOf(call, 'after')?.toLowerCase();
  if (id === undefined) return undefined;
  const position = isId(id) ? await positionInList(database.db, id) : undefined;
  if (!position) throw new OperatorProblem(`There is no application ${id}.`, 2);
  return position;
}

export const programShown: ProgramsShown = async (store, call) => {
  return programOfApplication(store, await namedApplicationId(store, call));
};

export const applicationsShow: OperatorCommand['run'] = async (context, call) => {
  const reveal = flagOf(call, 'reveal');
  const reason = reasonOf(call);
  if (reveal !== (reason !== undefined))
    throw new WrongUsage(reveal ? '--reveal needs a --reason.' : '--reason is for --reveal.');
  const act = await namedApplication(context, call);
  const record = await openForOperator(act, { reason, fieldsOf: sensitiveFieldsOf });
  const showing = reveal ? 'revealed' : 'hidden';
  return {
    data: applicationData(record, showing),
    text: applicationText(record, showing),
  };
};

export const applicationsDecide: OperatorCommand['run'] = async (context, call) => {
  const approve = flagOf(call, 'approve');
  if (approve === flagOf(call, 'decline')) throw new WrongUsage('Give one of --approve and --decline.');
  const reason = reasonOf(call);
  const act = await namedApplication(context, call);
  const row = await decideApplication(act, approve ? 'approved' : 'declined', reason);
  return statusResult(row);
};

export const applicationsWithdraw: OperatorCommand['run'] = async (context, call) => {
  const reason = requiredOf(reasonOf(call), 'reason');
  const row = await withdrawApplication(await namedApplication(context, call), reason);
  return statusResult(row);
};

function statusResult(row: { id: string; reference_number: string | null; status: string }) {
  const { id, reference_number: referenceNumber, status } = row;
  return { data: { id, referenceNumber, status }, text: `${referenceNumber ?? id} is ${status}.` };
}
