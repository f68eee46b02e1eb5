/** Creates the draft of a session, with its first answers. A session can have only one draft (spec section 4). */
import { insertApplication } from '../db/queries/applications.ts';
import { emptyChain } from '../db/queries/audit-events.ts';
import { uuidv7 } from '../db/uuid.ts';
import type { StoreKeys } from '../security/installation-key.ts';
import { type CheckNewKey, withNewKey } from '../security/new-keys.ts';
import { sealContent } from '../security/sealed-answers.ts';
import { placeOf } from '../security/sealed-columns.ts';
import type { Services } from '../services.ts';
import type { Session, TransactionContext } from '../sessions/sessions.ts';
import { type ApplicationRecord, openApplication } from './application-record.ts';
import { partsHash } from './audited-state.ts';
import { type ApplicationChanges, changeApplication } from './change-application.ts';
import { updateApplication } from './row-change.ts';
import { writeChange } from './write-change.ts';

type NewApplication = Awaited<ReturnType<StoreKeys['make']>> & {
  readonly id: string;
  readonly checkKey: CheckNewKey;
};

/** Runs `create` with a new application id and data key. Starts over if a rotation of encryption keys begins meanwhile. */
export async function withNewApplication<T>(
  { keys }: Pick<Services, 'keys'>,
  now: Date,
  create: (application: NewApplication) => Promise<T>,
): Promise<T> {
  const make = async () => {
    const id = uuidv7(now);
    return { id, ...(await keys.make(id)) };
  };
  return withNewKey(keys.lastRotation, make, (made, checkKey) => create({ ...made, checkKey }));
}

/** Creates the draft with its first answers. Throws if an answer is wrong, and the caller must then roll back the transaction. */
export async function createApplication(
  context: TransactionContext,
  session: Session,
  { id, wrapped, key, checkKey }: NewApplication,
  first: Omit<ApplicationChanges, 'sections'>,
): Promise<ApplicationRecord> {
  const { transaction, program, now } = context;
  await checkKey(transaction);
  const row = await insertApplication(transaction, {
    id,
    session_id: session.id,
    domain_key: program.domainKey,
    store_id: session.storeId,
    provider_id: program.provider.providerId,
    status: 'draft',
    create_date_time: now,
    update_date_time: now,
    create_user_id: 'applicant',
    data_key: { ...wrapped },
    ...sealContent({ answers: {} }, key, placeOf({ id, domain_key: program.domainKey }), 1),
    parts_hash: partsHash({ personnel: [], documents: [], consents: [] }),
    audit_sequence: emptyChain.sequence,
    audit_hash: emptyChain.hash,
  });
  const detail = { domainKey: program.domainKey, storeId: session.storeId };
  const created = await updateApplication(context, row, {}, [{ type: 'created', detail }]);
  const planned = changeApplication(context, await openApplication(context, created), first);
  await writeChange(context, planned);
  return planned.record;
}
