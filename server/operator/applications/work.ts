/** Runs `applications …` but for `applications export` (D26, D35, D55). */
import {
  closeApplication,
  eraseApplication,
  openForOperator,
} from '../../applications/act-on-application.ts';
import { isId } from '../../db/queries/applications.ts';
import {
  type ApplicationFilter,
  listApplications,
  liveTokensCounted,
  liveTokensInto,
  positionInList,
} from '../../db/queries/operator/application-list.ts';
import { type ResumeTokenKind, resumeTokenKinds } from '../../db/queries/resume-tokens.ts';
import { openContents } from '../../evidence/export-applications.ts';
import { lastsMillis } from '../../programs/program-settings.ts';
import { flagOf, limitOf, reasonOf, requiredOf, textOf, WrongUsage } from '../call-values.ts';
import type { OperatorCall, OperatorCommand, OperatorContext, ProgramsShown } from '../command.ts';
import { OperatorProblem } from '../command.ts';
import { namedApplication, namedApplicationId, programOfApplication } from '../named-application.ts';
import { counted, minute, table } from '../terminal-text.ts';
import { filterOf } from './application-filter.ts';
import { applicationData, applicationText, sensitiveFieldsOf } from './shown-application.ts';

export const applicationsList: OperatorCommand['run'] = async (context, call) => {
  const limit = limitOf(call);
  const filter = filterOf(context, call);
  const after = await positionAfter(context, call);
  const rows = await listApplications(context.database.db, filter, { after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  // A draft's name is not shown, because the applicant has not submitted it.
  const contents = await openContents(
    context,
    page.filter(({ status }) => status !== 'draft').map(({ id }) => id),
  );
  const kept = await keptUntil(
    context,
    page.map(({ id }) => id),
  );
  const applications = page.map((row) => ({
    ...row,
    businessName: (contents.get(row.id)?.answers['businessName'] ?? null) as string | null,
    resumeTokens: kept.get(row.id) ?? [],
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
    row.resumeTokens.map(({ way, until }) => `${way} until ${minute(until)}`).join(', '),
  ]);
  const columns = [
    'REFERENCE',
    'STATUS',
    'PROGRAM',
    'STORE',
    'BEGUN (UTC)',
    'BUSINESS',
    'ID',
    'CAN BE CONTINUED (UTC)',
  ];
  const drafts = filter.status === 'draft' ? await keptInAll(context, filter) : undefined;
  const text = [
    lines.length > 0 ? table(columns, lines) : 'There are no such applications.',
    ...(drafts ?? []).map(
      ({ way, count, until }) =>
        `${counted(count, 'draft', 'drafts')} can be continued by the way ${way}, until ${minute(until)} at the latest.`,
    ),
    ...(next ? [`More with --after ${next}`] : []),
  ].join('\n\n');
  return { data: { applications, next, ...(drafts && { kept: drafts }) }, text };
};

/** Until when a draft can be continued; a draft of a removed program cannot be. */
function untilOf({ programs }: OperatorContext, { domainKey, way, changeDateTime }: TokenOfDraft): Date {
  const program = programs.all.find((one) => one.domainKey === domainKey);
  return new Date(changeDateTime.getTime() + (program ? lastsMillis(program.resume, way) : 0));
}

interface TokenOfDraft {
  readonly domainKey: string;
  readonly way: ResumeTokenKind;
  readonly changeDateTime: Date;
}

/** How some drafts can be continued, and until when, by application. */
async function keptUntil(context: OperatorContext, ids: readonly string[]) {
  const ways = await liveTokensInto(context.database.db, ids);
  return Map.groupBy(
    ways.map((found) => ({ ...found, until: untilOf(context, found) })),
    ({ applicationId }) => applicationId,
  );
}

/** How many drafts can be continued, by way, and until when at the latest. */
async function keptInAll(context: OperatorContext, filter: ApplicationFilter) {
  const found = await liveTokensCounted(context.database.db, filter);
  return resumeTokenKinds.flatMap((way) => {
    const ofToken = found.filter((one) => one.way === way);
    if (ofToken.length === 0) return [];
    const until = new Date(Math.max(...ofToken.map((one) => untilOf(context, one).getTime())));
    return [{ way, count: ofToken.reduce((sum, { count }) => sum + count, 0), until }];
  });
}

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
  const row = await closeApplication(act, approve ? 'approved' : 'declined', reason);
  return statusResult(row);
};

export const applicationsWithdraw: OperatorCommand['run'] = async (context, call) => {
  const reason = requiredOf(reasonOf(call), 'reason');
  const row = await closeApplication(await namedApplication(context, call), 'withdrawn', reason);
  return statusResult(row);
};

export const applicationsErase: OperatorCommand['run'] = async (context, call) => {
  const reason = requiredOf(reasonOf(call), 'reason');
  const row = await eraseApplication(await namedApplication(context, call), reason);
  return { ...statusResult(row), text: `${row.id} is erased.` };
};

function statusResult(row: { id: string; reference_number: string | null; status: string }) {
  const { id, reference_number: referenceNumber, status } = row;
  return { data: { id, referenceNumber, status }, text: `${referenceNumber ?? id} is ${status}.` };
}
