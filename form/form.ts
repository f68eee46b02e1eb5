/** The form as a whole: every record with its fields, and what a program may change of them (D13). */
import { applicationFields } from './application.ts';
import { disclosureFields } from './disclosures.ts';
import type { Field, Fields } from './field.ts';
import { isRequired } from './judge.ts';
import { applicantFields, authorizedUserFields, ownerFields } from './personnel.ts';
import { questionFields } from './questions.ts';
import type { Rule } from './rules/rule.ts';

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

const limitKinds = ['minLength', 'maxLength', 'minValue', 'maxValue'] as const;
type LimitKind = (typeof limitKinds)[number];

const wordKinds = ['label', 'hint', 'help'] as const;
const allowed: readonly string[] = [...wordKinds, ...limitKinds, 'hidden', 'required'];

function fieldAt(path: string): Field | undefined {
  const [record = '', key = '', ...rest] = path.split('.');
  if (rest.length > 0 || !Object.hasOwn(baseForm, record)) return undefined;
  const fields: Fields = baseForm[record as RecordName];
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

function limitOf(field: Field, kind: LimitKind): number | undefined {
  const rule = (field.rules as readonly Rule[]).find((candidate) => candidate.kind === kind);
  return rule && ('max' in rule ? rule.max : 'min' in rule ? rule.min : undefined);
}

function limitProblem(field: Field, kind: LimitKind, value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return `${kind} must be a number`;
  const own = limitOf(field, kind);
  if (own === undefined) return `${kind} is no limit of this field`;
  const looser = kind.startsWith('max') ? value > own : value < own;
  return looser ? `${kind} may only be tightened (now ${own})` : undefined;
}

/** What is wrong with a program's overrides, a line each; empty when they may be applied (D7, D13). */
export function overrideProblems(overrides: unknown): string[] {
  if (typeof overrides !== 'object' || overrides === null || Array.isArray(overrides))
    return ['fields must be an object of overrides by field'];
  return Object.entries(overrides).flatMap(([path, override]: [string, unknown]) => {
    const field = fieldAt(path);
    if (!field) return [`fields.${path}: there is no such field`];
    if (typeof override !== 'object' || override === null) return [`fields.${path}: must be an object`];
    return Object.entries(override).flatMap(([kind, value]: [string, unknown]) => {
      const problem = !allowed.includes(kind)
        ? `${kind} cannot be changed; allowed are ${allowed.join(', ')}`
        : (wordKinds as readonly string[]).includes(kind)
          ? typeof value === 'string' && value.trim() !== ''
            ? undefined
            : `${kind} must be a text`
          : kind === 'hidden' || kind === 'required'
            ? typeof value !== 'boolean'
              ? `${kind} must be true or false`
              : (kind === 'hidden' && value && isRequired(field)) ||
                  (kind === 'required' && !value && isRequired(field))
                ? 'a required field cannot be hidden or made optional'
                : undefined
            : limitProblem(field, kind as LimitKind, value);
      return problem ? [`fields.${path}: ${problem}`] : [];
    });
  });
}

function overridden(field: Field, override: FieldOverride): Field {
  const { required, hidden, minLength, maxLength, minValue, maxValue, ...words } = override;
  const limits: Partial<Record<string, number | undefined>> = { minLength, maxLength, minValue, maxValue };
  const tightened = (field.rules as readonly Rule[]).map((rule) => {
    const limit = limits[rule.kind];
    if (limit === undefined) return rule;
    return 'max' in rule ? { ...rule, max: limit } : 'min' in rule ? { ...rule, min: limit } : rule;
  });
  const rules = required && !isRequired(field) ? [{ kind: 'required' } as const, ...tightened] : tightened;
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
