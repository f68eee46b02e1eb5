/**
 * Derives from PostgreSQL's plan which parts of the store a statement would have to query if the store were partitioned by month,
 * or split into shards on many machines (`docs/scale.md`).
 */

/** A node of a plan in EXPLAIN's JSON. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly Operation?: string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Filter?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The table that an index belongs to, and the first column or expression of the index. */
export interface IndexFacts {
  readonly table: string;
  readonly first: string;
}

/**
 * The tables that grow with the number of applications. The value is the table's column with the id of the application or session
 * that a row belongs to.
 */
const owners: Readonly<Record<string, string>> = {
  application: 'id',
  session: 'id',
  idempotent_answer: 'session_id',
  agreement_opening: 'session_id',
  ...Object.fromEntries(
    [
      'personnel',
      'document',
      'consent',
      'submission',
      'audit_event',
      'outbox',
      'way_back',
      'resume_code',
    ].map((table) => [table, 'application_id']),
  ),
};

/** Returns whether a table grows with the number of applications. */
export function grows(table: string): boolean {
  return owners[table] !== undefined;
}

/**
 * Describes, for each of these columns, the rows that one value of the column selects. `reachOf` checks the table's column in
 * `owners` first, and then these columns in this order.
 */
const naming: Readonly<Record<string, string>> = {
  application_id: 'one applicant',
  session_id: 'one applicant',
  id: 'one row',
  token_hash: 'one hash',
  reference_number: 'one reference number',
};

/** Returns whether a plan's node reads only rows in which a column has a given value or one of several given values. */
function isNamedBy(node: PlanNode, column: string): boolean {
  const { 'Index Cond': condition = '', 'Recheck Cond': rechecked = '', Filter: filter = '' } = node;
  return new RegExp(`(?<![\\w.])${column}\\)?(?:::\\w+)? = `).test(`${condition} ${rechecked} ${filter}`);
}

/** Returns which part of the store a node queries. Undefined if it reads no table, or only rows that its child node found. */
function reachOf(node: PlanNode, indexes: ReadonlyMap<string, IndexFacts>): string | undefined {
  const { 'Node Type': type, 'Index Name': name, 'Relation Name': relation } = node;
  const index = name === undefined ? undefined : indexes.get(name);
  const table = index?.table ?? relation;
  if (table === undefined) return undefined;
  const owner = owners[table];
  if (owner === undefined) return 'small table';
  if (type === 'ModifyTable') return node.Operation === 'Insert' ? 'one applicant' : undefined;
  if (isNamedBy(node, owner)) return 'one applicant';
  const found = Object.entries(naming).find(([column]) => isNamedBy(node, column));
  if (found) return found[1];
  if (type === 'Bitmap Heap Scan') return undefined;
  return index ? `all, by ${index.first}` : 'all';
}

/** Returns all nodes of a plan. */
export function nodesOf(plan: PlanNode): readonly PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Returns descriptions of the parts of the store that a statement queries, each part once. */
export function reachesOf(
  nodes: readonly PlanNode[],
  indexes: ReadonlyMap<string, IndexFacts>,
): readonly string[] {
  return [...new Set(nodes.flatMap((node) => reachOf(node, indexes) ?? []))].sort();
}
