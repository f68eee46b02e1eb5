/**
 * How much of the store a statement has to ask where that is cut into parts, be it partitions by month or shards of many machines
 * (`docs/scale.md`): told from the plan that PostgreSQL made of it.
 */

/** A node of a plan, as EXPLAIN writes it. */
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

/** An index: its table, and the first of its columns, or an expression in its place. */
export interface IndexFacts {
  readonly table: string;
  readonly first: string;
}

/** The column that says of a row whose it is, of each table that grows with applications. */
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

/** Whether a table grows with applications. */
export function grows(table: string): boolean {
  return owners[table] !== undefined;
}

/** Columns that name one row, or one applicant’s, the first that is found counting; the owner’s comes before them. */
const naming: Readonly<Record<string, string>> = {
  application_id: 'one applicant',
  session_id: 'one applicant',
  id: 'one row',
  token_hash: 'one hash',
  reference_number: 'one reference number',
};

/** Whether a node takes the rows alone where a column has a value, or one of several. */
function isNamedBy(node: PlanNode, column: string): boolean {
  const { 'Index Cond': condition = '', 'Recheck Cond': rechecked = '', Filter: filter = '' } = node;
  return new RegExp(`(?<![\\w.])${column}\\)?(?:::\\w+)? = `).test(`${condition} ${rechecked} ${filter}`);
}

/** What a node asks; undefined where it reads no table. */
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

/** Every node of a plan. */
export function nodesOf(plan: PlanNode): readonly PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** What a statement asks, each once. */
export function reachesOf(
  nodes: readonly PlanNode[],
  indexes: ReadonlyMap<string, IndexFacts>,
): readonly string[] {
  return [...new Set(nodes.flatMap((node) => reachOf(node, indexes) ?? []))].sort();
}
