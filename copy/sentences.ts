/** Sentences about what failed: made of the words, and of what form/ says failed with which limits (D8). */

import { percentText, withCommas } from '../form/field-types/numbers.ts';
import type { SectionKey } from '../form/fields/application-state.ts';
import type { Field } from '../form/fields/field.ts';
import type { FieldKey, RecordName } from '../form/fields/form.ts';
import type { FlowSectionKey } from '../form/flow/flow.ts';
import type { Rule } from '../form/rules/rule.ts';
import { obeys } from '../form/rules/rules.ts';
import type { Caution } from '../form/validation/cautions.ts';
import type { FieldError } from '../form/validation/validate.ts';
import { noContext, parseTyped } from '../form/validation/validate.ts';
import type { Copy, ErrorArea, FieldCopy } from './copy.ts';

type Values = Readonly<Record<string, string>>;

/** Replaces `{key}` by its value, and `{key noun}` by that many of the noun; an unknown key stays as it is. */
export function fill({ counted }: Pick<Copy, 'counted'>, text: string, values: Values): string {
  return text.replace(/\{(\w+)(?: (\w+))?\}/g, (whole, key: string, noun?: string) => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined;
    return (noun && value ? counted(value, noun) : value) ?? whole;
  });
}

/** The limits of rules by the names that stand in sentences: `{min}`, `{max}`, `{count}`, and `{earliest}`, a year. */
export function limitsOf(...rules: readonly Rule[]): Values {
  return Object.fromEntries(
    rules
      .flatMap((rule): [string, unknown][] => Object.entries(rule))
      .flatMap(([name, limit]) => {
        if (typeof limit === 'number') return [[name, withCommas(limit)]];
        return name === 'earliest' ? [[name, String(limit).slice(0, 4)]] : [];
      }),
  );
}

/** The message of a failed rule with its limits filled in; `{max}` and `{min}` are bare digits (D8). */
export function ruleMessage(copy: Copy, { rule, details }: Pick<FieldError, 'rule' | 'details'>): string {
  const values = {
    min: 'min' in rule ? String(rule.min) : '',
    max: 'max' in rule ? String(rule.max) : percentText(Math.max(0, details?.unclaimedShare ?? 0)),
    state: details?.state ?? '',
  };
  return fill(copy, copy.messages[rule.kind], values);
}

/** The words of a field; undefined where the record has no such field. */
export function fieldCopy(copy: Copy, record: RecordName, key: string): FieldCopy | undefined {
  const fields: Readonly<Record<string, FieldCopy>> = copy.fields[record];
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

/**
 * A field's label, hint and help as they are shown: with the person's name, and with the limits of its rules. What the
 * law wants said ends the hint.
 */
export function fieldWords(
  copy: Copy,
  { record, key, field }: { readonly record: RecordName; readonly key: string; readonly field: Field },
  names: { readonly name?: string } = {},
): { readonly label: string; readonly hint: string | undefined; readonly help: string | undefined } {
  const { label = '', hint, byLaw, help } = fieldCopy(copy, record, key) ?? {};
  const beforeAnswer = [hint, byLaw].filter(Boolean).join('. ');
  // No number that is asked for is below 0, whether a rule says more or not.
  const values = { min: '0', ...limitsOf(...field.rules), ...names };
  return {
    label: fill(copy, label, values),
    hint: beforeAnswer ? fill(copy, beforeAnswer, values) : undefined,
    help: help && fill(copy, help, values),
  };
}

/** What a question says before its choice, and below each answer; empty where it has no such words. */
export interface ChoiceWords {
  readonly before: readonly string[];
  readonly yes?: string | undefined;
  readonly no?: string | undefined;
}

/** What follows from the answers to a question, as it is for this applicant: `noEnds` where No ends the application. */
export function choiceWords(copy: Copy, record: RecordName, key: string, noEnds: boolean): ChoiceWords {
  const words: Partial<FieldCopy> = fieldCopy(copy, record, key) ?? {};
  const before = [words.before, noEnds ? words.needed : undefined];
  return {
    before: before.filter((text) => text !== undefined),
    yes: words.yes,
    no: (noEnds ? words.noEnds : undefined) ?? words.no,
  };
}

/** True where a Social Security number is fine by itself, or stored, so that someone else must have it too (D2). */
function isShared(field: Field, broken: Rule, typed: string): boolean {
  return broken.kind === 'ssn' && obeys(parseTyped(field, typed), broken, noContext);
}

/**
 * What to do about a failed rule: the field's own sentence, else the rule's, with the limits filled in. `typed` is what
 * stands in the input.
 */
export function fixOf<R extends RecordName>(
  copy: Copy,
  asked: { readonly record: R; readonly key: FieldKey<R> | string; readonly field: Field },
  broken: Rule,
  typed: string,
): string {
  if (isShared(asked.field, broken, typed)) return copy.fixes.sharedSsn;
  const own = fieldCopy(copy, asked.record, asked.key)?.fixes?.[broken.kind];
  return fill(copy, own ?? copy.fixes.rules[broken.kind], limitsOf(broken));
}

/** What is said of an answer that is most likely a slip. */
export function cautionText(copy: Copy, { kind, values }: Caution): string {
  return fill(copy, copy.cautions[kind], values);
}

/**
 * The alert's subtitle for a failed call by area and status (spec section 8, D8): 401 and 403 the unauthorized one,
 * 400 and 404 the area's invalid one, anything else its default. `null` stands for "no id to send".
 */
export function errorText(copy: Copy, area: ErrorArea, status: number | null, hostname: string): string {
  const { areas, unauthorized } = copy.errors;
  const texts = areas[area];
  const text =
    status === null
      ? texts.missing
      : status === 401 || status === 403
        ? unauthorized
        : status === 400 || status === 404
          ? texts.invalid
          : texts.other;
  return fill(copy, text, { hostname });
}

/** "Business done. Next: about you."; `next` is the section that follows, whichever is asked (D17). */
export function sectionDoneText({ sectionDone }: Copy, done: SectionKey, next: FlowSectionKey): string {
  return sectionDone.text(sectionDone.done[done], sectionDone.next[next]);
}
