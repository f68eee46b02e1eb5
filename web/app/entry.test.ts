import { expect, test } from 'vitest';
import { isEntry, showsIntro } from './entry.ts';

test.each([
  '/',
  '/start',
  '/START',
  '/start/',
  '/start/main-street',
  '/start/1234-5678-9012-3456',
  '/main-street',
  '/startfoo',
])('%s is an entry route and shows the intro', (path) => {
  expect(isEntry(path)).toBe(true);
  expect(showsIntro(path)).toBe(true);
});

test.each([
  '/error',
  '/resume',
  '/status',
  '/health',
  '/Health',
  '/docs',
  '/metrics',
  '/assets',
  '/api',
  '/apply/business',
  '/apply/finish/timeout',
  '/main-street/more',
  '/ab',
  '/starting/x',
])('%s is no entry route', (path) => {
  expect(isEntry(path)).toBe(false);
  expect(showsIntro(path)).toBe(false);
});

test('/apply shows the intro, but starts no new session', () => {
  expect(isEntry('/apply')).toBe(false);
  expect(showsIntro('/apply')).toBe(true);
});
