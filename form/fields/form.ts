/** The form as a whole: every record with its fields, and what a program may change of them (D13). */

import type { FieldTypeName } from '../field-types/field-type.ts';
import type { RequiredRule, Rule } from '../rules/rule.ts';
import { applicationFields } from './application.ts';
import { disclosureFields } from './disclosures.ts';
import type { Field, Fields, RuleKindsOf } from './field.ts';
import { isRequired, rulesOf } from './field.ts';
import { applicantFields, authorizedUserFields, ownerFields } from './personnel.ts';
import { questionFields } from './questions.ts';

/** The form before a program's overrides. */
export const baseForm = {
  application: applicationFields,
  disclosures: disclosureFields,
  applicant: applicantFields,
  owner: ownerFields,
  authorizedUser: authorizedUserFields,
  questions: questionFields,
} as const;

export type RecordName = keyof typeof baseForm;
/** The form of a program: the same fields, some of them tightened or hidden. */
export type Form = { readonly [R in RecordName]: { readonly [K in keyof (typeof baseForm)[R]]: Field } };
export type FieldKey<R extends RecordName> = keyof (typeof baseForm)[R] & string;

/** The fields of a record, for code that handles all records alike. */
export function fieldsOf(form: Form, record: RecordName): Fields {
  return form[record];
}

/** What a program may change of one field. */
export interface FieldOverride {
  readonly hidden?: boolean;
  readonly required?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minValue?: number;
  readonly maxValue?: number;
}

/** A program's changes by field, the field named `record.key`: `application.dba`. */
export type Overrides = Readonly<Record<string, FieldOverride>>;

const limitKinds = ['minLength', 'maxLength', 'minValue', 'maxValue'] as const;
const switchKinds = ['hidden', 'required'] as const;
type LimitKind = (typeof limitKinds)[number];
type SwitchKind = (typeof switchKinds)[number];

/** The limits that a program may set on a field of each type; most fields have only some of them by themselves. */
const limitsOn: { readonly [T in FieldTypeName]?: readonly (LimitKind & RuleKindsOf[T])[] } = {
  text: ['minLength', 'maxLength'],
  email: ['maxLength'],
  count: ['minValue', 'maxValue', 'maxLength'],
  years: ['minValue', 'maxValue', 'maxLength'],
  money: ['minValue', 'maxValue'],
  percent: ['minValue', 'maxValue'],
};

const isOneOf = <K extends string>(kinds: readonly K[], kind: string): kind is K =>
  (kinds as readonly string[]).includes(kind);

/** The field of a path such as `application.dba`; undefined if there is no such field. */
export function fieldAt(path: string): Field | undefined {
  const [record = '', key = '', ...rest] = path.split('.');
  if (rest.length > 0 || !Object.hasOwn(baseForm, record)) return undefined;
  const fields: Fields = baseForm[record as RecordName];
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

function limitOf(field: Field, kind: LimitKind): number | undefined {
  const rule = rulesOf(field).find((candidate) => candidate.kind === kind);
  return rule && ('max' in rule ? rule.max : 'min' in rule ? rule.min : undefined);
}

function limitError(field: Field, kind: LimitKind, value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1)
    return `${kind} must be a whole number above 0`;
  const possible: readonly LimitKind[] = limitsOn[field.type] ?? [];
  if (!possible.includes(kind)) return `${kind} is no limit of this field`;
  const own = limitOf(field, kind);
  if (own === undefined) return undefined;
  const looser = kind.startsWith('max') ? value > own : value < own;
  return looser ? `${kind} may only be tightened (now ${own})` : undefined;
}

function switchError(field: Field, kind: SwitchKind, value: unknown): string | undefined {
  if (typeof value !== 'boolean') return `${kind} must be true or false`;
  const asksLess = value === (kind === 'hidden');
  if (asksLess && isRequired(field)) return 'a required field cannot be hidden or made optional';
  const isConditional = rulesOf(field).some((rule) => rule.kind === 'required' && rule.onceAnyOf);
  return value && isConditional ? 'is required once others are given, which cannot be changed' : undefined;
}

