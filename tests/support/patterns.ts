/** Finds all regular expressions in a source file through its syntax tree, for the test that checks their running time. */
import { parseAst } from 'rolldown/parseAst';

/** A regular expression and its position. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
  /** The place of the pattern as `file:line`. */
  readonly at: string;
}

/** The patterns of a source file. `read`: the patterns whose text is in the source. `unread`: the patterns built at run time. */
export interface Patterns {
  readonly read: readonly Pattern[];
  /** Each entry is the file and the source text of the pattern's expression: "web/a.ts: `^${name}$`". */
  readonly unread: readonly string[];
}

/** A node of the syntax tree (ESTree). Only its `type` is known. */
type Node = Readonly<Record<string, unknown>> & { readonly type: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const nodesIn = (value: unknown): readonly Node[] => [value].flat().filter(isNode);

function* nodesBelow(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) for (const child of nodesIn(value)) yield* nodesBelow(child);
}

const nameOf = (node: unknown): unknown => (isNode(node) ? node['name'] : undefined);

/** Returns the initial values of a file's variables, keyed by name. Leaves out names that are declared more than once. */
function constantsOf(tree: Node): ReadonlyMap<unknown, Node> {
  const found = [...nodesBelow(tree)].filter(({ type }) => type === 'VariableDeclarator');
  const once = [...Map.groupBy(found, ({ id }) => nameOf(id))].filter(([, same]) => same.length === 1);
  return new Map(once.flatMap(([name, [only]]) => nodesIn(only?.['init']).map((init) => [name, init])));
}

/** Returns the text that an expression evaluates to, or undefined if it is known only at run time. */
function textOf(node: unknown, constants: ReadonlyMap<unknown, Node>): string | undefined {
  if (!isNode(node)) return undefined;
  const { type } = node;
  if (type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (type === 'Identifier') return textOf(constants.get(node['name']), constants);
  if (type === 'TemplateLiteral') return templateText(node, 'cooked', constants);
  if (type === 'TaggedTemplateExpression') return templateText(node['quasi'], 'raw', constants);
  if (type === 'CallExpression') return joinedText(node, constants);
  return undefined;
}

function templateText(node: unknown, form: 'cooked' | 'raw', constants: ReadonlyMap<unknown, Node>) {
  if (!isNode(node)) return undefined;
  const between = nodesIn(node['expressions']).map((each) => textOf(each, constants));
  const fixed = nodesIn(node['quasis']).map(({ value }) => (value as Record<string, string>)[form] ?? '');
  if (between.includes(undefined)) return undefined;
  return fixed.map((text, at) => text + (between[at] ?? '')).join('');
}

/** Returns the text that a call such as `[a, b].join('|')` evaluates to. The array may also be a constant. */
function joinedText(call: Node, constants: ReadonlyMap<unknown, Node>): string | undefined {
  const { callee } = call;
  if (!isNode(callee) || nameOf(callee['property']) !== 'join' || !isNode(callee['object'])) return undefined;
  const named = callee['object'];
  const list = named.type === 'Identifier' ? constants.get(named['name']) : named;
  const parts = nodesIn(list?.['elements']).map((each) => textOf(each, constants));
  const [sign] = nodesIn(call['arguments']);
  return parts.length === 0 || parts.includes(undefined) ? undefined : parts.join(textOf(sign, constants));
}

const makesRegExp = ({ type, callee }: Node) =>
  (type === 'NewExpression' || type === 'CallExpression') && nameOf(callee) === 'RegExp';

/** Returns whether a node is a `pattern` of a JSON schema. Such a pattern has the flag u. */
const isSchemaPattern = ({ type, key, value }: Node) =>
  type === 'Property' && nameOf(key) === 'pattern' && isNode(value);

/** Returns the patterns of a source file: regular expression literals, calls to `RegExp`, and each `pattern` of a JSON schema. */
export function patternsOf(file: string, text: string): Patterns {
  const tree: unknown = parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file);
  if (!isNode(tree)) throw new Error(`${file} cannot be parsed`);
  const constants = constantsOf(tree);
  const read: Pattern[] = [];
  const unread: string[] = [];
  for (const node of nodesBelow(tree)) {
    const at = `${file}:${text.slice(0, Number(node['start'])).split('\n').length}`;
    const note = (made: unknown, flags: string) => {
      const source = textOf(made, constants);
      if (source !== undefined) read.push({ source, flags, at });
      else if (isNode(made))
        unread.push(`${file}: ${text.slice(Number(made['start']), Number(made['end']))}`);
    };
    const regex = node['regex'] as { readonly pattern: string; readonly flags: string } | undefined;
    if (node.type === 'Literal' && regex) read.push({ source: regex.pattern, flags: regex.flags, at });
    else if (makesRegExp(node)) {
      const [made, flags] = nodesIn(node['arguments']);
      note(made, textOf(flags, constants) ?? '');
    } else if (isSchemaPattern(node)) note(node['value'], 'u');
  }
  return { read, unread };
}
