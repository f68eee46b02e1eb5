/** Runs the `deliveries …` commands (D33, D34). */
import { retryDelivery } from '../../applications/act-on-application.ts';
import { isId } from '../../db/queries/applications.ts';
import {
  deadJobs,
  delayedJobs,
  findJob,
  hasUnsent,
  type ListedJob,
  listJobs,
  requestRetry,
} from '../../db/queries/operator/outbox-list.ts';
import { type Lane, laneOfProvider } from '../../db/queries/outbox.ts';
import { providerIdsOf } from '../../programs/programs.ts';
import { flagOf, orNotFound, pageOf, textOf, WrongUsage } from '../call-values.ts';
import { type OperatorCommand, type OperatorContext, OperatorProblem } from '../command.ts';
import { counted, moment, tableOr, withNext } from '../terminal-text.ts';

function stateOf(job: ListedJob): 'sent' | 'dead' | 'waiting' {
  if (job.done_date_time !== null) return 'sent';
  return job.dead_date_time === null ? 'waiting' : 'dead';
}

export const deliveriesList: OperatorCommand['run'] = async (context, call) => {
  const after = textOf(call, 'after')?.toLowerCase();
  const { page, next } = await pageOf(call, async (limit) => {
    if (after !== undefined) await deliveryOf(context, after);
    return listJobs(context.database.db, { dead: flagOf(call, 'dead'), after, limit });
  });
  const deliveries = page.map((job) => ({
    id: job.id,
    kind: job.kind,
    state: stateOf(job),
    applicationId: job.application_id,
    referenceNumber: job.reference_number,
    attempts: job.attempts,
    createDateTime: job.create_date_time.toISOString(),
    nextDateTime: stateOf(job) === 'waiting' ? job.run_date_time.toISOString() : null,
    doneDateTime: job.done_date_time?.toISOString() ?? null,
    lastError: job.last_error,
  }));
  const text = tableOr('There are no such deliveries.', page, {
    ID: 'id',
    KIND: 'kind',
    STATE: stateOf,
    REFERENCE: 'reference_number',
    ATTEMPTS: 'attempts',
    'SENT, GIVEN UP OR DUE': (job) => moment(job.done_date_time ?? job.dead_date_time ?? job.run_date_time),
    'LAST ERROR': 'last_error',
  });
  return { data: { deliveries, next }, text: withNext(text, next) };
};

export const deliveriesRetry: OperatorCommand['run'] = async (context, call) => {
  const id = call.positionals[0]?.toLowerCase();
  const provider = textOf(call, 'provider');
  const waiting = flagOf(call, 'waiting');
  const chosen = [id !== undefined, flagOf(call, 'all-dead'), waiting].filter(Boolean);
  if (chosen.length !== 1 || waiting !== (provider !== undefined))
    throw new WrongUsage('Give an id, --all-dead, or --waiting with --provider.');
  if (id === undefined) {
    const retried =
      provider === undefined
        ? await retryAll(context, deadJobs(context.database.db))
        : await retryWaiting(context, provider);
    return { data: { retried }, text: `${counted(retried, 'delivery is', 'deliveries are')} due now.` };
  }
  const job = await deliveryOf(context, id);
  if (job.done_date_time !== null) throw new OperatorProblem('The delivery was already sent.', 4);
  if (!(await retry(context, job))) throw new OperatorProblem('The delivery is being sent right now.', 4);
  return { data: { retried: 1 }, text: 'The delivery is due now.' };
};

function retry(
  { database, keys, operator }: OperatorContext,
  { id, application_id: applicationId }: Pick<ListedJob, 'id' | 'application_id'>,
): Promise<boolean> {
  return retryDelivery({ database, keys, operator, applicationId }, id);
}

/** Makes all nodes try a provider's queue now, and makes its delayed deliveries due. Returns how many deliveries it made due. */
async function retryWaiting(context: OperatorContext, provider: string): Promise<number> {
  const { db, moment } = context.database;
  const lane = await laneOf(context, provider);
  await requestRetry(db, lane, moment());
  return retryAll(context, delayedJobs(db, lane, moment()));
}

/** Returns a provider's queue. Throws OperatorProblem if no program has the provider and the queue has no unsent deliveries. */
async function laneOf({ database, programs }: OperatorContext, provider: string): Promise<Lane> {
  const known = providerIdsOf(programs);
  const lane = laneOfProvider(provider);
  if (known.includes(provider) || (await hasUnsent(database.db, lane))) return lane;
  throw new OperatorProblem(`There is no provider "${provider}". Known are: ${known.join(', ')}.`, 2);
}

/** Retries jobs, each in its own transaction, and returns their number. After an interruption, the next run retries the rest. */
async function retryAll(
  context: OperatorContext,
  jobs: AsyncIterable<Pick<ListedJob, 'id' | 'application_id'>>,
): Promise<number> {
  let retried = 0;
  for await (const job of jobs) if (await retry(context, job)) retried += 1;
  return retried;
}

async function deliveryOf({ database }: OperatorContext, id: string) {
  return orNotFound(isId(id) ? await findJob(database.db, id) : undefined, `There is no delivery ${id}.`);
}
