import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Copy } from '../../copy/copy.ts';
import { keptAnswer } from '../../copy/display.ts';
import { cautionText, choiceWords, fieldCopy, fieldWords } from '../../copy/sentences.ts';
import { partsOfDate, textOfParts } from '../../form/field-types/date.ts';
import { percentText } from '../../form/field-types/numbers.ts';
import type { ApplicationState } from '../../form/fields/application-state.ts';
import { type Field, fieldAs, isKept } from '../../form/fields/field.ts';
import { endsWithNo } from '../../form/flow/flow.ts';
import { unclaimedShare } from '../../form/people/ownership.ts';
import type { Person } from '../../form/people/people.ts';
import type { ParsedValue } from '../../form/rules/rule.ts';
import { type AskedTogether, answersTo, fieldsAsked } from '../../form/state/asked.ts';
import { cautionOf } from '../../form/validation/cautions.ts';
import { ruleContext } from '../../form/validation/rule-context.ts';
import {
  type FieldError,
  fieldTypeOf,
  noContext,
  parseTyped,
  touchedBy,
  validateAnswer,
} from '../../form/validation/validate.ts';
import { serverTime } from '../api/server-time.ts';
import { afterPress } from '../browser/press.ts';
import { useCopy } from '../copy/use-copy.ts';
import { filledInto } from '../inputs/filled-in.ts';
import { focusInput } from '../inputs/focus-input.ts';
import { inputError, refusedError } from '../inputs/input-error.ts';
import { isCheckedOnLeaving, tidyTyped } from '../inputs/typed-text.ts';
import type { InputError, InputProps } from '../jsx/input-props.ts';
import type { Typed } from '../state/page-state.ts';
import { usePageState, usePageStore } from '../state/use-page.ts';
import { customScreens } from './parts.ts';

export type FormFields = ReturnType<typeof useFields>;

/** The errors that the page itself has found, keyed by field. */
type FieldErrors = Readonly<Record<string, FieldError>>;

const idOf = (key: string) => `field-${key}`;

function initialText(field: Field, answer: unknown): string {
  if (answer === null || answer === undefined) return '';
  if (field.type === 'date') return textOfParts(partsOfDate(String(answer)));
  return fieldTypeOf(field).format(answer as never);
}

