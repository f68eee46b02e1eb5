import { expect, test } from 'vitest';
import { versionText } from './version-text.ts';

test.each([
  ['2026-11-26', 'November 26, 2026'],
  ['2027-01-01', 'January 1, 2027'],
  ['2026-13-01', '2026-13-01'],
  ['2026-11-26.3fa9c1d2', '2026-11-26.3fa9c1d2'],
  ['4.2', '4.2'],
])('the version %s is shown as %s', (version, text) => {
  expect(versionText(version)).toBe(text);
});
