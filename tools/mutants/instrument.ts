/**
 * Instruments a source for coverage: the copy calls `globalThis.hit` with the number of each site that runs. A site is a
 * statement of a function, the expression of an arrow function, or a branch of a condition. Unlike V8's coverage, the copy needs
 * no source map, and works in Vitest, in a Node process, in the bundled server and in the page.
 */
import { type Node, parse, visitNodes } from './syntax.ts';

/** A part of a source that runs as a whole, except for the sites inside it. */
export interface Site {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

export interface Instrumented {
  readonly source: string;
  /** The sites of the source; the first has the given number. */
  readonly sites: readonly Site[];
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** Returns the statements of a node, which run one after another until one exits. */
function statementsOf(node: Node): readonly Node[] {
  if (node.type === 'BlockStatement') return node.body;
  if (node.type === 'SwitchCase') return node.consequent;
  return [];
}

/** Returns the statements without braces that a node runs conditionally. */
function branchesOf(node: Node): readonly Node[] {
  const bodies =
    node.type === 'IfStatement'
      ? [node.consequent, node.alternate]
      : /^(For|ForIn|ForOf|While)Statement$/.test(node.type) && 'body' in node
        ? [node.body as Node]
        : [];
  return bodies.filter((body) => body !== null && body.type !== 'BlockStatement') as Node[];
}

/** Returns the expressions that a node evaluates conditionally. */
function armsOf(node: Node): readonly Node[] {
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate];
  if (node.type === 'LogicalExpression') return [node.right];
  if (node.type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement') return [node.body];
  return [];
}

/** Returns the source with calls at its sites, numbered from `first`. Line numbers do not change. */
export function instrumented(file: string, source: string, first: number): Instrumented {
  const sites: Site[] = [];
  const insertions: Insertion[] = [];
  const call = ({ start, end }: Node) => {
    sites.push({ file, start, end });
    return `globalThis.hit?.(${first + sites.length - 1})`;
  };
  visitNodes(parse(file, source), (node) => {
    for (const statement of statementsOf(node))
      insertions.push({ at: statement.start, text: `${call(statement)};` });
    for (const branch of branchesOf(node))
      insertions.push({ at: branch.start, text: `{${call(branch)};` }, { at: branch.end, text: '}' });
    for (const arm of armsOf(node))
      insertions.push({ at: arm.start, text: `(${call(arm)},` }, { at: arm.end, text: ')' });
  });
  return { source: withInsertions(source, insertions), sites };
}

/** Inserts each text at its position; of two at one position, the one that was recorded first comes first. */
function withInsertions(source: string, insertions: readonly Insertion[]): string {
  const sorted = insertions.toSorted((a, b) => a.at - b.at);
  const starts = [0, ...sorted.map(({ at }) => at)];
  const ends = [...sorted.map(({ at }) => at), source.length];
  return starts
    .map((start, index) => `${source.slice(start, ends[index])}${sorted[index]?.text ?? ''}`)
    .join('');
}
