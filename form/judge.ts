/**
 * Judges answers by their fields' rules. The page calls it when Next is pressed, the server on every save and again
 * on submit: the same functions, the same words.
 */
import { ruleMessage } from './catalogue.ts';
import type { AskedOf, Field, Fields } from './field.ts';
import { optionsOf, rulesOf } from './field.ts';
import type { KindReader } from './kinds/kind.ts';
import { isUnreadable } from './kinds/kind.ts';
import { kinds } from './kinds.ts';
import { judgesAbsence, obeys } from './rules/check.ts';
import type { JudgedValue, Rule, RuleContext, RuleKind } from './rules/rule.ts';

/** One wrong thing: where, which rule, and the catalogue's message. */
export interface Problem<K extends string = string> {
  readonly field: K;
  readonly rule: RuleKind;
  readonly message: string;
  /** The rule with its limits, for the sentence that says how to mend it. */
  readonly broken: Rule;
}

/** How answers of this field are read and shown. */
export function readerOf(field: Field): KindReader<string | number | boolean> {
  return kinds[field.kind] as KindReader<string | number | boolean>;
}

/** Reads what a person typed into a field. */
export function readTyped(field: Field, text: string): JudgedValue | null {
  return readerOf(field).fromText(text, optionsOf(field));
}

/** Reads what came for a field as JSON. */
export function readWire(field: Field, json: unknown): JudgedValue | null {
  return readerOf(field).fromWire(json, optionsOf(field));
}

/** True where the field is asked: not hidden by the program, and due in this situation. */
export function isAsked(field: Field, of: AskedOf): boolean {
  return !field.hidden && (field.asked?.(of) ?? true);
}

/** True where a stored last four stands for a masked answer that is not read back (D41). */
function standsMasked(field: Field, key: string, record: Readonly<Record<string, unknown>>): boolean {
  return field.sensitive === 'masked' && typeof record[maskedKey(key)] === 'string';
}

/** The key under which the last four of a masked answer are read back: `ssn` → `ssnLast4`. */
export function maskedKey<K extends string>(key: K): `${K}Last4` {
  return `${key}Last4`;
}

/**
 * The first rule that the answer breaks, or undefined. With `mayBeMissing`, as on a save before submit, nothing has
 * to be answered or ticked yet (D12, D45).
 */
export function judgeAnswer<K extends string>(
  field: Field,
  key: K,
  value: JudgedValue | null,
  context: RuleContext,
  options: { readonly mayBeMissing?: boolean } = {},
): Problem<K> | undefined {
  if (value === null && standsMasked(field, key, context.record)) return undefined;
  const broken = rulesOf(field).find(
    (rule) => !(options.mayBeMissing && judgesAbsence(rule.kind)) && !obeys(value, rule, context),
  );
  return broken && { field: key, rule: broken.kind, message: ruleMessage(broken, context), broken };
}

/** The keys of a record's fields whose rules look at one of the given fields, those fields included (D45). */
export function touchedBy<K extends string>(
  fields: Readonly<Record<K, Field>>,
  sent: readonly string[],
): K[] {
  const readsASentField = (rule: Rule) => rule.kind === 'postalCodeForState' && sent.includes(rule.state);
  return (Object.keys(fields) as K[]).filter(
    (key) => sent.includes(key) || rulesOf(fields[key]).some(readsASentField),
  );
}

/** Judges the named fields of a record; what is not asked is not judged. At most one problem per field. */
export function judgeFields<K extends string>(
  fields: Readonly<Record<K, Field>>,
  keys: readonly K[],
  context: RuleContext,
  of: AskedOf,
  options: { readonly mayBeMissing?: boolean } = {},
): Problem<K>[] {
  return keys.flatMap((key) => {
    const field = fields[key];
    if (!isAsked(field, of)) return [];
    const value = (context.record[key] ?? null) as JudgedValue | null;
    return judgeAnswer(field, key, value, context, options) ?? [];
  });
}

/** True where the field must be answered before the application can be submitted, whatever else was answered. */
export function isRequired(field: Field): boolean {
  return rulesOf(field).some(
    (rule) => judgesAbsence(rule.kind) && !(rule.kind === 'required' && rule.onceAnyOf !== undefined),
  );
}

/** True where an answer is kept. */
export function isAnswered(fields: Fields, key: string, record: Readonly<Record<string, unknown>>): boolean {
  const field = fields[key];
  const value = record[key] ?? null;
  return (
    (value !== null && !isUnreadable(value)) || (field !== undefined && standsMasked(field, key, record))
  );
}
