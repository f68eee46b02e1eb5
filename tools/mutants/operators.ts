/**
 * The mistakes that `npm run mutants` makes. An operator replaces a node of the syntax tree with code that a person might have
 * written by mistake. A mutant is one such mistake at one position.
 */
import { lastName, type Node, parse, visitNodes } from './syntax.ts';

/** A mutant: `replacement` in place of the source text from `start` to `end`. */
export interface Mutant {
  /** Path of the source, relative to the root of the repository. */
  readonly file: string;
  /** Line and column for the mutant's name, both counted from 1. */
  readonly line: number;
  readonly column: number;
  readonly operator: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** The position that the mutant's name states, if it differs from `start`. */
  readonly at?: number;
}

type Operator = (node: Node, parents: readonly Node[], source: string) => readonly Edit[];

/** Returns the name of a mutant, as `npm run mutants` prints and accepts it: `file:line:column operator`. */
export const nameOf = ({ file, line, column, operator }: Mutant): string =>
  `${file}:${line}:${column} ${operator}`;

/** Returns the source with the mutant's change. */
export const mutated = (source: string, { start, end, replacement }: Mutant): string =>
  source.slice(0, start) + replacement + source.slice(end);

const replaced = (node: Node, replacement: string): readonly Edit[] => [
  { start: node.start, end: node.end, replacement },
];

const textOf = (node: Node, source: string) => source.slice(node.start, node.end);

/** Returns the edit that replaces the JavaScript operator between two operands. */
function withOperator(
  { left, right }: { readonly left: Node; readonly right: Node },
  source: string,
  from: string,
  to: string,
): readonly Edit[] {
  const between = source.slice(left.end, right.start).indexOf(from);
  const start = left.end + between;
  return [{ start, end: start + from.length, replacement: to }];
}

/** Returns the condition that decides which branch of a node is executed, or undefined if the node has no condition. */
function conditionOf(node: Node | undefined): Node | undefined {
  if (node?.type === 'IfStatement' || node?.type === 'ConditionalExpression') return node.test;
  return undefined;
}

const negateCondition: Operator = (node, _parents, source) => {
  const condition = conditionOf(node);
  if (condition === undefined) return [];
  // Skips `!condition`, because the operator that removes the `!` makes the same mutant.
  if (condition.type === 'UnaryExpression' && condition.operator === '!') return [];
  const negated = `!(${textOf(condition, source)})`;
  // Uses the position of the `?` in the mutant's name, because two conditions can begin at the same position, as in `(a ? b : c)
  // ? d : e`.
  const at = node.type === 'IfStatement' ? node.start : source.indexOf('?', condition.end);
  return [{ start: condition.start, end: condition.end, replacement: negated, at }];
};

const dropNot: Operator = (node, _parents, source) =>
  node.type === 'UnaryExpression' && node.operator === '!'
    ? replaced(node, textOf(node.argument, source))
    : [];

/** Returns the mutation operator that replaces a binary JavaScript operator with the one that it is commonly confused with. */
const swapped =
  (pairs: Readonly<Record<string, string>>): Operator =>
  (node, parents, source) => {
    if (node.type !== 'BinaryExpression' && node.type !== 'LogicalExpression') return [];
    const to = pairs[node.operator];
    // Skips an equality that is the whole condition, because negating the condition makes the same mutant.
    const isCondition = conditionOf(parents[0]) === node && /^[!=]==$/.test(node.operator);
    return to === undefined || isCondition ? [] : withOperator(node, source, node.operator, to);
  };

/** Factors that convert units in multiplications and divisions. Each is mapped to a wrong factor that a person might write. */
const units: Readonly<Record<string, string>> = {
  '24': '1',
  '60': '1',
  '1000': '60_000',
  '1024': '1_000',
  '3600': '60',
  '60000': '1_000',
  '3600000': '60_000',
  '86400000': '3_600_000',
};

const isInProduct = (parent: Node | undefined) =>
  parent?.type === 'BinaryExpression' && /^[*/]$/.test(parent.operator);

const isKey = (node: Node, parent: Node | undefined) =>
  parent?.type === 'Property' && parent.key === node && !parent.computed;

/** Returns the value of a decimal number literal, or undefined for any other node. */
function numberOf(node: Node, parent: Node | undefined): number | undefined {
  if (node.type !== 'Literal' || typeof node.value !== 'number' || isKey(node, parent)) return undefined;
  return /^[\d_.]+$/.test(node.raw ?? '') ? node.value : undefined;
}

/**
 * Returns true for multiples of a thousand, which are sizes or durations in milliseconds. For such a number, a wrong unit
 * matters, but a difference of 1 does not.
 */
const isRound = (value: number) => value >= 1_000 && value % 1_000 === 0;

const swapUnit: Operator = (node, [parent]) => {
  const value = numberOf(node, parent);
  if (value === undefined) return [];
  const unit = isInProduct(parent) ? units[value] : undefined;
  if (unit !== undefined) return replaced(node, unit);
  return isRound(value) ? replaced(node, String(value / 1_000)) : [];
};

const changeNumber: Operator = (node, [parent]) => {
  const value = numberOf(node, parent);
  if (value === undefined || isRound(value)) return [];
  if (isInProduct(parent) && units[value] !== undefined) return [];
  return replaced(node, String(value + 1));
};

/**
 * Returns true for the message of an error. Only people read such a message, in a log or in the `detail` of an API error, so no
 * test needs to check its wording.
 */
