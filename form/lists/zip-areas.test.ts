import { describe, expect, test } from 'vitest';
import { states } from './states.ts';
import { zipLiesIn } from './zip-areas.ts';

const military = ['AA', 'AE', 'AP'];
const territories = ['PR', 'VI', 'GU', 'AS', 'MP', 'FM', 'MH', 'PW'];
const areas = [...states.map((state) => state.code), ...military, ...territories];

/** Returns every area to which a ZIP code belongs. The tests use it to find ZIP codes that are assigned to two areas. */
const areasOf = (zip: string) => areas.filter((area) => zipLiesIn(zip, area));

describe('split prefixes (D4)', () => {
  test.each([
    ['063', '06320', 'CT'],
    ['06390', '06390', 'NY'],
    ['205', '20500', 'DC'],
    ['205, not in use', '20545', 'DC'],
    ['20588', '20588', 'MD'],
    ['20598', '20598', 'VA'],
    ['739', '73901', 'OK'],
    ['73960', '73960', 'TX'],
    ['834', '83440', 'ID'],
    ['83414', '83414', 'WY'],
    ['967', '96701', 'HI'],
    ['96799', '96799', 'AS'],
    ['969', '96910', 'GU'],
    ['969, Palau', '96940', 'PW'],
    ['969, Micronesia', '96941', 'FM'],
    ['969, Northern Marianas', '96950', 'MP'],
    ['969, Marshall Islands', '96960', 'MH'],
    ['055', '05501', 'MA'],
    ['055', '05544', 'MA'],
    ['733', '73301', 'TX'],
    ['733', '73344', 'TX'],
    ['005', '00501', 'NY'],
    ['006', '00601', 'PR'],
    ['008', '00801', 'VI'],
    ['340, never FL', '34001', 'AA'],
    ['090, never NJ', '09001', 'AE'],
    ['098, never NJ', '09899', 'AE'],
    ['962, never CA', '96201', 'AP'],
    ['966, never CA', '96699', 'AP'],
  ])('%s: %s is %s and nothing else', (_, zip, area) => {
    expect(areasOf(zip)).toEqual([area]);
  });
});

test('the state may be in any case', () => {
  expect(zipLiesIn('55420', 'mn')).toBe(true);
  expect(zipLiesIn('55420', 'Mn')).toBe(true);
});

test('only the prefix counts, not whether the ZIP is in use', () => {
  expect(areasOf('10999')).toEqual(['NY']);
});

test.each(['00000', '00401', '09999', '21301', '34301', '51701', '69999', '88800', '98700'])(
  'the unassigned prefix of %s belongs to no area',
  (zip) => {
    expect(areasOf(zip)).toEqual([]);
  },
);

test.each(['', '5', '554', '5542', '554200', '55420-1234', ' 55420', '55420\n', '5542O', '-5542', '5e420'])(
  '%j is not five digits and belongs to no area',
  (zip) => {
    expect(areasOf(zip)).toEqual([]);
  },
);

test.each(['', 'XX', 'Minnesota', 'M', 'null', 'ON'])('the unknown state %j fails', (state) => {
  expect(zipLiesIn('55420', state)).toBe(false);
  expect(zipLiesIn('00000', state)).toBe(false);
});
