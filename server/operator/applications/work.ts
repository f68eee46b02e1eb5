/** Runs the `applications …` commands except `applications export` (D26, D35, D55). */
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
  liveTokensOfApplications,
  positionInList,
} from '../../db/queries/operator/application-list.ts';
import { type ResumeTokenKind, resumeTokenKinds } from '../../db/queries/resume-tokens.ts';
import { openContents } from '../../evidence/export-applications.ts';
import { lastsMillis } from '../../programs/program-settings.ts';
import {
  flagOf,
  orNotFound,
  pageOf,
  reasonOf,
  requiredReasonOf,
  textOf,
  WrongUsage,
} from '../call-values.ts';
import type { OperatorCall, OperatorCommand, OperatorContext, ProgramsShown } from '../command.ts';
import { namedApplication, namedApplicationId, programOfApplication } from '../named-application.ts';
import { counted, minute, tableOr, withNext } from '../terminal-text.ts';
import { filterOf } from './application-filter.ts';
import { applicationData, applicationText, sensitiveFieldsOf } from './shown-application.ts';

export const applicationsList: OperatorCommand['run'] = async (context, call) => {
  const filter = filterOf(context, call);
  const { page, next } = await pageOf(call, async (limit) =>
    listApplications(context.database.db, filter, { after: await positionAfter(context, call), limit }),
  );
  // A draft's business name is not shown, because the applicant has not submitted it.
  const submitted = page.filter(({ status }) => status !== 'draft');
  const contents = await openContents(
    context,
    submitted.map(({ id }) => id),
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
  const listed = tableOr('There are no such applications.', applications, {
    REFERENCE: (row) => row.referenceNumber ?? '-',
    STATUS: 'status',
    PROGRAM: 'domainKey',
    STORE: 'storeId',
    'BEGUN (UTC)': (row) => minute(row.createDateTime),
    // Every submitted application has a business name, until its answers are erased.
    BUSINESS: (row) => row.businessName ?? (row.submittedDateTime ? '(erased)' : ''),
    ID: (row) => (row.referenceNumber === null ? row.id : ''),
    'CAN BE CONTINUED (UTC)': (row) =>
      row.resumeTokens.map(({ way, until }) => `${way} until ${minute(until)}`).join(', '),
  });
  const drafts = filter.status === 'draft' ? await keptInAll(context, filter) : undefined;
  const text = [
    listed,
    ...(drafts ?? []).map(
      ({ way, count, until }) =>
        `${counted(count, 'draft')} can be resumed with the token ${way}, until ${minute(until)} at the latest.`,
    ),
  ].join('\n\n');
  return { data: { applications, next, ...(drafts && { kept: drafts }) }, text: withNext(text, next) };
};

/** Returns the expiry time of a resume token or, if the draft's program was removed, the time of the draft's last change. */
function untilOf(
  { programs }: OperatorContext,
  token: { readonly domainKey: string; readonly way: ResumeTokenKind; readonly changeDateTime: Date },
): Date {
  const program = programs.all.find((one) => one.domainKey === token.domainKey);
  return new Date(token.changeDateTime.getTime() + (program ? lastsMillis(program.resume, token.way) : 0));
}

/** Returns the resume tokens of drafts and their expiry times, grouped by application. */
async function keptUntil(context: OperatorContext, ids: readonly string[]) {
  const tokens = await liveTokensOfApplications(context.database.db, ids);
  const dated = tokens.map((token) => ({ ...token, until: untilOf(context, token) }));
  return Map.groupBy(dated, ({ applicationId }) => applicationId);
}

/** Returns, for each kind of resume token, how many drafts can be resumed with it, and when the last of these tokens expires. */
async function keptInAll(context: OperatorContext, filter: ApplicationFilter) {
  const found = await liveTokensCounted(context.database.db, filter);
  return resumeTokenKinds.flatMap((way) => {
    const ofKind = found.filter((one) => one.way === way);
    if (ofKind.length === 0) return [];
    const until = new Date(Math.max(...ofKind.map((one) => untilOf(context, one).getTime())));
    return [{ way, count: ofKind.reduce((sum, { count }) => sum + count, 0), until }];
  });
}

async function positionAfter({ database }: OperatorContext, call: OperatorCall) {
  const id = textOf(call, 'after')?.toLowerCase();
  if (id === undefined) return undefined;
  const position = isId(id) ? await positionInList(database.db, id) : undefined;
  return orNotFound(position, `There is no application ${id}.`);
}

export const programShown: ProgramsShown = async (store, call) =>
  programOfApplication(store, await namedApplicationId(store, call));

export const applicationsShow: OperatorCommand['run'] = async (context, call) => {
  const reveal = flagOf(call, 'reveal');
  const reason = reasonOf(call);
  if (reveal !== (reason !== undefined))
    throw new WrongUsage(reveal ? '--reveal needs a --reason.' : '--reason is for --reveal.');
  const act = await namedApplication(context, call);
  const record = await openForOperator(act, { reason, fieldsOf: sensitiveFieldsOf });
  const showing = reveal ? 'revealed' : 'hidden';
  return { data: applicationData(record, showing), text: applicationText(record, showing) };
};

export const applicationsDecide: OperatorCommand['run'] = async (context, call) => {
  const approve = flagOf(call, 'approve');
  if (approve === flagOf(call, 'decline')) throw new WrongUsage('Give one of --approve and --decline.');
  const reason = reasonOf(call);
  const act = await namedApplication(context, call);
  return statusResult(await closeApplication(act, approve ? 'approved' : 'declined', reason));
};

export const applicationsWithdraw: OperatorCommand['run'] = async (context, call) => {
  const reason = requiredReasonOf(call);
  return statusResult(await closeApplication(await namedApplication(context, call), 'withdrawn', reason));
};

export const applicationsErase: OperatorCommand['run'] = async (context, call) => {
  const reason = requiredReasonOf(call);
  const row = await eraseApplication(await namedApplication(context, call), reason);
  return { ...statusResult(row), text: `${row.id} is erased.` };
};

function statusResult(row: { id: string; reference_number: string | null; status: string }) {
  const { id, reference_number: referenceNumber, status } = row;
  return { data: { id, referenceNumber, status }, text: `${referenceNumber ?? id} is ${status}.` };
}
