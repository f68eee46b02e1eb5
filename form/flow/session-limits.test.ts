import { expect, test } from 'vitest';
import { idleGraceMillis, sessionsPerBrowser } from '../limits/session-limits.ts';

test('a browser holds four applications at once (D23)', () => {
  expect(sessionsPerBrowser).toBe(4);
});

test('the server waits two minutes longer than the page for someone to be there (D23)', () => {
  expect(idleGraceMillis / 60_000).toBe(2);
});
