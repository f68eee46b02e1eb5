/** The two PostgreSQL roles: the owner migrates the tables and grants the server's role the rights that are listed below. */
import { type RawBuilder, sql } from 'kysely';
import { advisoryLocks } from './advisory-locks.ts';
import { bookkeepingTables } from './migrate.ts';
import type { Tables } from './tables.ts';
import { type Queries, transact } from './transactions.ts';

type Right = 'insert' | 'update' | 'delete';

/** The columns of a consent that change when the consent is voided, or when its signer's data is encrypted or erased (D31). */
const changingColumnsOfConsent = ['void_date_time', 'ip', 'user_agent', 'signer_name', 'signer'] as const;

/**
 * The rights of the server's role, in addition to reading. The role can add audit events, agreement texts and consents, but it
 * can't delete them, except with `forget_drafts`. Of these rows, it can change only `changingColumnsOfConsent` (D31, D32).
 */
export const rightsOfServer: Readonly<Record<keyof Tables, readonly Right[]>> = {
  domain: ['insert', 'update'],
  provider: ['insert', 'update'],
  start_key: ['insert', 'update', 'delete'],
  entity_key: ['insert', 'delete'],
  session: ['insert', 'update', 'delete'],
  application: ['insert', 'update'],
  personnel: ['insert', 'update', 'delete'],
  document: ['insert', 'update', 'delete'],
  document_object: ['insert', 'update', 'delete'],
  agreement_opening: ['insert', 'delete'],
  consent: ['insert', 'update'],
  agreement_text: ['insert'],
  submission: ['insert', 'delete'],
  audit_event: ['insert'],
  outbox: ['insert', 'update', 'delete'],
  outbox_lane: ['insert', 'update'],
  idempotent_answer: ['insert', 'delete'],
  rate_limit: ['insert', 'update', 'delete'],
  installation: ['insert', 'update'],
  delivery_key: ['insert', 'update'],
  approval: ['insert', 'update', 'delete'],
  way_back: ['insert', 'update'],
  resume_code: ['insert', 'update', 'delete'],
  page_asset: ['insert', 'update', 'delete'],
};

/** Returns the connected role's name. */
export async function roleOf(db: Queries): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
  return rows[0]?.role ?? '';
}

/** The names of a role and of the tables' owner, and what the role may do besides reading and writing rows. */
export interface RoleFacts {
  readonly role: string;
  readonly owner: string;
  /** Whether the role has all rights: it is a superuser, owns one of our tables, or is a member of a role that owns one. */
  readonly owns: boolean;
  /** Whether the role can create tables in the schema, or schemas in the database. */
  readonly makes: boolean;
  /** Whether the role can change or erase evidence, truncate tables, or add triggers to them. */
  readonly rewrites: boolean;
}

/** Returns whether a role that reads and writes rows can also change tables, triggers or evidence. */
export function doesBoth({ owns, makes, rewrites }: RoleFacts): boolean {
  return owns || makes || rewrites;
}

/** Reads who owns the tables, and what a role can do besides reading and writing rows. Throws if the tables don't exist. */
export async function roleFacts(db: Queries, role: string): Promise<RoleFacts> {
  const { rows } = await sql<RoleFacts>`
    select rolname as role,
      pg_get_userbyid(min(relowner)) as owner,
      bool_or(rolsuper or pg_has_role(rolname, relowner, 'member')) as owns,
      bool_or(
        has_schema_privilege(rolname, relnamespace, 'create')
        or has_database_privilege(rolname, current_database(), 'create')
      ) as makes,
      bool_or(
        has_table_privilege(rolname, pg_class.oid, 'truncate, trigger')
        or relname in ('audit_event', 'agreement_text', 'consent')
          and has_table_privilege(rolname, pg_class.oid, 'update, delete')
      ) as rewrites
    from pg_class, pg_roles
    where relnamespace = current_schema()::regnamespace and rolname = ${role}
      and relname in (${sql.join(Object.keys(rightsOfServer))})
    group by rolname
  `.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error('The tables do not exist.');
  return facts;
}

/** Returns whether the connection to the database uses TLS, or undefined if it is unencrypted but stays on this machine. */
export async function isOverTls(db: Queries): Promise<boolean | undefined> {
  const { rows } = await sql<{ ssl: boolean; here: boolean }>`
    select ssl, inet_client_addr() is null or inet_client_addr() = inet_server_addr() as here
    from pg_stat_ssl where pid = pg_backend_pid()
  `.execute(db);
  const { ssl, here } = rows[0] ?? {};
  return ssl ? true : here ? undefined : false;
}

/**
 * Grants a role exactly the server's rights, in one transaction. `owner` must be connected as the tables' owner. Also lets the
 * role read and write all tables that later migrations create, until the next call sets the exact rights for these tables.
 */
export async function grantToServer(owner: Queries, role: string): Promise<void> {
  const to = sql.id(role);
  const { rows } = await sql<{ database: string; schema: string }>`
    select current_database() as database, current_schema() as schema
  `.execute(owner);
  const { database = '', schema = '' } = rows[0] ?? {};
  const [ofDatabase, ofSchema] = [sql.id(database), sql.id(schema)];
  const statements = [
    sql`select pg_advisory_xact_lock(${sql.lit(advisoryLocks.grants)})`,
    sql`revoke create, temporary on database ${ofDatabase} from public, ${to}`,
    sql`revoke create on schema ${ofSchema} from public, ${to}`,
    sql`grant usage on schema ${ofSchema} to ${to}`,
    sql`alter default privileges in schema ${ofSchema} grant select, insert, update, delete on tables to ${to}`,
    ...[...bookkeepingTables, ...Object.keys(rightsOfServer)].flatMap((table) => [
      sql`revoke all on ${sql.table(table)} from public, ${to}`,
      sql`grant select on ${sql.table(table)} to ${to}`,
    ]),
    ...Object.entries(rightsOfServer).flatMap(([table, rights]) =>
      rights.map((right) => sql`grant ${granted(table, right)} on ${sql.table(table)} to ${to}`),
    ),
    sql`revoke all on function forget_drafts(timestamptz, integer) from public, ${to}`,
    sql`grant execute on function forget_drafts(timestamptz, integer) to ${to}`,
  ];
  await transact(owner, async (transaction) => {
    for (const statement of statements) await statement.execute(transaction);
  });
}

function granted(table: string, right: Right): RawBuilder<unknown> {
  return table === 'consent' && right === 'update'
    ? sql`update (${sql.join(changingColumnsOfConsent.map((column) => sql.id(column)))})`
    : sql.raw(right);
}
