/**
 * Creates the rows for a copy of an application, as if the product had stored the copy. The copy has a new id and data key, is
 * encrypted by the product's code, and has an audit trail that verifies. Writes nothing to the store. Ids and keys are random.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { type AuditedParts, partsHash, stateOfRow } from '../../../server/applications/audited-state.ts';
import { sealSigner } from '../../../server/applications/sealed-parts.ts';
import type { ApplicationRow } from '../../../server/db/queries/applications.ts';
import { type AuditEventType, chainedEvents, emptyChain } from '../../../server/db/queries/audit-events.ts';
import { uuidSource } from '../../../server/db/uuid.ts';
import type { StoreKeys } from '../../../server/security/installation-key.ts';
import { type RowContent, sealContent } from '../../../server/security/sealed-answers.ts';
import { placeIn, placeOf } from '../../../server/security/sealed-columns.ts';
import { sealText } from '../../../server/security/sealing.ts';
import type { CopiedTable, Row, Template } from './templates.ts';

/** The creator recorded for applications in a filled store. It distinguishes them from real applications. */
export const filledBy = 'fill';

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/;
const allUuids = new RegExp(`(${uuids.source})`);
const wholeUuid = new RegExp(`^${uuids.source}$`);

/** The rows of a copied application, by table. */
export type CopiedRows = Readonly<Record<CopiedTable, readonly Row[]>>;

/** Returns the rows of a copy whose creation time is `at`. The copy's reference number is derived from `number`. */
export type Copier = (at: Date, number: number) => Promise<CopiedRows>;

/**
 * Returns a function that writes a value as JSON and replaces its ids. Splits the JSON text at its ids only once, for all copies.
 */
function jsonWithIds(value: unknown): (idOf: (id: string) => string) => string {
  const pieces = JSON.stringify(value).split(allUuids);
  return (idOf) => pieces.map((piece, at) => (at % 2 === 0 ? piece : idOf(piece))).join('');
}

/**
 * Returns the reference number of the application with this number. Applications with different numbers below a billion get
 * different reference numbers.
 */
export function referenceNumber(number: number): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
  // The factor has no divisor in common with the number of all combinations, so different numbers get different combinations.
  const at = (number * 7_654_321) % (letters.length ** 4 * 10_000);
  const digits = (value: number) => String(value % 10_000).padStart(4, '0');
  const high = Math.floor(at / 10_000);
  const word = [0, 1, 2, 3].map(
    (place) => letters[Math.floor(high / letters.length ** place) % letters.length],
  );
  return `${word.join('')}-${digits(at)}-${digits(number)}`;
}

export function copierOf(template: Template, keys: StoreKeys): Copier {
  const [original] = template.rows.application as readonly ApplicationRow[];
  if (!original) throw new Error('A template has no application.');
  const uuidv7 = uuidSource();
  const begun = original.create_date_time.getTime();
  const contents = mapped(template.contents, jsonWithIds);
  const signers = template.signers;
  const snapshot = jsonWithIds(template.snapshot);
  const evidence = jsonWithIds(template.evidence);
  const details = template.rows.audit_event.map(({ detail }) => jsonWithIds(detail));

  return async (at, number) => {
    const later = at.getTime() - begun;
    const ids = new Map<string, string>();
    const idOf = (id: string): string => {
      const known = ids.get(id);
      if (known !== undefined) return known;
      // Only version 7 ids contain a time; session ids do not.
      const isTimed = id[14] === '7';
      const millis = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
      const made = isTimed ? uuidv7(new Date(millis + later)) : randomUUID();
      ids.set(id, made);
      return made;
    };
    /** Returns a row with new ids and times. The caller must replace the row's encrypted parts. */
    const moved = (row: Row): Row =>
      mapped(row, (value) => {
        if (value instanceof Date) return new Date(value.getTime() + later);
        return typeof value === 'string' && wholeUuid.test(value) ? idOf(value) : value;
      });

    const application = moved(original as unknown as Row) as unknown as ApplicationRow;
    const { id } = application;
    const { wrapped, key } = await keys.make(id);
    keys.forget(id);
    const contentOf = (oldId: string) => JSON.parse(contents[oldId]?.(idOf) ?? '{}') as RowContent;
    const personnel = template.rows.personnel.map((row) => {
      const person = moved(row) as { id: string; personnel_type: 'owner'; version: number };
      const sealed = sealContent(
        contentOf(String(row['id'])),
        key,
        placeOf(application, person.id),
        person.version,
      );
      return { ...person, ...sealed };
    });
    const consent = template.rows.consent.map((row) => {
      const copy = moved(row) as unknown as AuditedParts['consents'][number];
      const signer = signers[String(row['id'])];
      return { ...copy, signer: signer ? sealSigner(key, application, copy.id, signer) : null };
    });
    const newest = [...Map.groupBy(consent, ({ agreement }) => agreement).values()].map(
      (given) => given.toSorted((one, other) => (one.id < other.id ? 1 : -1))[0],
    );
    const stored = {
      ...application,
      create_user_id: filledBy,
      reference_number: referenceNumber(number),
      ...sealContent(contentOf(original.id), key, placeOf(application), application.version),
      data_key: { ...wrapped },
      parts_hash: partsHash({
        personnel,
        documents: [],
        consents: newest.filter((one) => one !== undefined),
      }),
    };
    const state = stateOfRow(stored);
    let head = emptyChain;
    const events = template.rows.audit_event.flatMap((row, at) => {
      const { type, create_date_time } = moved(row) as { type: AuditEventType; create_date_time: Date };
      const detail = JSON.parse(details[at]?.(idOf) ?? '{}');
      if (type === 'submitted') detail.referenceNumber = stored.reference_number;
      const chained = chainedEvents(keys.auditKey, id, head, create_date_time, [{ type, detail }], state);
      head = chained.head;
      return chained.rows;
    });
    const seal = (field: 'snapshot' | 'evidence', text: string) =>
      sealText(key, text, placeIn('submission', application, id, field));
    return {
      // Stores the session as expired. Otherwise, the sweeper would have to end a million sessions.
      session: template.rows.session.map((row) => ({
        ...moved(row),
        token_hash: randomBytes(32),
        end_date_time: application.update_date_time,
        end_type: 'expired',
      })),
      application: [{ ...stored, audit_sequence: head.sequence, audit_hash: head.hash }],
      personnel,
      consent,
      submission: template.rows.submission.map((row) => ({
        ...moved(row),
        snapshot: seal('snapshot', snapshot(idOf)),
        evidence: seal('evidence', evidence(idOf)),
      })),
      audit_event: events,
      outbox: template.rows.outbox.map((row) => ({ ...moved(row), ...sent(application.update_date_time) })),
      agreement_opening: template.rows.agreement_opening.map((row) => {
        // Leaves out `number`, which the database assigns.
        const { number: _, ...opening } = moved(row);
        return opening;
      }),
    };
  };
}

/** Returns the columns of an outbox job that was done at the time `at`. */
function sent(at: Date) {
  return { done_date_time: at, lease_date_time: null, lease_by: null, dead_date_time: null };
}

function mapped<From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
