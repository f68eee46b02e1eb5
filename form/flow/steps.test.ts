import { describe, expect, test } from 'vitest';
import { personOf, stateOf, stepOf, theApplicant } from '../../tests/support/application-states.ts';
import { askedAt, sameStep, stepAt, stepOfPerson, urlOf } from './steps.ts';

describe('the URL of a step (D43)', () => {
  test.each([
    ['/apply/business', stepOf('business')],
    ['/apply/business?part=2', stepOf('business', 2)],
    ['/apply/owner?part=2&owner=3', stepOf('owner', 2, { owner: 3 })],
    ['/apply/authorized-user/info?user=10', stepOf('authorized-user-info', 1, { user: 10 })],
  ])('%s is parsed and built again', (url, step) => {
    const [path = '', search = ''] = url.split('?');
    expect(urlOf(step)).toBe(url);
    expect(stepAt(path, search)).toEqual(step);
  });

  test('is undefined for an unknown path', () => {
    expect(stepAt('/apply/nowhere', '')).toBeUndefined();
  });
});

test('two steps are the same only if screen, part and person are', () => {
  const step = stepOf('owner-info', 2, { owner: 1 });
  const others = [
    stepOf('owner-address', 2, { owner: 1 }),
    stepOf('owner-info', 1, { owner: 1 }),
    stepOf('owner-info', 2, { owner: 2 }),
    stepOf('owner-info', 2, { owner: 1, user: 1 }),
  ];
  expect(sameStep(step, { ...step })).toBe(true);
  expect(others.filter((other) => sameStep(step, other))).toEqual([]);
});

test('a change of a listed person begins with the name', () => {
  expect(urlOf(stepOfPerson('owner', 2))).toBe('/apply/owner?part=2&owner=2');
  expect(urlOf(stepOfPerson('user', 3))).toBe('/apply/authorized-user?part=2&user=3');
});

describe('the fields of a step', () => {
  test('are its group, about its person, and only Skip leaves them out (D14)', () => {
    const owner = personOf('owner', 1);
    const state = stateOf({ personnel: [theApplicant, owner] });
    expect(askedAt(stepOf('owner-info', 1, { owner: 1 }), state)).toEqual({
      record: 'owner',
      keys: ['dateOfBirth', 'percentageOwned', 'email', 'phoneNumber'],
      person: owner,
      onlySkipLeavesOut: true,
    });
  });

  test('are none on a screen without fields', () => {
    expect(askedAt(stepOf('review'), stateOf()).keys).toEqual([]);
  });
});
