import { expect, test } from 'vitest';
import { idleGraceMillis, sessionsPerBrowser } from '../limits/session-limits.ts';

test('a browser holds four applications at once (D23)', () => {
  expect(sessionsPerBrowser).toBe(4);
});

test('the server’s idle timeout is two minutes longer than the page’s (D23)', () => {
  expect(idleGraceMillis / 60_000).toBe(2);
});
