/** Parses a TypeScript source into a syntax tree, and visits the nodes that are executed. */
import { type ESTree, parseSync } from 'rolldown/utils';

export type Node = ESTree.Node;

/** Types of TypeScript nodes that contain an executed expression. */
const wrappers: readonly string[] = ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'];

/** Names of functions that write a log line. */
const logCalls: readonly string[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'log'];

/**
 * Returns the syntax tree of a source. Its positions count UTF-16 code units, as in JavaScript strings.
 *
 * @throws If the source is not valid TypeScript.
 */
export function parse(file: string, source: string): ESTree.Program {
  const { program, errors } = parseSync(file, source, { lang: 'ts' });
  const [error] = errors;
  if (error) throw new Error(`${file} cannot be parsed: ${error.message}`);
  return program;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** Returns the child nodes of a node, in source order. */
const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node)
    .flat()
    .filter(isNode)
    .sort((a, b) => a.start - b.start);

/**
 * Returns the name of an identifier or the last name of a member expression: `log` for `log` and `request.log`. Returns an empty
 * string for any other expression.
 */
export function lastName(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return lastName(node.property);
  return '';
}

const isLogCall = (node: Node): boolean =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  logCalls.includes(lastName(node.callee.property)) &&
  /^(log|logger|console)$/i.test(lastName(node.callee.object));

/** Returns whether a node is a type, an import, an export from another module or a log line. */
function isLeftOut(node: Node): boolean {
  if (node.type.startsWith('TS')) return !wrappers.includes(node.type);
  if (node.type === 'ExportNamedDeclaration') return node.source !== null;
  if (node.type === 'ExpressionStatement') return isLogCall(node.expression);
  return /^(Import\w+|ExportAllDeclaration)$/.test(node.type) || isLogCall(node);
}

/** Calls `visit` for a node and all executed nodes below it, outermost first. Passes each node's ancestors, nearest first. */
export function visitNodes(
  node: Node,
  visit: (node: Node, parents: readonly Node[]) => void,
  parents: readonly Node[] = [],
): void {
  if (isLeftOut(node)) return;
  visit(node, parents);
  for (const child of childrenOf(node)) visitNodes(child, visit, [node, ...parents]);
}
