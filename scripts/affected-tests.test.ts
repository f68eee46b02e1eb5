import { expect, test } from 'vitest';
import { affectedBy } from './affected-tests.ts';

const tests = [
  { path: 'tests/browser/whole-application.test.ts', text: '' },
  { path: 'tests/browser/typed-answers.test.ts', text: 'a money field takes signs' },
  { path: 'tests/browser/review.test.ts', text: 'the list of sections' },
  { path: 'tests/browser/keyboard.thorough.test.ts', text: '' },
];
const filesFor = (...changed: string[]) => affectedBy(changed, tests).browser.files;

test('changes to docs and unit tests need no browser test', () => {
  expect(filesFor('docs/api.md', 'form/rules/length.test.ts')).toEqual([]);
});

test('a change to a browser test needs only that test', () => {
  expect(filesFor('tests/browser/keyboard.thorough.test.ts')).toEqual([
    'tests/browser/keyboard.thorough.test.ts',
  ]);
});

test('a change to an input or a screen needs its own tests and whole journeys', () => {
  expect(filesFor('web/inputs/money-input.tsx')).toEqual([
    'tests/browser/whole-application.test.ts',
    'tests/browser/typed-answers.test.ts',
  ]);
  expect(filesFor('web/screens/review-screen.tsx')).toEqual([
    'tests/browser/whole-application.test.ts',
    'tests/browser/review.test.ts',
  ]);
});

test('a change to a part of every screen needs all browser tests', () => {
  const all = tests.map(({ path }) => path);
  for (const path of ['web/state/save-queue.ts', 'form/flow/flow.ts', 'web/screens/form-screen.tsx'])
    expect(filesFor('web/inputs/money-input.tsx', path)).toEqual(all);
});

test('a change to npm run dev needs the test that starts it', () => {
  const development = { path: 'tests/browser/development.thorough.test.ts', text: '' };
  for (const path of ['scripts/dev.ts', 'scripts/dev-server.ts'])
    expect(affectedBy([path], [...tests, development]).browser.files).toEqual([development.path]);
});

test('a change to a part behind the API needs whole journeys', () => {
  expect(filesFor('server/delivery/mailer.ts')).toEqual(['tests/browser/whole-application.test.ts']);
});

test('a change to a file that the server reads when it starts needs all unit tests', () => {
  expect(affectedBy(['programs/toro/program.json'], tests).unit.all).toBe(true);
  expect(affectedBy(['server/http/app.ts'], tests).unit.all).toBe(false);
});
