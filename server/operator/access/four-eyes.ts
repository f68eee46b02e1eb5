/**
 * Enforces four eyes for programs that require it: a call that reveals answers runs only after another operator has approved it.
 * Each approval allows one run. Requests are stored encrypted, and a hash binds both operators to a request. The hash's key is
 * not in the database, so someone with access only to the database cannot forge an approval.
 */
import { timingSafeEqual } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { readNow } from '../../db/clock.ts';
import { isId } from '../../db/queries/applications.ts';
import {
  type ApprovalRow,
  approve,
  insertApproval,
  openApprovals,
  spendApproval,
} from '../../db/queries/operator/approvals.ts';
import { uuidv7 } from '../../db/uuid.ts';
import { type DataKey, derivedKey, keyedHash, openRow, sealRow } from '../../security/sealing.ts';
import { orNotFound, reasonOf, WrongUsage } from '../call-values.ts';
import { type OperatorCall, OperatorProblem, type OperatorStore } from '../command.ts';
import type { OperatorIdentity } from './operator-identity.ts';

/** How long a request is valid, in milliseconds: one day, which includes working hours in every time zone. */
const approvalMillis = 24 * 60 * 60_000;

/** A call that an operator asks another operator to approve. */
export type AskedFor = Omit<OperatorCall, 'input'> & { readonly operator: string; readonly command: string };

/** A request that can still be approved or used. */
export type Approval = ReturnType<typeof approvalOf>;

type Store = Pick<OperatorStore, 'database' | 'hashKey'>;

function keyOf(hashKey: DataKey): DataKey {
  return { id: hashKey.id, key: derivedKey(hashKey, 'approvals') };
}

function placeOf(id: string) {
  return { program: 'all', application: 'all', table: 'approval', row: id } as const;
}

/** Returns a keyed hash that proves who requested an approval and who gave it. An altered row no longer matches its hash. */
function proofOf(hashKey: DataKey, id: string, asking: string, approving: string): string {
  return keyedHash(hashKey, 'approval', JSON.stringify([id, asking, approving]));
}

function approvalOf(hashKey: DataKey, row: ApprovalRow) {
  const { id, approve_user_id: by, approve_proof: proof } = row;
  const asked = openRow(keyOf(hashKey), row.sealed, placeOf(id)) as AskedFor;
  const wanted = by === null ? '' : proofOf(hashKey, id, asked.operator, by);
  const isApproved =
    proof?.length === wanted.length && timingSafeEqual(Buffer.from(proof), Buffer.from(wanted));
  return {
    id,
    asked,
    createDateTime: row.create_date_time,
    expireDateTime: row.expire_date_time,
    approvedBy: isApproved && by !== null ? by : undefined,
  };
}

/** Returns the requests that can still be approved or used, oldest first. Throws EncryptionError if a request was altered. */
export async function approvals({ database, hashKey }: Store): Promise<Approval[]> {
  const rows = await openApprovals(database.db, await readNow(database));
  return rows.map((row) => approvalOf(hashKey, row));
}

/**
 * Marks the approval of exactly this call as used, and returns the operator who approved the call. Throws OperatorProblem if no
 * one has approved the call. In this case, stores a request for approval, unless the store already has such a request.
 */
export async function spendApprovalOf(
  store: Store,
  operator: OperatorIdentity,
  command: string,
  call: OperatorCall,
): Promise<string> {
  if (reasonOf(call) === undefined)
    throw new WrongUsage('The program requires four eyes: give a --reason for the operator who approves.');
  const { positionals, options } = call;
  const asked: AskedFor = { operator: operator.name, command, positionals, options };
  const found = (await approvals(store)).find((one) => isDeepStrictEqual(one.asked, asked));
  const now = await readNow(store.database);
  if (found?.approvedBy !== undefined && (await spendApproval(store.database.db, found.id, now)))
    return found.approvedBy;
  const id = found?.id ?? (await request(store, asked, now));
  throw new OperatorProblem(
    `The program requires four eyes. Have another operator run "approvals grant ${id}" within 24 hours, then run this command again. The approval allows one run.`,
    4,
  );
}

async function request({ database, hashKey }: Store, asked: AskedFor, now: Date): Promise<string> {
  const id = uuidv7(now);
  const row = {
    id,
    create_date_time: now,
    create_user_id: asked.operator,
    expire_date_time: new Date(now.getTime() + approvalMillis),
    sealed: { ...sealRow(keyOf(hashKey), asked, placeOf(id), 1) },
  };
  await insertApproval(database.db, row, now);
  return id;
}

/** Approves and returns a request. Throws OperatorProblem if it was not found, was already approved, or is the operator's own. */
export async function grantApproval(store: Store, operator: string, id: string): Promise<Approval> {
  const { database, hashKey } = store;
  const open = isId(id) ? await approvals(store) : [];
  const opened = open.find((one) => one.id === id);
  const found = orNotFound(opened, `There is no open request ${id}.`);
  if (found.asked.operator === operator)
    throw new OperatorProblem('Another operator must approve the request.');
  const proof = proofOf(hashKey, id, found.asked.operator, operator);
  if (!(await approve(database.db, id, { operator, proof, now: await readNow(database) })))
    throw new OperatorProblem('The request was already approved.', 4);
  return { ...found, approvedBy: operator };
}
