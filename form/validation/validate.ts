/** Checks answers against the rules of their fields. The page checks them on Next, the server on every save and on submit. */
import { type FieldType, isUnparsable } from '../field-types/field-type.ts';
import { fieldTypes } from '../field-types/field-types.ts';
import type { ApplicationState } from '../fields/application-state.ts';
import { type Field, type Fields, isAsked, isKept, optionsOf, rulesOf } from '../fields/field.ts';
import type { ParsedValue, Rule, RuleContext } from '../rules/rule.ts';
import { checksAbsence, obeys } from '../rules/rules.ts';

/** A field and the rule that its answer breaks. The error's text is in copy/ (D50). */
export interface FieldError<K extends string = string> {
  readonly field: K;
  readonly rule: Rule;
  readonly details?: RuleDetails;
}

/** The values that the text of an error contains in addition to the rule's limits. */
interface RuleDetails {
  /** The code of the state to which the ZIP code doesn't belong (D4). */
  readonly state?: string;
  /** The share that is left after the shares of the other people, in hundredths of a percent (D6). */
  readonly unclaimedShare?: number;
}

function detailsOf(rule: Rule, { record, unclaimedShare }: RuleContext): RuleDetails | undefined {
  if (rule.kind === 'postalCodeForState') return { state: String(record[rule.state] ?? '') };
  return rule.kind === 'totalOwnership' ? { unclaimedShare } : undefined;
}

/** Returns the parser and formatter for a field's answers. */
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

/** The context for checking one answer without the rest of its application. */
export const noContext: RuleContext = {
  today: '9999-12-31',
  record: {},
  unclaimedShare: 100_00,
  otherSsns: [],
  isIndustry: () => true,
  guarantorRequired: false,
};

/** Returns an error with the first broken rule, if any. If `mayBeMissing` is true, a missing answer breaks no rule (D12, D45). */
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

/** Returns the keys of all sent fields, and of fields whose rules or variant depend on a sent field (D45, D67). */
export function touchedBy(fields: Fields, sent: readonly string[]): string[] {
  const readsASentField = (rule: Rule) => rule.kind === 'postalCodeForState' && sent.includes(rule.state);
  const dependsOnOne = ({ variant }: Field) => variant !== undefined && sent.includes(variant.by);
  return Object.entries(fields).flatMap(([key, field]) =>
    sent.includes(key) || dependsOnOne(field) || rulesOf(field).some(readsASentField) ? [key] : [],
  );
}

/** Returns the errors in a record's fields with these keys, at most one error per field. Skips fields that aren't asked for. */
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

/** Parsed answers by key. A cleared field has the value null. */
export type ParsedAnswers = Readonly<Record<string, ParsedValue | null>>;

/** Parses the sent answers of a record. Skips unknown keys, which the caller must already have refused. */
export function parseAnswers(fields: Fields, sent: Readonly<Record<string, unknown>>): ParsedAnswers {
  return Object.fromEntries(
    Object.entries(sent).flatMap(([key, json]) => {
      const field = fields[key];
      return field ? [[key, parseWire(field, json)]] : [];
    }),
  );
}

/** Returns the errors in sent fields and in fields that depend on them (`touchedBy`). Ignores missing answers (D12, D45). */
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

/** Returns whether a field has an answer that could be parsed, or an answer that the page doesn't have but the server does. */
export function isAnswered(fields: Fields, key: string, record: Readonly<Record<string, unknown>>): boolean {
  const field = fields[key];
  const value = record[key] ?? null;
  return (value !== null && !isUnparsable(value)) || (field !== undefined && isKept(field, key, record));
}
