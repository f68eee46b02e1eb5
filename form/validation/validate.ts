/**
 * Checks answers against the rules of their fields. The page does so when Next is pressed, the server on every save and
 * again on submit, with the same functions.
 */

import type { FieldType } from '../field-types/field-type.ts';
import { isUnparsable } from '../field-types/field-type.ts';
import { fieldTypes } from '../field-types/field-types.ts';
import type { ApplicationState } from '../fields/application-state.ts';
import type { Field, Fields } from '../fields/field.ts';
import { isAsked, isKept, optionsOf, rulesOf } from '../fields/field.ts';
import type { ParsedValue, Rule, RuleContext } from '../rules/rule.ts';
import { checksAbsence, obeys } from '../rules/rules.ts';

/** One wrong thing: where, and which rule with its limits. The sentence about it is made by copy/ (D50). */
export interface FieldError<K extends string = string> {
  readonly field: K;
  readonly rule: Rule;
  readonly details?: RuleDetails;
}

/** Values in the sentence about a failed rule besides the rule's limits. */
export interface RuleDetails {
  /** The state that a ZIP code is not in, by its two letters (D4). */
  readonly state?: string;
  /** Hundredths of a percent that the other people leave free (D6). */
  readonly unclaimedShare?: number;
}

function detailsOf(rule: Rule, { record, unclaimedShare }: RuleContext): RuleDetails | undefined {
  if (rule.kind === 'postalCodeForState') return { state: String(record[rule.state] ?? '') };
  return rule.kind === 'totalOwnership' ? { unclaimedShare } : undefined;
}

/** How answers of this field are read and shown. */
export function fieldTypeOf(field: Field): FieldType<string | number | boolean> {
  return fieldTypes[field.type] as FieldType<string | number | boolean>;
}

/** Reads what a person typed into a field. */
export function parseTyped(field: Field, text: string): ParsedValue | null {
  return fieldTypeOf(field).parseText(text, optionsOf(field));
}

/** Reads what came for a field as JSON. */
export function parseWire(field: Field, json: unknown): ParsedValue | null {
  return fieldTypeOf(field).parseJson(json, optionsOf(field));
}

/** The context of an answer that is checked alone. */
export const noContext: RuleContext = {
  today: '9999-12-31',
  record: {},
  unclaimedShare: 100_00,
  otherSsns: [],
  isIndustry: () => true,
  guarantorRequired: false,
};

/**
 * The first rule that the answer breaks, or undefined. With `mayBeMissing`, as on a save before submit, nothing has
 * to be answered or ticked yet (D12, D45).
 */
export function validateAnswer<K extends string>(
  field: Field,
  key: K,
  value: ParsedValue | null,
  context: RuleContext,
  options: { readonly mayBeMissing?: boolean } = {},
): FieldError<K> | undefined {
  if (value === null && isKept(field, key, context.record)) return undefined;
  const broken = rulesOf(field).find(
    (rule) => !(options.mayBeMissing && checksAbsence(rule.kind)) && !obeys(value, rule, context),
  );
  if (!broken) return undefined;
  const details = detailsOf(broken, context);
  return { field: key, rule: broken, ...(details && { details }) };
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

/** Validates the named fields of a record, except those that are not asked. At most one error per field. */
export function validateFields<K extends string>(
  fields: Readonly<Record<K, Field>>,
  keys: readonly K[],
  context: RuleContext,
  state: ApplicationState,
  options: { readonly mayBeMissing?: boolean } = {},
): FieldError<K>[] {
  return keys.flatMap((key) => {
    const field = fields[key];
    if (!isAsked(field, state)) return [];
    const value = (context.record[key] ?? null) as ParsedValue | null;
    return validateAnswer(field, key, value, context, options) ?? [];
  });
}

/** Answers that came as JSON, parsed: each is an answer, null for a cleared field, or unparsable. */
export type ParsedAnswers = Readonly<Record<string, ParsedValue | null>>;

/** Parses the sent fields of a record; a key that is no field must have been refused before. */
export function parseAnswers(fields: Fields, sent: Readonly<Record<string, unknown>>): ParsedAnswers {
  return Object.fromEntries(
    Object.entries(sent).flatMap(([key, json]) => {
      const field = fields[key];
      return field ? [[key, parseWire(field, json)]] : [];
    }),
  );
}

/**
 * Validates a partial save: the fields that were sent, and those whose rules look at a sent one, on the merged record.
 * A missing answer is no error before submit (D12, D45).
 */
export function changeErrors(
  fields: Fields,
  sent: ParsedAnswers,
  context: RuleContext,
  state: ApplicationState,
): FieldError[] {
  const keys = Object.keys(sent);
  const own = keys.flatMap((key) => {
    const field = fields[key];
    return (field && validateAnswer(field, key, sent[key] ?? null, context, { mayBeMissing: true })) ?? [];
  });
  const touched = touchedBy(fields, keys).filter((key) => !keys.includes(key));
  return [...own, ...validateFields(fields, touched, context, state, { mayBeMissing: true })];
}

/** True where an answer is kept. */
export function isAnswered(fields: Fields, key: string, record: Readonly<Record<string, unknown>>): boolean {
  const field = fields[key];
  const value = record[key] ?? null;
  return (value !== null && !isUnparsable(value)) || (field !== undefined && isKept(field, key, record));
}
