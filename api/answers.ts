/** Builds the schemas of answers in requests and responses from the fields that a program's form declares (D13). */
import Type, { type TOptional, type TUnsafe } from 'typebox';
import type { FieldTypeName } from '../form/field-types/field-types.ts';
import type { Field, Fields, ReadBackOf } from '../form/fields/field.ts';
import { maskedKey, optionsOf, rulesOf } from '../form/fields/field.ts';
import type { RuleKind, RuleOfKind } from '../form/rules/rule.ts';
import { emailAddress, identifierDigits } from '../form/rules/rules.ts';
import { digitsPattern, phonePattern, statePattern, zipPattern } from './patterns.ts';
import { checkedLater, NullableString, named } from './shape.ts';

/** JSON Schema keywords that describe the answer to a field. */
interface Keywords extends Partial<Record<'format' | 'pattern' | 'description', string>>, Limits {
  readonly type: string;
  readonly enum?: readonly string[];
}
type Limits = Partial<Record<keyof typeof wider, number>>;

/** Maps each kind of limit to the function that returns the less strict of two limits. */
const wider = { minLength: Math.min, maxLength: Math.max, minimum: Math.min, maximum: Math.max } as const;

const text = { type: 'string' } as const;
const whole = { type: 'integer', minimum: 0 } as const;

const ofType: { readonly [T in FieldTypeName]: Keywords } = {
  text,
  email: { ...text, format: 'email' },
  phone: text,
  ssn: text,
  taxId: text,
  zip: text,
  state: text,
  industry: text,
  date: { ...text, format: 'date' },
  count: whole,
  years: whole,
  money: whole,
  percent: { type: 'number', minimum: 0 },
  yesNo: { type: 'boolean' },
  consent: { type: 'boolean' },
  choice: text,
  person: { ...text, format: 'uuid' },
  file: { ...text, format: 'uuid' },
};

/** The text about a field's type at the beginning of the field's `description`. */
const aboutType: { readonly [T in FieldTypeName]?: string } = {
  phone: `${identifierDigits.phone} digits of a number of the North American plan.`,
  ssn: `${identifierDigits.ssn} digits.`,
  taxId: `${identifierDigits.taxId} digits.`,
  zip: 'Five digits; of a ZIP+4 the first five count.',
  state: 'Two letters, of a state or DC.',
  industry: `A code of NAICS 2022, ${identifierDigits.industryCode} digits.`,
  money: 'Whole US dollars.',
  percent: 'With at most two decimals.',
};

type OfRule = { readonly [K in RuleKind]?: (rule: RuleOfKind<K>, type: string) => Partial<Keywords> };

/** The keywords for each rule that JSON Schema can express. A field's `description` lists all rules of the field. */
const keywordsOfRule: OfRule = {
  minLength: ({ min }) => ({ minLength: min }),
  // For a number, `max` counts digits, so the limit is the largest number with that many digits (D2).
  maxLength: ({ max }, type) => (type === 'string' ? { maxLength: max } : { maximum: 10 ** max - 1 }),
  minValue: ({ min }) => ({ minimum: min }),
  maxValue: ({ max }) => ({ maximum: max }),
  ownerMinimum: ({ min }) => ({ minimum: min }),
  email: () => ({ pattern: emailAddress.source }),
  phone: () => ({ pattern: phonePattern(identifierDigits.phone) }),
  ssn: () => ({ pattern: digitsPattern(identifierDigits.ssn) }),
  taxId: () => ({ pattern: digitsPattern(identifierDigits.taxId) }),
  industryCode: () => ({ pattern: digitsPattern(identifierDigits.industryCode) }),
  digits: ({ count }) => ({ pattern: zipPattern(count) }),
  state: () => ({ pattern: statePattern() }),
};

function keywordsOf<K extends RuleKind>(rule: RuleOfKind<K>, type: string): Partial<Keywords> {
  return (keywordsOfRule[rule.kind as K] as OfRule[K])?.(rule, type) ?? {};
}

