import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Field } from '../../form/field.ts';
import type { RecordName } from '../../form/form.ts';
import { baseForm, fieldsOf } from '../../form/form.ts';
import { isRequired } from '../../form/judge.ts';
import { InputFor } from './input-for.tsx';
import type { InputProps } from './input-props.ts';

/** Every field that someone is asked, by a readable name. */
const asked: readonly (readonly [name: string, field: Field])[] = (
  Object.keys(baseForm) as RecordName[]
).flatMap((record) =>
  Object.entries(fieldsOf(baseForm, record))
    .filter(([, { kind }]) => kind !== 'person' && kind !== 'file')
    .map(([key, field]) => [`${record}.${key}`, field] as const),
);

function draw(field: Field, more: Partial<InputProps> = {}): string {
  const props: InputProps = {
    id: 'answer',
    field,
    label: field.label,
    hint: field.hint,
    help: field.help,
    value: '',
    onChange: () => {},
    ...more,
  };
  return renderToStaticMarkup(createElement(InputFor, props));
}

const error = { message: 'Required Field', repair: 'Give an answer.' };

describe.each(asked)('%s', (_, field) => {
  const clean = draw(field);
  const wrong = draw(field, { error });

  test('has a label and a control to go to', () => {
    expect(clean).toMatch(/<(label|legend)[ >]/);
    expect(clean).toMatch(/<(input|select|button)[^>]* id="answer"/);
  });

  test('describes what is wrong before the hint', () => {
    expect(wrong).toContain('Error: </span>Required Field. Give an answer.');
    const description = field.hint ? 'answer-error answer-hint' : 'answer-error';
    expect(wrong).toMatch(new RegExp(`aria-describedby="${description}[" ]`));
    expect(clean).not.toContain('answer-error');
  });

  test('says whether it is required', () => {
    // A button cannot say so; the industry's does not take part.
    if (field.kind !== 'industry') expect(clean.includes('aria-required="true"')).toBe(isRequired(field));
  });

  test('cuts nothing off, names no answer for the address bar, and carries no style', () => {
    expect(clean).not.toMatch(/maxlength|style=|placeholder=|type="number"/i);
    expect(clean.replace(/<input type="radio"[^>]*>/g, '')).not.toMatch(/ name="/);
  });
});

describe('a masked answer that is kept', () => {
  const field = baseForm.applicant.ssn;

  test('stands as its last four, and nothing can be typed', () => {
    const kept = draw(field, { saved: '6789' });
    expect(kept).toContain('•••-••-6789');
    expect(kept).toContain('ending in 6 7 8 9');
    expect(kept).not.toContain('<input');
  });

  test('gives way to an input where it is refused', () => {
    expect(draw(field, { saved: '6789', error })).toContain('<input');
  });
});

test('a label that is the heading stands inside the only h1', () => {
  expect(draw(baseForm.application.internetGambling, { heading: true })).toMatch(
    /<legend[^>]*><h1[^>]* tabindex="-1">Does the business/,
  );
  expect(draw(baseForm.application.email, { heading: true })).toMatch(/<h1[^>]*><label[^>]* for="answer">/);
});

test('a date marks only the part to mend', () => {
  const html = draw(baseForm.applicant.dateOfBirth, {
    value: '4/33/1986',
    error: { ...error, part: 'day' },
  });
  expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
  expect(html).toMatch(/id="answer-day"[^>]*aria-invalid="true"/);
});
