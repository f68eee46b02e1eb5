/** POST of an application: the session's one draft, with the answers that came with it (spec section 4). */
import { newDataKey } from '../security/encryption.ts';
import type { Session } from '../security/sessions.ts';
import { insertApplication } from '../store/applications.ts';
import { appendAuditEvents, emptyChain } from '../store/audit-events.ts';
import { uuidv7 } from '../store/uuid.ts';
import type { ApplicationRecord } from './application-record.ts';
import type { Writing } from './application-writer.ts';
import { openLocked } from './application-writer.ts';
import type { ApplicationChanges } from './change-application.ts';
import { changeApplication } from './change-application.ts';

/** Creates the draft and applies the first answers to it; nothing is created where they are refused. */
export async function createApplication(
  writing: Writing,
  session: Session,
  first: Omit<ApplicationChanges, 'sections'>,
): Promise<ApplicationRecord> {
  const { transaction, services, program, now } = writing;
  const id = uuidv7(now);
  const { wrapped } = newDataKey(services.keyRing, id);
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
    audit_sequence: emptyChain.sequence,
    audit_hash: emptyChain.hash,
  });
  const head = await appendAuditEvents(transaction, id, emptyChain, now, [
    { type: 'created', detail: { domainKey: program.domainKey, storeId: session.storeId } },
  ]);
  const begun = { ...row, audit_sequence: head.sequence, audit_hash: head.hash };
  await transaction
    .updateTable('application')
    .set({ audit_sequence: head.sequence, audit_hash: head.hash })
    .where('id', '=', id)
    .execute();
  return openLocked(writing, await changeApplication(writing, await openLocked(writing, begun), first));
}
