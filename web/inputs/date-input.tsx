import { useRef } from 'react';
import {
  type DateParts,
  type IsoDate,
  latestBirthDate,
  partsOfDate,
  textOfParts,
  todayAt,
  typedParts,
} from '../../form/field-types/date.ts';
import { isRequired, rulesOf } from '../../form/fields/field.ts';
import type { Rule } from '../../form/rules/rule.ts';
import { parseTyped } from '../../form/validation/validate.ts';
import { serverTime } from '../api/server-time.ts';
import { Button } from '../components/buttons/button.tsx';
import { Icon } from '../components/icon.tsx';
import { useCopy } from '../copy/use-copy.ts';
import type { InputProps } from '../jsx/input-props.ts';
import { FieldFrame } from './field-frame.tsx';
import { datePartId } from './filled-in.ts';

/** The parts of a date. The inputs, and the text `month/day/year` that they form together, have this order. */
const parts = ['month', 'day', 'year'] as const;

function calendarRange(rules: readonly Rule[], today: IsoDate): { min?: IsoDate; max?: IsoDate } {
  const range: { min?: IsoDate; max?: IsoDate } = {};
  for (const rule of rules) {
    if (rule.kind === 'invalid' && rule.earliest) range.min = rule.earliest;
    if (rule.kind === 'notInPast') range.min = today;
    if (rule.kind === 'notInFuture') range.max ??= today;
    if (rule.kind === 'minAge') range.max = latestBirthDate(today, rule.min);
  }
  return range;
}

/** Three inputs for month, day and year. A whole pasted date fills all three. The focus never moves by itself. */
export function DateInput(props: InputProps<'date'>) {
  const { page: words } = useCopy();
  const { id, field, value, onChange, error } = props;
  const calendar = useRef<HTMLInputElement>(null);
  const typed = typedParts(value);
  const required = isRequired(field);
  const token = props.autoComplete ?? field.autocomplete ?? 'off';
  const answer = parseTyped(field, value);
  const canPick = typeof HTMLInputElement !== 'undefined' && 'showPicker' in HTMLInputElement.prototype;

  const type = (part: keyof DateParts, text: string) => {
    const isTyping = text.length <= typed[part].length + 1;
    onChange(textOfParts({ ...typed, [part]: text }, isTyping));
  };
  const leave = () => {
    const left = textOfParts(typed);
    if (left !== value) onChange(left);
  };
  const pick = (date: IsoDate) => {
    if (date) onChange(textOfParts(partsOfDate(date)));
  };
  const isWrong = (part: keyof DateParts) =>
    error !== undefined && (error.part === undefined || error.part === 'date' || error.part === part);

  return (
    <FieldFrame {...props} shape="group">
      {() => (
        <>
          <div className="date-parts">
            {parts.map((part) => (
              <div className="date-part" key={part} data-part={part}>
                <label htmlFor={datePartId(id, part)}>{words[part]}</label>
                <input
                  className="control"
                  id={datePartId(id, part)}
                  type="text"
                  inputMode="numeric"
                  autoComplete={token === 'off' ? token : `${token}-${part}`}
                  autoCapitalize="none"
                  spellCheck={false}
                  aria-required={required || undefined}
                  aria-invalid={isWrong(part) || undefined}
                  aria-describedby={isWrong(part) ? `${id}-error` : undefined}
                  enterKeyHint={part === 'year' ? props.enterKeyHint : 'next'}
                  value={typed[part]}
                  onChange={(event) => type(part, event.currentTarget.value)}
                  onBlur={leave}
                />
              </div>
            ))}
          </div>
          {canPick && (
            <div className="calendar">
              <Button onPress={() => calendar.current?.showPicker()}>
                <Icon name="calendar" />
                <span>{words.chooseFromCalendar}</span>
              </Button>
              <input
                ref={calendar}
                className="visually-hidden"
                type="date"
                tabIndex={-1}
                aria-hidden="true"
                {...calendarRange(rulesOf(field), todayAt(serverTime.now()))}
                value={typeof answer === 'string' ? answer : ''}
                onChange={(event) => pick(event.currentTarget.value)}
              />
            </div>
          )}
        </>
      )}
    </FieldFrame>
  );
}