/** Merges two sets of keywords. Takes the higher `minimum` and the lower `maximum`. For other keywords, `other` wins. */
function both(one: Keywords, other: Partial<Keywords>): Keywords {
  const minimum = Math.max(one.minimum ?? -Infinity, other.minimum ?? -Infinity);
  const maximum = Math.min(one.maximum ?? Infinity, other.maximum ?? Infinity);
  return {
    ...one,
    ...other,
    ...(Number.isFinite(minimum) && { minimum }),
    ...(Number.isFinite(maximum) && { maximum }),
  };
}

/** Returns the JSON Schema keywords for the field's type and options, without the keywords for its rules. */
function shapeOf(field: Field): Keywords {
  return { ...ofType[field.type], ...(field.type === 'choice' && { enum: optionsOf(field) }) };
}

function describeField(field: Field): string {
  const rules = rulesOf(field).map(({ kind, ...limits }) => {
    const given = Object.values(limits).filter((value) => value !== undefined);
    return given.length > 0 ? `${kind} ${JSON.stringify(given.length === 1 ? given[0] : given)}` : kind;
  });
  const about = [aboutType[field.type], field.hidden && 'This program does not ask for it.'];
  return [...about, `Rules: ${rules.join('; ')}.`].filter(Boolean).join(' ');
}

/** Returns the JSON Schema keywords of an answer that is not null. Null stands for no answer. */
export function answerGiven(field: Field): Keywords {
  const shape = shapeOf(field);
  const keywords = rulesOf(field)
    .map((rule) => keywordsOf(rule, shape.type))
    .reduce(both, shape);
  return { ...keywords, description: describeField(field) };
}

/**
 * Merges the keywords of two fields of the same type. The result accepts the answers that either field accepts, so it omits each
 * limit that only one of the fields has.
 */
function either(one: Keywords, other: Keywords): Keywords {
  const limits = Object.entries(wider).map(([kind, widerOf]) => {
    const [mine, others] = [one[kind as keyof Limits], other[kind as keyof Limits]];
    return [kind, mine === undefined || others === undefined ? undefined : widerOf(mine, others)];
  });
  const [about = '', aboutOther = ''] = [one.description, other.description];
  const description = about.includes(aboutOther) ? about : `${about} Or: ${aboutOther}`;
  return { ...one, ...Object.fromEntries(limits), description };
}

/** Returns keywords that also accept null, which stands for no answer. */
function orNull({ type, enum: options, ...keywords }: Keywords): object {
  return { type: [type, 'null'], ...(options && { enum: [...options, null] }), ...keywords };
}

type SentFields<Fs> = { [K in keyof Fs]: TOptional<TUnsafe<unknown>> };

/** Returns the schemas of the answers that a request about one of these records may contain. Null clears an answer. */
export function sentFields<Fs extends Fields>(...records: readonly Fs[]): SentFields<Fs> {
  const keys = new Set(records.flatMap((fields) => Object.keys(fields)));
  const properties = [...keys].map((key) => {
    const answers = records.flatMap((fields) => fields[key] ?? []).map(answerGiven);
    return [key, Type.Optional(checkedLater(orNull(answers.reduce(either))))];
  });
  return Object.fromEntries(properties) as SentFields<Fs>;
}

/** Returns the schemas of a record's members in a response. A masked answer is returned as its last four digits (D37, D41). */
export function readFields(fields: Fields): Readonly<Record<string, object>> {
  const properties = Object.entries(fields).map(([key, field]) =>
    field.sensitive === 'masked' ? [maskedKey(key), NullableString] : [key, orNull(shapeOf(field))],
  );
  const stored = Type.Array(Type.String(), {
    description: 'Answers that an earlier session gave: stored, but not readable (D55)',
  });
  return { ...Object.fromEntries(properties), stored };
}

/** Returns the schema of a record in a response. */
export function readRecord<Fs extends Fields>(title: string, fields: Fs): TUnsafe<ReadBackOf<Fs>> {
  return named(
    title,
    Type.Unsafe<ReadBackOf<Fs>>({
      type: 'object',
      properties: readFields(fields),
      additionalProperties: false,
    }),
  );
}
