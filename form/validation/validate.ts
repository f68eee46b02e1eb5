/** Checks answers against the rules of their fields. The page does so on Next, the server on every save and on submit. */

import type { FieldType } from '../field-types/field-type.ts';
import { isUnparsable } from '../field-types/field-type.ts';
import { fieldTypes } from '../field-types/field-types.ts';
import type { ApplicationState } from '../fields/application-state.ts';
import type { Field, Fields } from '../fields/field.ts';
import { isAsked, isKept, optionsOf, rulesOf } from '../fields/field.ts';
import type { ParsedValue, Rule, RuleContext } from '../rules/rule.ts';
import { checksAbsence, obeys } from '../rules/rules.ts';

/** A field and the rule that its answer breaks. copy/ has the sentence about the error (D50). */
export interface FieldError<K extends string = string> {
  readonly field: K;
  readonly rule: Rule;
  readonly details?: RuleDetails;
}

/** The values besides the rule's limits that the sentence about a failed rule uses. */
interface RuleDetails {
  /** The two letters of the state that the ZIP code doesn't belong to (D4). */
  readonly state?: string;
  /** The share, in hundredths of a percent, that the other people leave unclaimed (D6). */
  readonly unclaimedShare?: number;
}

function detailsOf(rule: Rule, { record, unclaimedShare }: RuleContext): RuleDetails | undefined {
  if (rule.kind === 'postalCodeForState') return { state: String(record[rule.state] ?? '') };
  return rule.kind === 'totalOwnership' ? { unclaimedShare } : undefined;
}

/** Returns the parser and formatter of a field's answers. */
export function fieldTypeOf(field: Field): FieldType<string | number | boolean> {
  return fieldTypes[field.type] as FieldType<string | number | boolean>;
}

/** Parses the text that a person typed into a field. */
export function parseTyped(field: Field, text: string): ParsedValue | null {
  return fieldTypeOf(field).parseText(text, optionsOf(field));
}

/** Parses the JSON value of a field. */
export function parseWire(field: Field, json: unknown): ParsedValue | null {
  return fieldTypeOf(field).parseJson(json, optionsOf(field));
}

/** The context for checking an answer by itself, without the application that it belongs to. */
export const noContext: RuleContext = {
  today: '9999-12-31',
  record: {},
  unclaimedShare: 100_00,
  otherSsns: [],
  isIndustry: () => true,
  guarantorRequired: false,
};

/** Returns the first rule that an answer breaks, or undefined. With `mayBeMissing`, a missing answer is no error (D12, D45). */
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

/** Returns the keys of the sent fields, and of the fields whose rules or variant depend on a sent field (D45, D67). */
export function touchedBy(fields: Fields, sent: readonly string[]): string[] {
  const readsASentField = (rule: Rule) => rule.kind === 'postalCodeForState' && sent.includes(rule.state);
  const dependsOnOne = ({ variant }: Field) => variant !== undefined && sent.includes(variant.by);
  return Object.entries(fields).flatMap(([key, field]) =>
    sent.includes(key) || dependsOnOne(field) || rulesOf(field).some(readsASentField) ? [key] : [],
  );
}

/** Returns the errors of a record's fields with these keys, at most one per field. Skips fields that are not asked. */
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

/** Parsed answers by key, with null for a cleared field. */
export type ParsedAnswers = Readonly<Record<string, ParsedValue | null>>;

/** Parses the sent fields of a record. Callers must have refused unknown keys before. */
export function parseAnswers(fields: Fields, sent: Readonly<Record<string, unknown>>): ParsedAnswers {
  return Object.fromEntries(
    Object.entries(sent).flatMap(([key, json]) => {
      const field = fields[key];
      return field ? [[key, parseWire(field, json)]] : [];
    }),
  );
}

/** Returns the errors in the sent fields and in those whose rules depend on them. Missing answers are no errors (D12, D45). */
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

/** Returns whether a field is answered: the record has a valid answer, or the server has one that it doesn't send back. */
export function isAnswered(fields: Fields, key: string, record: Readonly<Record<string, unknown>>): boolean {
  const field = fields[key];
  const value = record[key] ?? null;
  return (value !== null && !isUnparsable(value)) || (field !== undefined && isKept(field, key, record));
}
