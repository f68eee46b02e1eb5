/**
 * Changes an application with as little code as possible on top of the database driver: without a session, checks, encryption or
 * HTTP. The change takes four round trips: begin, a `select for update` of everything that the rules need, a statement that
 * writes the row and the audit event, and commit.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';

const readLocked = `
  select a.id, a.status, a.version, a.answers, a.sealed, a.disclosures, a.sections, a.data_key,
    a.audit_sequence, a.audit_hash, now() as now,
    (select coalesce(json_agg(p order by p.id), '[]') from personnel p where p.application_id = a.id) as personnel,
    (select coalesce(json_agg(json_build_object('id', d.id, 'document_type', d.document_type)), '[]')
      from document d where d.application_id = a.id) as documents,
    (select coalesce(json_agg(c), '[]') from consent c where c.application_id = a.id) as consents
  from application a where a.id = $1 and a.session_id = $2 for update of a`;

const write = `
  with event as (
    insert into audit_event (application_id, sequence, type, detail, create_date_time, previous_hash, hash)
    values ($1, $2, 'answers_changed', $3, $4, $5, $6)
  )
  update application set version = version + 1, answers = $7, update_date_time = $4,
    audit_sequence = $2, audit_hash = $6
  where id = $1`;

const detail = { fields: ['applicationData.employeeCount'] };

/** Changes one answer of an application. */
export async function changeByHand(
  pool: pg.Pool,
  application: { readonly id: string; readonly sessionId: string },
  employeeCount: number,
): Promise<void> {
  const { id, sessionId } = application;
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query(readLocked, [id, sessionId]);
    const { answers, audit_sequence, audit_hash, now } = rows[0];
    const hash = createHash('sha256').update(audit_hash).update(JSON.stringify(detail)).digest();
    const changed = { ...answers, employeeCount };
    await client.query(write, [id, audit_sequence + 1, detail, now, audit_hash, hash, changed]);
    await client.query('commit');
  } finally {
    client.release();
  }
}
