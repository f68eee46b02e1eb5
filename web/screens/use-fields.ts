/** Fields that are asked for together: what is typed in them, what is wrong with them, and what they come to on Next. */
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fill } from '../../form/catalogue.ts';
import type { Field } from '../../form/field.ts';
import type { Problem } from '../../form/judge.ts';
import { judgeAnswer, maskedKey, readerOf, readTyped, touchedBy } from '../../form/judge.ts';
import { percentText } from '../../form/kinds/numbers.ts';
import type { AskedTogether } from '../../form/records.ts';
import { answersTo, fieldsAsked } from '../../form/records.ts';
import type { JudgedValue } from '../../form/rules/rule.ts';
import type { Person, Situation } from '../../form/situation.ts';
import { ruleContext, unclaimedShare } from '../../form/situation.ts';
import type { SummaryError } from '../components/error-summary.tsx';
import { isCheckedOnLeaving } from '../inputs/checked-on-leaving.ts';
import { focusInput } from '../inputs/focus-input.ts';
import { errorText, inputError, refusedError } from '../inputs/input-error.ts';
import type { InputError, InputProps } from '../inputs/input-props.ts';
import { usePageState, useSession } from '../session/use-session.ts';
import { words } from '../words.ts';

export interface FormFields {
  /** What each field's input is given, in order. */
  readonly inputs: readonly (InputProps & { readonly key: string })[];
  /** The errors that are shown, in the order of the fields. */
  readonly errors: readonly SummaryError[];
  /** Counts the times that `take` found several problems; 0 when it found one, to which it led. */
  readonly attempt: number;
  readonly typed: Readonly<Record<string, string>>;
  /** Judges all fields. Answers what they come to, or shows what is wrong, leads there and answers undefined. */
  readonly take: () => Readonly<Record<string, unknown>> | undefined;
}

/** The problems that were found in the page, by field. */
type Problems = Readonly<Record<string, Problem>>;

const idOf = (key: string) => `field-${key}`;

/** The text that an input begins with: what the stored answer looks like there. */
function initialText(field: Field, answer: unknown): string {
  if (answer === null || answer === undefined) return '';
  if (field.kind === 'date') {
    const [year = '', month = '', day = ''] = String(answer).split('-');
    return `${Number(month)}/${Number(day)}/${year}`;
  }
  return readerOf(field).toText(answer as never);
}

