/** Combines all records with their fields, and applies a program's changes to them (D13). */
import type { RuleKind } from '../rules/rule.ts';
import { applicationFields } from './application.ts';
import { type Field, type Fields, isRequired, ruleKinds, rulesOf } from './field.ts';
import { applicantFields, authorizedUserFields, ownerFields } from './personnel.ts';
import { disclosureFields, questionFields } from './questions.ts';

/** The form without any program's overrides. */
export const baseForm = {
  application: applicationFields,
  disclosures: disclosureFields,
  applicant: applicantFields,
  owner: ownerFields,
  authorizedUser: authorizedUserFields,
  questions: questionFields,
} as const;

export type RecordName = keyof typeof baseForm;
/** The form of a program. It has the fields of `baseForm`, some of them hidden or with stricter rules. */
export type Form = { readonly [R in RecordName]: { readonly [K in keyof (typeof baseForm)[R]]: Field } };
export type FieldKey<R extends RecordName> = keyof (typeof baseForm)[R] & string;

/** Returns the fields of a record, for code that treats all records in the same way. */
export function fieldsOf(form: Form, record: RecordName): Fields {
  return form[record];
}

const limitKinds = ['minLength', 'maxLength', 'minValue', 'maxValue'] as const;
const switchKinds = ['hidden', 'required'] as const;
type LimitKind = (typeof limitKinds)[number];
type SwitchKind = (typeof switchKinds)[number];

type FieldOverride = { readonly [K in LimitKind]?: number } & { readonly [K in SwitchKind]?: boolean };

/** A program's changes by field. The key of a field is `record.key`, such as `application.dba`. */
export type Overrides = Readonly<Record<string, FieldOverride>>;

/** The kinds of a field's texts that a program can replace (D50). */
export const wordKinds = ['label', 'hint', 'help', 'before', 'needed', 'yes', 'no', 'noEnds'] as const;

export type WordKind = (typeof wordKinds)[number];

/** A program's own texts by field. The key of a field is `record.key`, such as `application.dba`. */
export type FieldWords = Readonly<Record<string, { readonly [K in WordKind]?: string }>>;

const isOneOf = <K extends string>(kinds: readonly K[], kind: string): kind is K =>
  (kinds as readonly string[]).includes(kind);

/** Returns whether a value is an object but not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the field of a path such as `application.dba`, or undefined if there is no such field. */
export function fieldAt(path: string): Field | undefined {
  const [record = '', key = '', ...rest] = path.split('.');
  if (rest.length > 0 || !Object.hasOwn(baseForm, record)) return undefined;
  const fields: Fields = baseForm[record as RecordName];
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

/** Returns a field's own limit of this kind, if any. Looks only at maximums: no field declares `minLength` or `minValue`. */
function declaredLimit(field: Field, kind: LimitKind): number | undefined {
  const rule = rulesOf(field).find((candidate) => candidate.kind === kind);
  return rule && 'max' in rule ? rule.max : undefined;
}

function limitError(field: Field, kind: LimitKind, value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1)
    return `${kind} must be a whole number above 0`;
  if (!isOneOf<RuleKind>(ruleKinds[field.type], kind)) return `${kind} is no limit of this field`;
  const declared = declaredLimit(field, kind);
  return declared !== undefined && value > declared
    ? `${kind} may only be tightened (now ${declared})`
    : undefined;
}

function switchError(field: Field, kind: SwitchKind, value: unknown): string | undefined {
  if (typeof value !== 'boolean') return `${kind} must be true or false`;
  const asksLess = value === (kind === 'hidden');
  if (asksLess && isRequired(field)) return 'a required field cannot be hidden or made optional';
  const isConditional = rulesOf(field).some((rule) => 'onceAnyOf' in rule);
  return value && isConditional ? 'is required once others are given, which cannot be changed' : undefined;
}

function changeError(field: Field, kind: string, value: unknown): string | undefined {
  if (isOneOf(limitKinds, kind)) return limitError(field, kind, value);
  if (isOneOf(switchKinds, kind)) return switchError(field, kind, value);
  return `${kind} cannot be changed; allowed are ${[...limitKinds, ...switchKinds].join(', ')}`;
}

/** Returns an error if a field's changes, each valid alone, contradict each other or the field's maximum, or else undefined. */
function contradiction(field: Field, override: FieldOverride): string | undefined {
  const isCrossed = (min: LimitKind, max: LimitKind) =>
    (override[min] ?? 0) > (override[max] ?? declaredLimit(field, max) ?? Number.MAX_VALUE);
  if (isCrossed('minLength', 'maxLength')) return 'minLength is more than maxLength';
  if (isCrossed('minValue', 'maxValue')) return 'minValue is more than maxValue';
  return override.required && override.hidden ? 'a hidden field cannot be required' : undefined;
}

/** Returns a line for each problem with a program's overrides. `formWith` can apply only overrides without problems (D7, D13). */
export function overrideErrors(overrides: unknown): string[] {
  if (!isObject(overrides)) return ['fields must be an object of overrides by field'];
  return Object.entries(overrides).flatMap(([path, override]) => {
    const field = fieldAt(path);
    if (!field) return [`fields.${path}: there is no such field`];
    if (typeof override !== 'object' || override === null) return [`fields.${path}: must be an object`];
    const single = Object.entries(override).map(([kind, value]) => changeError(field, kind, value));
    const errors = single.filter((error) => error !== undefined);
    const together = errors.length === 0 ? contradiction(field, override) : undefined;
    return [...errors, ...(together ? [together] : [])].map((error) => `fields.${path}: ${error}`);
  });
}

function overridden(field: Field, override: FieldOverride): Field {
  const { required, hidden } = override;
  const changed = limitKinds.flatMap((kind) => {
    const limit = override[kind];
    if (limit === undefined) return [];
    return [kind === 'minLength' || kind === 'minValue' ? { kind, min: limit } : { kind, max: limit }];
  });
  const own = rulesOf(field);
  const rules = [
    ...(required && !isRequired(field)
      ? [{ kind: 'required', ...(field.type === 'consent' && { ticked: true }) }]
      : []),
    ...own.map((rule) => changed.find(({ kind }) => kind === rule.kind) ?? rule),
    ...changed.filter(({ kind }) => !own.some((rule) => rule.kind === kind)),
  ];
  return { ...field, ...(hidden && { hidden }), rules } as Field;
}

/** Returns the form of a program, for the page and the server. Call it only if `overrideErrors` has found no problems. */
export function formWith(overrides: Overrides): Form {
  const records = Object.entries<Fields>(baseForm).map(([record, fields]) => {
    const entries = Object.entries(fields).map(([key, field]) => {
      const override = overrides[`${record}.${key}`];
      return [key, override ? overridden(field, override) : field];
    });
    return [record, Object.fromEntries(entries)];
  });
  return Object.fromEntries(records) as Form;
}
