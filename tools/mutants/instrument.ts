/**
 * Instruments a source for coverage: the instrumented copy calls `globalThis.hit` with the number of each site that is executed.
 * A site is a statement of a function, the expression of an arrow function, or a branch of a condition. Unlike V8's coverage,
 * this needs no source maps, and works in Vitest, in Node processes, in the bundled server and in the page.
 */
import { type Node, parse, visitNodes } from './syntax.ts';

/** A part of a source that is executed completely or not at all, except for the sites inside it. */
export interface Site {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

export interface Instrumented {
  readonly source: string;
  /** The sites of the source. The first site has the number that was passed to `instrumented`. */
  readonly sites: readonly Site[];
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** Returns the statements directly in a block or in a case of a switch. */
function statementsOf(node: Node): readonly Node[] {
  if (node.type === 'BlockStatement') return node.body;
  if (node.type === 'SwitchCase') return node.consequent;
  return [];
}

/** Returns the branches of an `if`, or the body of a `for` or `while` loop, that have no braces around them. */
function branchesOf(node: Node): readonly Node[] {
  const bodies =
    node.type === 'IfStatement'
      ? [node.consequent, node.alternate]
      : /^(For|ForIn|ForOf|While)Statement$/.test(node.type) && 'body' in node
        ? [node.body as Node]
        : [];
  return bodies.filter((body) => body !== null && body.type !== 'BlockStatement') as Node[];
}

/** Returns a node's expressions that might not be evaluated: branches, right operands, and bodies of arrow functions. */
function armsOf(node: Node): readonly Node[] {
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate];
  if (node.type === 'LogicalExpression') return [node.right];
  if (node.type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement') return [node.body];
  return [];
}

/** Returns the source with a call of `hit` at each site. Numbers the sites from `first`. Line numbers do not change. */
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

/** Inserts each text at its position. Texts at the same position keep the order of `insertions`. */
function withInsertions(source: string, insertions: readonly Insertion[]): string {
  const sorted = insertions.toSorted((a, b) => a.at - b.at);
  const starts = [0, ...sorted.map(({ at }) => at)];
  const ends = [...sorted.map(({ at }) => at), source.length];
  return starts
    .map((start, index) => `${source.slice(start, ends[index])}${sorted[index]?.text ?? ''}`)
    .join('');
}
