/** Fills values into sentences: labels, hints, and messages about a broken rule or a failed call (D8). */
import { percentText, withCommas } from '../form/field-types/numbers.ts';
import type { Field } from '../form/fields/field.ts';
import type { RecordName } from '../form/fields/form.ts';
import type { Rule } from '../form/rules/rule.ts';
import { obeys } from '../form/rules/rules.ts';
import type { Caution } from '../form/validation/cautions.ts';
import { type FieldError, noContext, parseTyped } from '../form/validation/validate.ts';
import type { Copy, ErrorArea, FieldCopy } from './copy.ts';

type Values = Readonly<Record<string, string>>;

/** A field with its record and key, and the name of the person whom it is about. */
export interface AskedField {
  readonly record: RecordName;
  readonly key: string;
  readonly field: Field;
  readonly name?: string;
}

/** Replaces `{key}` with a value, and `{key noun}` with the value and the noun. Leaves unknown keys unchanged. */
export function fill({ counted }: Pick<Copy, 'counted'>, text: string, values: Values): string {
  return text.replace(/\{(\w+)(?: (\w+))?\}/g, (whole, key: string, noun?: string) => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    return (noun && value ? counted(value, noun) : value) ?? whole;
  });
}

/** Returns the limits of rules, keyed by the placeholders `min`, `max`, `count` and `earliest`. `earliest` is only a year. */
export function limitsOf(...rules: readonly Rule[]): Values {
  const limits = rules
    .flatMap((rule) => Object.entries(rule))
    .flatMap(([name, limit]) => {
      if (typeof limit === 'number') return [[name, withCommas(limit)]];
      return name === 'earliest' ? [[name, String(limit).slice(0, 4)]] : [];
    });
  return Object.fromEntries(limits);
}

/**
 * Returns a broken rule's message with the limits filled in, as numbers without commas (D8). In the message about the owners'
 * total share, `{max}` is the unclaimed share in percent.
 */
export function ruleMessage(copy: Copy, { rule, details }: Pick<FieldError, 'rule' | 'details'>): string {
  const values = {
    min: 'min' in rule ? String(rule.min) : '',
    max: 'max' in rule ? String(rule.max) : percentText(Math.max(0, details?.unclaimedShare ?? 0)),
    state: details?.state ?? '',
  };
  return fill(copy, copy.messages[rule.kind], values);
}

/** Returns the words of a field, or undefined if the record has no such field. `as` selects one of the field's variants. */
export function fieldCopy(
  copy: Copy,
  record: RecordName,
  key: string,
  as?: string | undefined,
): FieldCopy | undefined {
  const fields: Readonly<Record<string, FieldCopy>> = copy.fields[record];
  const words = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return as && words ? { ...words, ...words.variants?.[as] } : words;
}

/**
 * Returns a field's label, hint and help, with the person's name and the limits filled in. `names.max` replaces the rule's
 * maximum. The hint ends with any wording that the law requires.
 */
export function fieldWords(
  copy: Copy,
  { record, key, field }: AskedField,
  names: { readonly name?: string; readonly max?: string } = {},
): { readonly label: string; readonly hint: string | undefined; readonly help: string | undefined } {
  const { label = '', hint, byLaw, help } = fieldCopy(copy, record, key, field.as) ?? {};
  const beforeAnswer = [hint, byLaw].filter(Boolean).join('. ');
  // Without a rule for the minimum, the minimum is 0, because no number can be negative.
  const values = { min: '0', ...limitsOf(...field.rules), ...names };
  return {
    label: fill(copy, label, values),
    hint: beforeAnswer ? fill(copy, beforeAnswer, values) : undefined,
    help: help && fill(copy, help, values),
  };
}

/** The texts before a choice and below each of its answers. */
export interface ChoiceWords {
  readonly before: readonly string[];
  readonly yes?: string | undefined;
  readonly no?: string | undefined;
}

/** Returns the texts around a choice. `noEnds` is true if the person can't apply with the answer No. */
export function choiceWords(copy: Copy, record: RecordName, key: string, noEnds: boolean): ChoiceWords {
  const words: Partial<FieldCopy> = fieldCopy(copy, record, key) ?? {};
  const before = [words.before, noEnds ? words.needed : undefined];
  return {
    before: before.filter((text) => text !== undefined),
    yes: words.yes,
    no: (noEnds ? words.noEnds : undefined) ?? words.no,
  };
}

/** Returns the advice for a broken rule: the field's own text, or else the rule's general text. `typed` is the input's text. */
export function fixOf(
  copy: Copy,
  { record, key, field, name = '' }: AskedField,
  broken: Rule,
  typed: string,
): string {
  // The rule `ssn` is broken although the number is valid by itself, so another person has the same number (D2).
  if (broken.kind === 'ssn' && obeys(parseTyped(field, typed), broken, noContext))
    return copy.fixes.sharedSsn;
  const own = fieldCopy(copy, record, key, field.as)?.fixes?.[broken.kind];
  return fill(copy, own ?? copy.fixes.rules[broken.kind], { ...limitsOf(broken), name });
}

/** Returns the warning about an answer that is probably a mistake. */
export function cautionText(copy: Copy, { kind, values }: Caution): string {
  return fill(copy, copy.cautions[kind], values);
}

/** Returns an alert's subtitle (spec section 8, D8). `status`: the failed call's status, or null if there is no application. */
export function errorText(copy: Copy, area: ErrorArea, status: number | null, hostname: string): string {
  const { areas, unauthorized } = copy.errors;
  const { invalid, missing, other } = areas[area];
  const byStatus = { 400: invalid, 401: unauthorized, 403: unauthorized, 404: invalid };
  const line = status === null ? missing : (byStatus[status as keyof typeof byStatus] ?? other);
  return fill(copy, line, { hostname });
}
