import { describe, expect, test } from 'vitest';
import { namesStore, startCall } from './start-call.ts';

describe('the call of an entry route', () => {
  test.each([
    ['/', '/apply/start'],
    ['/start', '/apply/start'],
    ['/start/', '/apply/start'],
    ['/START', '/apply/start'],
    ['/main-street', '/apply/start/entity-key/main-street'],
    ['/start/main-street', '/apply/start/entity-key/main-street'],
    ['/startfoo', '/apply/start/entity-key/startfoo'],
    ['/start-of-season', '/apply/start/entity-key/start-of-season'],
    ['/start/1234-5678-9012-3456', '/apply/start/1234-5678-9012-3456'],
  ])('%s is %s', (path, call) => {
    expect(startCall(path, '')).toEqual({ method: 'POST', path: call });
  });

  test.each([
    ['/START', false],
    ['/startfoo', true],
  ])('%s names a store of its own: %s', (path, names) => {
    expect(namesStore(path, '')).toBe(names);
  });
});