function isErrorText(text: string, parents: readonly Node[]): boolean {
  const created = parents.find(({ type }) => type === 'NewExpression');
  const isError = created?.type === 'NewExpression' && lastName(created.callee).endsWith('Error');
  return text.includes(' ') && (isError || parents.some(({ type }) => type === 'ThrowStatement'));
}

const emptyString: Operator = (node, parents, source) => {
  const [parent] = parents;
  if (isErrorText(textOf(node, source), parents)) return [];
  if (node.type === 'TemplateLiteral' && parent?.type !== 'TaggedTemplateExpression')
    return replaced(node, "''");
  const isText = node.type === 'Literal' && typeof node.value === 'string' && node.value !== '';
  const isDirective = parent?.type === 'ExpressionStatement';
  return isText && !isDirective && !isKey(node, parent) ? replaced(node, "''") : [];
};

const emptyArray: Operator = (node) =>
  node.type === 'ArrayExpression' && node.elements.length > 0 ? replaced(node, '[]') : [];

const flipBoolean: Operator = (node) =>
  node.type === 'Literal' && typeof node.value === 'boolean' ? replaced(node, String(!node.value)) : [];

const removed = (node: Node): readonly Edit[] => replaced(node, ';');

const removeCall: Operator = (node) => {
  if (node.type !== 'ExpressionStatement') return [];
  const { expression } = node;
  const isCall = expression.type === 'CallExpression' && expression.callee.type !== 'Super';
  const isVoid = expression.type === 'UnaryExpression' && expression.operator === 'void';
  return isCall || isVoid ? removed(node) : [];
};

const removeAwaitedCall: Operator = (node) =>
  node.type === 'ExpressionStatement' && node.expression.type === 'AwaitExpression' ? removed(node) : [];

const removeAssignment: Operator = (node) =>
  node.type === 'ExpressionStatement' && /^(Assignment|Update)Expression$/.test(node.expression.type)
    ? removed(node)
    : [];

/** Returns whether a statement ends the function, the iteration or the loop. */
function isExit(node: Node | undefined): boolean {
  if (node?.type === 'BlockStatement') return isExit(node.body.at(-1));
  return /^(Return|Throw|Continue|Break)Statement$/.test(node?.type ?? '');
}

const removeGuard: Operator = (node) =>
  node.type === 'IfStatement' && node.alternate === null && isExit(node.consequent) ? removed(node) : [];

/** Returns the edit that removes an element together with the comma next to it. */
function withComma(element: Node, source: string): Edit {
  const [after = ''] = /^\s*,/.exec(source.slice(element.end)) ?? [];
  if (after !== '') return { start: element.start, end: element.end + after.length, replacement: '' };
  const [before = ''] = /,\s*$/.exec(source.slice(0, element.start)) ?? [];
  return { start: element.start - before.length, end: element.end, replacement: '', at: element.start };
}

const dropOption: Operator = (node, [parent], source) => {
  if (node.type !== 'ObjectExpression' || parent?.type !== 'CallExpression') return [];
  return node.properties.map((property) => withComma(property, source));
};

const dropSpread: Operator = (node, parents, source) => {
  const [parent, call] = parents;
  if (node.type !== 'SpreadElement' || parent?.type === 'CallExpression') return [];
  // Skips the options of a call, because the operator `dropOption` removes them.
  const isOption = parent?.type === 'ObjectExpression' && call?.type === 'CallExpression';
  return isOption ? [] : [withComma(node, source)];
};

/** Pairs of methods and functions that are commonly confused with each other. */
const confused = [
  ['some', 'every'],
  ['min', 'max'],
  ['startsWith', 'endsWith'],
] as const;

const swapMethod: Operator = (node) => {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return [];
  const { property } = node.callee;
  const name = lastName(property);
  return confused.flatMap(([one, other]) => {
    if (name !== one && name !== other) return [];
    return replaced(property, name === one ? other : one);
  });
};

const operators: readonly (readonly [name: string, operator: Operator])[] = [
  ['negate condition', negateCondition],
  ['drop !', dropNot],
  ['swap equality', swapped({ '===': '!==', '!==': '===' })],
  ['flip boundary', swapped({ '<': '<=', '<=': '<', '>': '>=', '>=': '>' })],
  ['swap && and ||', swapped({ '&&': '||', '||': '&&' })],
  ['swap + and -', swapped({ '+': '-', '-': '+' })],
  ['swap unit', swapUnit],
  ['change number', changeNumber],
  ['empty string', emptyString],
  ['empty array', emptyArray],
  ['flip boolean', flipBoolean],
  ['remove call', removeCall],
  ['remove awaited call', removeAwaitedCall],
  ['remove assignment', removeAssignment],
  ['remove guard', removeGuard],
  ['drop option', dropOption],
  ['drop spread', dropSpread],
  ['swap method', swapMethod],
];

export const operatorNames: readonly string[] = operators.map(([name]) => name);

/** Returns the line and column of a position, both counted from 1. */
function lineAndColumn(source: string, at: number): { readonly line: number; readonly column: number } {
  const before = source.slice(0, at);
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
}

/**
 * Returns all mutants of a source, in the order of the nodes that they change. There are no mutants of types, imports, comments,
 * log lines and error messages.
 */
export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const mutants: Mutant[] = [];
  visitNodes(parse(file, source), (node, parents) => {
    for (const [operator, editsOf] of operators)
      for (const { at, ...edit } of editsOf(node, parents, source))
        mutants.push({ file, operator, ...lineAndColumn(source, at ?? edit.start), ...edit });
  });
  return mutants;
}
