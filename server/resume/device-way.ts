/**
 * The way back on a device (D55): a secret in a cookie, and two facts that only the applicant knows. Tries are counted in
 * the database before they are compared, so that neither several nodes nor many at once make more of them.
 */
import { timingSafeEqual } from 'node:crypto';
import type { ApplicationState } from '../../form/state/application-state.ts';
import { applicantOf } from '../../form/state/application-state.ts';
import { type ApplicationRecord, openApplication } from '../applications/application-record.ts';
import { readNow } from '../db/clock.ts';
import { readApplicationRow } from '../db/queries/applications.ts';
import {
  countMisses,
  findOpenWays,
  giveDeviceWay,
  type OpenWay,
  replaceSecret,
  takeBackMiss,
} from '../db/queries/ways-back.ts';
import { inTransaction, readAtOneMoment } from '../db/transactions.ts';
import { uuidv7 } from '../db/uuid.ts';
import { missing } from '../http/errors.ts';
import { lastsMillis } from '../programs/program-settings.ts';
import type { Program } from '../programs/programs.ts';
import { newSessionToken } from '../security/session-token.ts';
import type { Services } from '../start/services.ts';
import { closeWay } from './close-way.ts';
import { takeOver } from './come-back.ts';
import type { ResumeCookie } from './resume-cookie.ts';

/** Tries that open nothing, after which the way is closed. */
const mostMisses = 5;

/** What somebody says to be let in. */
export interface KnownFacts {
  readonly taxIdLast4: string;
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string | undefined;
}

/** Gives a draft its way back on this device: the way's id and its secret; undefined where it is to have none. */
export async function giveWay(
  { database }: Services,
  program: Program,
  applicationId: string,
): Promise<{ readonly id: string; readonly token: string } | undefined> {
  if (!program.resume.onDevice) return undefined;
  const now = await readNow(database);
  const { token, hash } = newSessionToken();
  const tokenHash = Buffer.from(hash, 'hex');
  const id = await giveDeviceWay(database.db, {
    id: uuidv7(now),
    applicationId,
    tokenHash,
    now,
    due: new Date(now.getTime() + lastsMillis(program.resume, 'device')),
  });
  return id === undefined ? undefined : { id, token };
}

/** The ways that a device holds into drafts of a program, the draft that was changed last first. */
export async function waysOfDevice(
  { database }: Services,
  program: Program,
  cookies: readonly ResumeCookie[],
): Promise<readonly OpenWay[]> {
  if (!program.resume.onDevice || cookies.length === 0) return [];
  const now = await readNow(database);
  return findOpenWays(database.db, {
    domainKey: program.domainKey,
    kind: 'device',
    tokenHashes: cookies.map(({ tokenHash }) => tokenHash),
    changedAfter: new Date(now.getTime() - lastsMillis(program.resume, 'device')),
  });
}

/** A draft that was opened, the session that it was in, and the secret that opens it the next time. */
export interface ComeBack {
  readonly way: { readonly id: string; readonly token: string };
  readonly storeId: string;
}

/**
 * Tries to open one of a device's drafts, and hands it to a session that `begin` begins in the same transaction. Undefined
 * where none fits: that counts as a miss on each of them, and the fifth closes a way.
 */
export async function comeBackOnDevice(
  services: Services,
  program: Program,
  cookies: readonly ResumeCookie[],
  facts: KnownFacts,
  begin: Parameters<typeof openWay>[2],
): Promise<ComeBack | undefined> {
  const ways = await waysOfDevice(services, program, cookies);
  const counted = await countMisses(
    services.database.db,
    ways.map(({ id }) => id),
    mostMisses,
  );
  const tried = ways.filter(({ id }) => counted.has(id));
  for (const way of tried) {
    if (!knows(facts, await draftOf(services, way))) continue;
    const others = tried.filter(({ id }) => id !== way.id).map(({ id }) => id);
    return openWay(services, way, begin, others);
  }
  for (const way of tried)
    if (counted.get(way.id) === mostMisses) await closeWay(services, { ...way, kind: 'device' }, 'misses');
  return undefined;
}

/** Closes the ways of a device: "Not me". */
export async function closeWays(services: Services, ways: readonly OpenWay[]): Promise<void> {
  for (const way of ways) await closeWay(services, { ...way, kind: 'device' }, 'not_me');
}

async function draftOf({ database, keys }: Services, { applicationId }: OpenWay): Promise<ApplicationRecord> {
  return keys.atHand(() =>
    readAtOneMoment(database.db, async (transaction) =>
      openApplication({ transaction, keys }, await readApplicationRow(transaction, applicationId)),
    ),
  );
}

/**
 * Opens a way. The old session and the application are locked before the way is, as everywhere: two tries at once, or one
 * and a submit, then wait for one another, and the second finds the way used. Throws `resource_not_found` then.
 */
async function openWay(
  services: Services,
  way: OpenWay,
  begin: (context: Parameters<typeof takeOver>[0], from: string) => Promise<string>,
  others: readonly string[],
): Promise<ComeBack> {
  const { token, hash } = newSessionToken();
  return inTransaction(services, async (context) => {
    const { row } = await takeOver(context, { ...way, kind: 'device' }, await begin(context, way.sessionId));
    if (!(await replaceSecret(context.transaction, way, Buffer.from(hash, 'hex')))) throw missing();
    await takeBackMiss(context.transaction, others);
    return { way: { id: way.id, token }, storeId: row.store_id };
  });
}

/** Whether somebody knows what only the applicant of a draft does. Compared in constant time, both facts always. */
function knows(
  { taxIdLast4, dateOfBirth = '' }: KnownFacts,
  { answers, personnel }: ApplicationRecord,
): boolean {
  const applicant = applicantOf({ personnel } as Pick<ApplicationState, 'personnel'>);
  const taxId = textOf(answers['taxId']);
  const born = textOf(applicant?.answers['dateOfBirth']);
  const isTaxId = taxId !== '' && isSame(taxId.slice(-4), taxIdLast4);
  const isBorn = isSame(born, born === '' ? '' : dateOfBirth);
  return isTaxId && isBorn;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