/** Returns a screen's inputs. Their unsaved texts are stored under `url`. With `heading`, the first label is the heading. */
export function useFields(asked: AskedTogether, url: string, heading: boolean) {
  const copy = useCopy();
  const { dispatch, getState } = usePageStore();
  const state = usePageState();
  const application: ApplicationState = { ...state.application, now: serverTime.now() };
  const { person, onlySkipLeavesOut } = asked;
  const declared = fieldsAsked(asked, application);
  const byKey = Object.fromEntries(declared);
  const record = answersTo(asked, application);
  const [attempt, setAttempt] = useState(0);
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({});
  const [leftKeys, setLeftKeys] = useState<readonly string[]>([]);
  const kept = state.typed[url] ?? {};
  // `givenAnswers` loads with the custom screens. It fills in the Social Security number from the tax ID. When that number is
  // asked for, the function is loaded, because the person visits a custom screen between these two fields.
  const given = customScreens.loaded()?.givenAnswers(asked, state);
  const known: Typed = Object.fromEntries(
    declared.map(([key, field]) => [
      key,
      kept[key] ?? initialText(field, record[key] ?? given?.[key]?.answer),
    ]),
  );
  // Autofill may fire no event, so read the filled-in texts now. The next render would overwrite them.
  const drawn = useRef<Typed | null>(null);
  const filledIn = filledSince(drawn.current, known);
  const typed = { ...known, ...filledIn };
  // A checkbox can change what another field asks for (D67). In `typed`, the text of a choice is the key of the chosen option.
  const fields = declared.map(([key, field]) => [key, fieldAs(field, typed)] as const);
  // Several events may occur before React renders again. Each event must use the latest texts.
  const latest = useRef(typed);
  latest.current = typed;

  /** Returns the texts that autofill has changed since the inputs were rendered, except those that an event has reported. */
  function filledSince(before: Typed | null, now: Typed): Typed {
    if (!before) return {};
    return Object.fromEntries(
      declared.flatMap(([key, field]) => {
        const was = before[key] ?? '';
        const text = filledInto({ id: idOf(key), field: field as InputProps['field'] }, was);
        return text === undefined || now[key] !== was ? [] : [[key, text]];
      }),
    );
  }

  /** Returns the parsed values of the texts. Omits fields whose stored answer the person has not typed again. */
  function valuesOf(texts: Typed): Record<string, ParsedValue | null> {
    return Object.fromEntries(
      fields.flatMap(([key, field]) => {
        const value = parseTyped(field, texts[key] ?? '');
        return value === null && isKept(field, key, record) ? [] : [[key, value]];
      }),
    );
  }

  function validate(key: string, values: Readonly<Record<string, ParsedValue | null>>) {
    const context = { ...ruleContext(application, { ...record, ...values }, person), onlySkipLeavesOut };
    const field = byKey[key];
    return field && validateAnswer(field, key, values[key] ?? null, context);
  }

  function show(key: string, fieldError: FieldError | undefined, due: (shown: FieldErrors) => boolean): void {
    setFieldErrors((shown) => {
      const { [key]: _, ...others } = shown;
      if (!due(shown)) return shown;
      return fieldError ? { ...others, [key]: fieldError } : others;
    });
  }

  const name = nameOf(copy.page, person);
  const askedField = (key: string, field: Field) => ({ record: asked.record, key, field, name });

  function shownError(key: string, field: Field): InputError | undefined {
    const fieldError = fieldErrors[key];
    if (fieldError) return inputError(copy, askedField(key, field), fieldError, typed[key] ?? '');
    const refused = state.refused[url]?.find((candidate) => candidate.field === key);
    return refused && refusedError(copy, askedField(key, field), refused, typed[key] ?? '');
  }

  /** Returns the caution to show: empty if none is due, undefined for a field that never has a caution. */
  function shownCaution(key: string, field: Field): string | undefined {
    if (!field.caution) return undefined;
    const isDue = leftKeys.includes(key) && !shownError(key, field);
    const caution = isDue ? cautionOf(field, typed[key] ?? '') : undefined;
    return caution ? cautionText(copy, caution) : '';
  }

  function change(key: string, text: string): void {
    setLeftKeys((keys) => keys.filter((other) => other !== key));
    const texts = { ...latest.current, [key]: text };
    for (const [other, field] of declared)
      if (field.variant?.by === key) texts[other] = tidyTyped(fieldAs(field, texts), texts[other] ?? '');
    latest.current = texts;
    // Keep the texts that other fields of this screen have stored under the same URL.
    dispatch({ type: 'answerTyped', url, typed: { ...getState().typed[url], ...texts } });
    const values = valuesOf(texts);
    // An answer can make another answer valid or invalid. For example, whether a ZIP code is valid depends on the state (D4).
    for (const touched of touchedBy(byKey, [key])) {
      const isBeside = touched !== key && (texts[touched] ?? '') !== '';
      dispatch({ type: 'refusedFieldEdited', url, field: touched });
      show(touched, validate(touched, values), (shown) => isBeside || touched in shown);
    }
  }

  function changeAll(texts: Typed): void {
    for (const [key, text] of Object.entries(texts)) change(key, text);
  }
  useLayoutEffect(() => {
    drawn.current = typed;
    changeAll(filledIn);
  });

  function leave(key: string, field: Field): void {
    setLeftKeys((keys) => [...keys, key]);
    const text = latest.current[key] ?? '';
    if (text !== '' && isCheckedOnLeaving(field))
      show(key, validate(key, valuesOf(latest.current)), () => true);
  }

  /** Returns a checkbox's label, and the text to announce after a press: the new label of the field that the checkbox changes. */
  function boxOf(key: string): InputProps['box'] {
    const label = fieldCopy(copy, asked.record, key)?.box;
    const [other = '', changed] = fields[declared.findIndex(([, { variant }]) => variant?.by === key)] ?? [];
    if (!label || !changed) return undefined;
    return { label, says: copy.page.asksFor(fieldWords(copy, askedField(other, changed)).label) };
  }

  /** Returns the words of a field. The hint for a share states the largest possible share (D6). */
  function wordsFor(key: string, field: Field) {
    const left = shareLeft(field, application, person);
    const isLimit = left !== undefined && !validateAnswer(field, key, left / 100, noContext);
    return {
      ...fieldWords(copy, askedField(key, field), { name, ...(isLimit && { max: percentText(left) }) }),
      note:
        left === undefined
          ? given?.[key]?.noteOn(typed[key])
          : copy.page.unclaimed(percentText(100_00 - left), percentText(left)),
    };
  }

  const inputs = fields.map(([key, field], index): InputProps & { readonly key: string } => ({
    key,
    id: idOf(key),
    field: field as InputProps['field'],
    ...wordsFor(key, field),
    options: fieldCopy(copy, asked.record, key)?.options,
    box: boxOf(key),
    choice: choiceWords(copy, asked.record, key, endsWithNo(asked.record, key, application)),
    value: typed[key] ?? '',
    onChange: (text: string) => change(key, text),
    // An error message moves the elements below it. If a press takes the focus from the field, show the message after the press.
    onBlur: () => afterPress(() => leave(key, field)),
    error: shownError(key, field),
    caution: shownCaution(key, field),
    saved: keptAnswer(copy, askedField(key, field), { ...record, ...typed }),
    enterKeyHint: index === fields.length - 1 ? 'go' : 'next',
    heading: heading && index === 0,
  }));
  const errors = inputs.flatMap(({ id, label, error }) =>
    error ? [{ id, label: label.replace(` ${copy.optional}`, '') }] : [],
  );

  // Move the focus to an answer that the server refused. An effect does this after the heading has received the focus.
  const refusedCount = state.refused[url]?.length ?? 0;
  const errorsSeen = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: run once per refusal, not while the answer is being changed.
  useEffect(() => {
    const [first, ...others] = errors;
    if (refusedCount > errorsSeen.current && first) {
      if (others.length > 0) setAttempt((count) => count + 1);
      else focusInput(first.id);
    }
    errorsSeen.current = refusedCount;
  }, [refusedCount]);

  /** Validates all fields and returns their values. If some are wrong, shows their errors and returns undefined. */
  function validValues(): Readonly<Record<string, unknown>> | undefined {
    changeAll(filledSince(typed, latest.current));
    const values = valuesOf(latest.current);
    const found = fields.flatMap(([key]) => validate(key, values) ?? []);
    const first = found[0];
    if (!first) return values;
    flushSync(() => {
      setFieldErrors(Object.fromEntries(found.map((fieldError) => [fieldError.field, fieldError])));
      setAttempt((count) => (found.length > 1 ? count + 1 : 0));
    });
    if (found.length === 1) focusInput(idOf(first.field));
    return undefined;
  }

  return {
    inputs,
    /** The inputs that show an error, in the order of the fields. Their labels omit “(optional)”. */
    errors,
    /** Number of attempts that found several errors. Reset to 0 when `validValues` finds only one error and focuses its input. */
    attempt,
    /** Returns the texts that the inputs contain now. */
    typed: (): Typed => ({ ...latest.current, ...filledSince(typed, latest.current) }),
    validValues,
  };
}

/**
 * Returns the share that no other person owns, in hundredths of a percent. Undefined if the field isn't a share, or if no other
 * person owns a share.
 */
function shareLeft(
  { rules }: Field,
  application: ApplicationState,
  person: Person | undefined,
): number | undefined {
  if (!rules.some(({ kind }) => kind === 'totalOwnership')) return undefined;
  const left = unclaimedShare(application, person?.id);
  return left < 100_00 ? left : undefined;
}

/** Returns a person's name for labels. Until the name is known, returns a phrase that fits into every sentence. */
function nameOf({ thisPerson }: Copy['page'], person: Person | undefined): string {
  const name = person?.answers['fullName'];
  return typeof name === 'string' ? name : thisPerson;
}