/** The problem with one change of a field, whatever else changes. */
function changeError(field: Field, kind: string, value: unknown): string | undefined {
  if (isOneOf(limitKinds, kind)) return limitError(field, kind, value);
  if (isOneOf(switchKinds, kind)) return switchError(field, kind, value);
  return `${kind} cannot be changed; allowed are ${[...limitKinds, ...switchKinds].join(', ')}`;
}

/** A lower limit above the upper one, which no answer could meet. */
function crossedLimits(field: Field, override: FieldOverride): string | undefined {
  const limit = (kind: LimitKind) => override[kind] ?? limitOf(field, kind);
  const isCrossed = (min: LimitKind, max: LimitKind) => (limit(min) ?? 0) > (limit(max) ?? Number.MAX_VALUE);
  if (isCrossed('minLength', 'maxLength')) return 'minLength is more than maxLength';
  return isCrossed('minValue', 'maxValue') ? 'minValue is more than maxValue' : undefined;
}

/** The contradiction between changes that are valid alone; undefined if there is none. */
function contradiction(field: Field, override: FieldOverride): string | undefined {
  const crossed = crossedLimits(field, override);
  if (crossed) return crossed;
  return override.required && override.hidden ? 'a hidden field cannot be required' : undefined;
}

/** The problems with a program's overrides, a line each; empty if they can be applied (D7, D13). */
export function overrideErrors(overrides: unknown): string[] {
  if (typeof overrides !== 'object' || overrides === null || Array.isArray(overrides))
    return ['fields must be an object of overrides by field'];
  return Object.entries(overrides).flatMap(([path, override]: [string, unknown]) => {
    const field = fieldAt(path);
    if (!field) return [`fields.${path}: there is no such field`];
    if (typeof override !== 'object' || override === null) return [`fields.${path}: must be an object`];
    const single = Object.entries(override).map(([kind, value]: [string, unknown]) =>
      changeError(field, kind, value),
    );
    const errors = single.filter((error) => error !== undefined);
    const together = errors.length === 0 ? contradiction(field, override) : undefined;
    return [...errors, ...(together ? [together] : [])].map((error) => `fields.${path}: ${error}`);
  });
}

/** The rule that makes an optional field required; of a box, that it is ticked. */
function requiredRuleFor(field: Field): RequiredRule {
  return field.type === 'consent' ? { kind: 'required', ticked: true } : { kind: 'required' };
}

function limitRules({
  minLength,
  maxLength,
  minValue,
  maxValue,
}: Readonly<Record<LimitKind, number | undefined>>): Rule[] {
  return [
    ...(minLength === undefined ? [] : [{ kind: 'minLength', min: minLength } as const]),
    ...(maxLength === undefined ? [] : [{ kind: 'maxLength', max: maxLength } as const]),
    ...(minValue === undefined ? [] : [{ kind: 'minValue', min: minValue } as const]),
    ...(maxValue === undefined ? [] : [{ kind: 'maxValue', max: maxValue } as const]),
  ];
}

function overridden(field: Field, override: FieldOverride): Field {
  const { required, hidden, minLength, maxLength, minValue, maxValue } = override;
  const limits = limitRules({ minLength, maxLength, minValue, maxValue });
  const own = rulesOf(field);
  const limited = [
    ...own.map((rule) => limits.find(({ kind }) => kind === rule.kind) ?? rule),
    ...limits.filter(({ kind }) => !own.some((rule) => rule.kind === kind)),
  ];
  const rules = required && !isRequired(field) ? [requiredRuleFor(field), ...limited] : limited;
  return { ...field, ...(hidden && { hidden }), rules } as Field;
}

/** The form of a program. The overrides must have passed `overrideErrors`. Pure; the same on both sides. */
export function formWith(overrides: Overrides): Form {
  const record = <R extends RecordName>(name: R): Form[R] => {
    const entries = Object.entries(fieldsOf(baseForm, name)).map(([key, field]) => {
      const override = overrides[`${name}.${key}`];
      return [key, override ? overridden(field, override) : field];
    });
    return Object.fromEntries(entries) as Form[R];
  };
  return {
    application: record('application'),
    disclosures: record('disclosures'),
    applicant: record('applicant'),
    owner: record('owner'),
    authorizedUser: record('authorizedUser'),
    questions: record('questions'),
  };
}
