/** The form as a whole: every record with its fields, and what a program may change of them (D13). */
import { applicationFields } from './application.ts';
import { disclosureFields } from './disclosures.ts';
import type { Field, Fields } from './field.ts';
import { rulesOf } from './field.ts';
import { isRequired } from './judge.ts';
import { applicantFields, authorizedUserFields, ownerFields } from './personnel.ts';
import { questionFields } from './questions.ts';
import type { RequiredRule } from './rules/rule.ts';

/** The form before a program's wishes. */
export const baseForm = {
  application: applicationFields,
  disclosures: disclosureFields,
  applicant: applicantFields,
  owner: ownerFields,
  authorizedUser: authorizedUserFields,
  questions: questionFields,
} as const;

export type RecordName = keyof typeof baseForm;
/** The form of a program: the same fields, some of them tightened, reworded or hidden. */
export type Form = { readonly [R in RecordName]: { readonly [K in keyof (typeof baseForm)[R]]: Field } };
export type FieldKey<R extends RecordName> = keyof (typeof baseForm)[R] & string;

/** The fields of a record as those see them who handle all records alike. */
export function fieldsOf(form: Form, record: RecordName): Fields {
  return form[record];
}

/** What a program may change of one field. */
export interface FieldOverride {
  readonly label?: string;
  readonly hint?: string;
  readonly help?: string;
  readonly hidden?: boolean;
  readonly required?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minValue?: number;
  readonly maxValue?: number;
}

/** A program's changes by field, the field named `record.key`: `application.dba`. */
export type Overrides = Readonly<Record<string, FieldOverride>>;

const wordKinds = ['label', 'hint', 'help'] as const;
const limitKinds = ['minLength', 'maxLength', 'minValue', 'maxValue'] as const;
const switchKinds = ['hidden', 'required'] as const;
type LimitKind = (typeof limitKinds)[number];
type SwitchKind = (typeof switchKinds)[number];

const isOneOf = <K extends string>(kinds: readonly K[], kind: string): kind is K =>
  (kinds as readonly string[]).includes(kind);

function fieldAt(path: string): Field | undefined {
  const [record = '', key = '', ...rest] = path.split('.');
  if (rest.length > 0 || !Object.hasOwn(baseForm, record)) return undefined;
  const fields: Fields = baseForm[record as RecordName];
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

function limitOf(field: Field, kind: LimitKind): number | undefined {
  const rule = rulesOf(field).find((candidate) => candidate.kind === kind);
  return rule && ('max' in rule ? rule.max : 'min' in rule ? rule.min : undefined);
}

function limitProblem(field: Field, kind: LimitKind, value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1)
    return `${kind} must be a whole number above 0`;
  const own = limitOf(field, kind);
  if (own === undefined) return `${kind} is no limit of this field`;
  const looser = kind.startsWith('max') ? value > own : value < own;
  return looser ? `${kind} may only be tightened (now ${own})` : undefined;
}

function switchProblem(field: Field, kind: SwitchKind, value: unknown): string | undefined {
  if (typeof value !== 'boolean') return `${kind} must be true or false`;
  const asksLess = value === (kind === 'hidden');
  if (asksLess && isRequired(field)) return 'a required field cannot be hidden or made optional';
  const isConditional = rulesOf(field).some((rule) => rule.kind === 'required' && rule.onceAnyOf);
  return value && isConditional ? 'is required once others are given, which cannot be changed' : undefined;
}

/** What is wrong with one change of a field, whatever else changes. */
function changeProblem(field: Field, kind: string, value: unknown): string | undefined {
  if (isOneOf(wordKinds, kind))
    return typeof value === 'string' && value.trim() !== '' ? undefined : `${kind} must be a text`;
  if (isOneOf(limitKinds, kind)) return limitProblem(field, kind, value);
  if (isOneOf(switchKinds, kind)) return switchProblem(field, kind, value);
  return `${kind} cannot be changed; allowed are ${[...wordKinds, ...limitKinds, ...switchKinds].join(', ')}`;
}

/** What is wrong with changes that are well each by itself. */
function contradiction(field: Field, { hidden, required, label }: FieldOverride): string | undefined {
  if (!required) return undefined;
  if (hidden) return 'a hidden field cannot be required';
  return (label ?? field.label).includes('(optional)')
    ? 'a required field needs a label without “(optional)”'
    : undefined;
}

/** What is wrong with a program's overrides, a line each; empty when they may be applied (D7, D13). */
export function overrideProblems(overrides: unknown): string[] {
  if (typeof overrides !== 'object' || overrides === null || Array.isArray(overrides))
    return ['fields must be an object of overrides by field'];
  return Object.entries(overrides).flatMap(([path, override]: [string, unknown]) => {
    const field = fieldAt(path);
    if (!field) return [`fields.${path}: there is no such field`];
    if (typeof override !== 'object' || override === null) return [`fields.${path}: must be an object`];
    const single = Object.entries(override).map(([kind, value]: [string, unknown]) =>
      changeProblem(field, kind, value),
    );
    const problems = single.filter((problem) => problem !== undefined);
    const together = problems.length === 0 ? contradiction(field, override) : undefined;
    return [...problems, ...(together ? [together] : [])].map((problem) => `fields.${path}: ${problem}`);
  });
}

/** The rule that makes an optional field required; of a box, that it is ticked. */
function requiredRuleFor(field: Field): RequiredRule {
  return field.kind === 'consent' ? { kind: 'required', ticked: true } : { kind: 'required' };
}

function overridden(field: Field, override: FieldOverride): Field {
  const { required, hidden, minLength, maxLength, minValue, maxValue, ...words } = override;
  const limits: Partial<Record<string, number | undefined>> = { minLength, maxLength, minValue, maxValue };
  const tightened = rulesOf(field).map((rule) => {
    const limit = limits[rule.kind];
    if (limit === undefined) return rule;
    return 'max' in rule ? { ...rule, max: limit } : 'min' in rule ? { ...rule, min: limit } : rule;
  });
  const rules = required && !isRequired(field) ? [requiredRuleFor(field), ...tightened] : tightened;
  return { ...field, ...words, ...(hidden && { hidden }), rules } as Field;
}

/** The form of a program. The overrides must have passed `overrideProblems`. Pure; the same on both sides. */
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