/** The fields of a screen; `url` is its address, under which unfinished typing is kept. */
export function useFields(asked: AskedTogether, url: string, heading: boolean): FormFields {
  const session = useSession();
  const state = usePageState();
  const situation: Situation = { ...state.situation, now: new Date() };
  const { person, onlySkipLeavesOut } = asked;
  const fields = fieldsAsked(asked, situation);
  const byKey = Object.fromEntries(fields);
  const record = answersTo(asked, situation);
  const [attempt, setAttempt] = useState(0);
  const [problems, setProblems] = useState<Problems>({});
  const kept = state.typed[url] ?? {};
  const typed = Object.fromEntries(
    fields.map(([key, field]) => [key, kept[key] ?? initialText(field, record[key])]),
  );
  // Several events can follow one another before React draws again; the latest text must not be lost between them.
  const latest = useRef(typed);
  latest.current = typed;

  /** Everything that was typed, read; a masked answer that was left alone stays as it is. */
  function valuesOf(texts: Readonly<Record<string, string>>): Record<string, JudgedValue | null> {
    return Object.fromEntries(
      fields.flatMap(([key, field]) => {
        const value = readTyped(field, texts[key] ?? '');
        const staysMasked = value === null && field.sensitive === 'masked' && record[maskedKey(key)];
        return staysMasked ? [] : [[key, value]];
      }),
    );
  }

  function judge(key: string, values: Readonly<Record<string, JudgedValue | null>>) {
    const context = { ...ruleContext(situation, { ...record, ...values }, person), onlySkipLeavesOut };
    const field = byKey[key];
    return field && judgeAnswer(field, key, values[key] ?? null, context);
  }

  /** Shows the problem of a field, or that there is none, where that is `due` beside those that are shown. */
  function show(key: string, problem: Problem | undefined, due: (shown: Problems) => boolean): void {
    setProblems((shown) => {
      const { [key]: _, ...others } = shown;
      return due(shown) ? { ...others, ...(problem && { [key]: problem }) } : shown;
    });
  }

  function shownError(key: string, field: Field): InputError | undefined {
    const problem = problems[key];
    if (problem) return inputError(field, problem, typed[key] ?? '');
    const refused = state.refused[url]?.find((candidate) => candidate.field === key);
    return refused && refusedError(field, refused, typed[key] ?? '');
  }

  function change(key: string, text: string): void {
    const texts = { ...latest.current, [key]: text };
    latest.current = texts;
    session.type(url, texts);
    const values = valuesOf(texts);
    // An answer can make another one right or wrong, as a state its ZIP code (D4).
    for (const touched of touchedBy(byKey, [key])) {
      const isBeside = touched !== key && (texts[touched] ?? '') !== '';
      session.clearRefused(url, touched);
      show(touched, judge(touched, values), (shown) => isBeside || touched in shown);
    }
  }

  function leave(key: string, field: Field): void {
    const text = latest.current[key] ?? '';
    if (text !== '' && isCheckedOnLeaving(field)) show(key, judge(key, valuesOf(latest.current)), () => true);
  }

  const names = { name: nameOf(person?.answers['fullName']) };
  const inputs = fields.map(([key, field], index) => ({
    key,
    id: idOf(key),
    field: field as InputProps['field'],
    label: fill(field.label, names),
    hint: field.hint,
    help: field.help,
    value: typed[key] ?? '',
    onChange: (text: string) => change(key, text),
    onBlur: () => leave(key, field),
    error: shownError(key, field),
    note: noteOn(field, situation, person),
    saved: (record[maskedKey(key)] as string | null | undefined) ?? undefined,
    enterKeyHint: index === fields.length - 1 ? ('go' as const) : ('next' as const),
    heading: heading && fields.length === 1,
  }));
  const errors = inputs.flatMap(({ id, error }) => (error ? [{ id, text: errorText(error) }] : []));

  // Who is sent back is led to what was refused, past the heading on which the focus was put before.
  const refusals = state.refused[url]?.length ?? 0;
  const refusalsSeen = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal, not while it is being mended.
  useEffect(() => {
    const [first, ...others] = errors;
    if (refusals > refusalsSeen.current && first) {
      if (others.length > 0) setAttempt((count) => count + 1);
      else focusInput(first.id);
    }
    refusalsSeen.current = refusals;
  }, [refusals]);

  function take(): Readonly<Record<string, unknown>> | undefined {
    const values = valuesOf(latest.current);
    const found = fields.flatMap(([key]) => judge(key, values) ?? []);
    const first = found[0];
    if (!first) return values;
    flushSync(() => {
      setProblems(Object.fromEntries(found.map((problem) => [problem.field, problem])));
      setAttempt((count) => (found.length > 1 ? count + 1 : 0));
    });
    if (found.length === 1) focusInput(idOf(first.field));
    return undefined;
  }

  return { inputs, errors, attempt, typed, take };
}

/** What others leave unclaimed, under a share that is judged by it (D6); nothing where nobody else has one. */
function noteOn({ rules }: Field, situation: Situation, person: Person | undefined): string | undefined {
  if (!rules.some(({ kind }) => kind === 'totalOwnership')) return undefined;
  const unclaimed = unclaimedShare(situation, person?.id);
  return unclaimed < 100_00 ? words.unclaimed(percentText(unclaimed)) : undefined;
}

/** A person's name for labels; before it is known, the words that fit every sentence. */
function nameOf(name: unknown): string {
  return typeof name === 'string' ? name : 'this person';
}
