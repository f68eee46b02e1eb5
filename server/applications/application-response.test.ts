import { expect, test } from 'vitest';
import { checkVersion } from './application-response.ts';

test.each([
  [undefined, false],
  ['"3"', false],
  ['*', false],
  ['"2", "3"', false],
  ['"2",*', false],
  ['"2"', true],
  ['3', true],
  ['', true],
])('a change with If-Match %s of version 3 is stale: %s', (ifMatch, isStale) => {
  const check = () => checkVersion(ifMatch, 3);
  if (isStale) expect(check).toThrow(expect.objectContaining({ code: 'stale' }));
  else expect(check).not.toThrow();
});
