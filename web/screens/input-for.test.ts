import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { en } from '../../copy/en/en.ts';
import { fieldCopy, fieldWords } from '../../copy/sentences.ts';
import { type Field, isRequired } from '../../form/fields/field.ts';
import { baseForm, fieldsOf, type RecordName } from '../../form/fields/form.ts';
import { CopyContext, FirstCopyContext } from '../copy/copy-context.ts';
import type { InputProps } from '../jsx/input-props.ts';
import { InputFor } from './input-for.tsx';

type Words = Pick<InputProps, 'label' | 'hint' | 'help' | 'options'>;

function wordsOf(record: RecordName, key: string): Words {
  const field = fieldsOf(baseForm, record)[key];
  if (!field) throw new Error(`There is no field ${record}.${key}`);
  return { ...fieldWords(en, { record, key, field }), options: fieldCopy(en, record, key)?.options };
}

/** Every field of the form, with a readable name for the test's title. */
const asked: readonly (readonly [name: string, field: Field, words: Words])[] = (
  Object.keys(baseForm) as RecordName[]
).flatMap((record) =>
  Object.entries(fieldsOf(baseForm, record))
    .filter(([, { type }]) => type !== 'person' && type !== 'file')
    .map(([key, field]) => [`${record}.${key}`, field, wordsOf(record, key)] as const),
);

function draw(field: Field, words: Words, more: Partial<InputProps> = {}): string {
  const props: InputProps = {
    id: 'answer',
    field,
    ...words,
    value: '',
    onChange: () => {},
    ...more,
  };
  return renderToStaticMarkup(
    createElement(
      CopyContext,
      { value: en },
      createElement(FirstCopyContext, { value: en.first }, createElement(InputFor, props)),
    ),
  );
}

const error = { message: 'Required Field', fix: 'Answer this question.' };

describe.each(asked)('%s', (_, field, words) => {
  const clean = draw(field, words);
  const wrong = draw(field, words, { error });

  test('has a label and a control to focus', () => {
    expect(clean).toMatch(/<(label|legend)[ >]/);
    expect(clean).toMatch(/<(input|select|button)[^>]* id="answer"/);
  });

  test('describes the error before the hint', () => {
    expect(wrong).toContain(
      'Error: </span><b>Answer this question. </b><span data-pause="true">Required Field</span>',
    );
    const description = words.hint ? 'answer-error answer-hint' : 'answer-error';
    expect(wrong).toMatch(new RegExp(`aria-describedby="${description}[" ]`));
    expect(clean).not.toContain('answer-error');
  });

  test('says whether it is required', () => {
    // The industry input is a button, and `aria-required` is not valid on buttons.
    if (field.type !== 'industry') expect(clean.includes('aria-required="true"')).toBe(isRequired(field));
  });

  test('has no maxlength, no name and no style', () => {
    expect(clean).not.toMatch(/maxlength|style=|placeholder=|type="number"/i);
    expect(clean.replace(/<input type="radio"[^>]*>/g, '')).not.toMatch(/ name="/);
  });
});

describe('an answer that is kept and not read back', () => {
  const saved = { text: '•••-••-6789', lastFour: '6789' };
  const field = baseForm.applicant.ssn;
  const words = wordsOf('applicant', 'ssn');

  test('shows its last four digits and no input', () => {
    const kept = draw(field, words, { saved });
    expect(kept).toContain('•••-••-6789');
    expect(kept).toContain('ending in 6 7 8 9');
    expect(kept).not.toContain('<input');
  });

  test('says that it is saved if nothing of it may be shown', () => {
    const { dateOfBirth } = baseForm.applicant;
    const kept = draw(dateOfBirth, wordsOf('applicant', 'dateOfBirth'), { saved: { text: 'Saved' } });
    expect(kept).toContain('<span>Saved</span><button');
    expect(kept).not.toContain('<input');
  });

  test('is replaced by an input if it was refused', () => {
    expect(draw(field, words, { saved, error })).toContain('<input');
  });
});

test('a label that is the heading is inside the only h1', () => {
  expect(
    draw(baseForm.application.internetGambling, wordsOf('application', 'internetGambling'), {
      heading: true,
    }),
  ).toMatch(/<legend[^>]*><h1[^>]* tabindex="-1">Is your business/);
  expect(draw(baseForm.application.email, wordsOf('application', 'email'), { heading: true })).toMatch(
    /<h1[^>]*><label[^>]* for="answer">/,
  );
});

test('a date marks only the part to fix', () => {
  const html = draw(baseForm.applicant.dateOfBirth, wordsOf('applicant', 'dateOfBirth'), {
    value: '4/33/1986',
    error: { ...error, part: 'day' },
  });
  expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
  expect(html).toMatch(/id="answer-day"[^>]*aria-invalid="true"/);
});
