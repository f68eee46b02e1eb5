import { expect, test } from 'vitest';
import { screens } from '../form/flow/flow.ts';
import { stepsOfScreen } from '../form/flow/steps.ts';
import { en } from './en/en.ts';
import { pageTitleAt } from './screen-words.ts';

const titles = screens.flatMap(stepsOfScreen).map((step) => pageTitleAt(en, step));

test('each group of each screen has a page title of its own', () => {
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

test('no page title has a place for an answer, which the browser would keep in its history', () => {
  expect(titles.filter((title) => title.includes('{'))).toEqual([]);
});
