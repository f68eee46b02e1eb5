import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isStateCode } from '../../form/lists/states.ts';
import { zipLiesIn } from '../../form/lists/zip-areas.ts';
import { findAddresses } from './embedded-suggestions.ts';

const labels = (query: string) => findAddresses(query).map(({ label }) => label);
const cities = (query: string) =>
  findAddresses(query).map((place) => `${place.addressCity}, ${place.addressState}`);
const zips = (query: string) => findAddresses(query).map(({ addressPostalCode }) => addressPostalCode);
const streetAndCity = (query: string) =>
  findAddresses(query).map(({ addressLine, label }) => [addressLine, label])[0];

test('city, state and ZIP are completed after a typed street, which is in no label', () => {
  expect(findAddresses('8111 Lyndale Ave S Bloom')).toContainEqual({
    id: '55420-bloomington',
    label: 'Bloomington, MN 55420',
    addressLine: '8111 Lyndale Ave S',
    addressCity: 'Bloomington',
    addressState: 'MN',
    addressPostalCode: '55420',
  });
});

describe('the street', () => {
  test.each([
    '',
    '  ',
    '8111',
    '8111 Lyndale',
    '8111 Lyndale Ave',
    '8111 Lyndale Ave S',
    '100 Main St',
    '100 Main Street',
    '100 Main Street W',
    '100 Main Street Wes',
    '100 Main St Suite',
    '100 Main St Suite 200',
    '100 Main St Apt Two',
    '1200 Old Mill',
    '1200 St Charles',
    '100 N Fairfield Ct',
    '350 Fifth Avenue, Suite 12',
    '8111 US Highway 61',
  ])('alone gives nothing: %j', (street) => {
    expect(labels(street)).toEqual([]);
  });

  test.each(['Austin TX', 'Saint Paul', 'New York NY', '78701', '100 78701'])('is required: %j', (query) => {
    expect(labels(query)).toEqual([]);
  });

  test.each([
    ['  100  Main St   Austin TX', '100 Main St'],
    ['100 Main St, Suite 5, Austin, TX', '100 Main St, Suite 5'],
    ['100 MAIN st. AUSTIN tx', '100 MAIN st.'],
    ['12½ Calle Ocho Miami FL', '12½ Calle Ocho'],
    ['PO Box 12 Austin TX', 'PO Box 12'],
    ['1200 St Charles Ave New Orleans', '1200 St Charles Ave'],
    ['100 Broadway New York', '100 Broadway'],
    ['One Main Street Boston', 'One Main Street'],
  ])('stays as typed: %j', (query, street) => {
    expect(findAddresses(query)[0]?.addressLine).toBe(street);
  });

  test('loses its "St" to a city named after a saint only if that city is larger', () => {
    expect(streetAndCity('100 Main St Paul')).toEqual(['100 Main', 'Saint Paul, MN 55101']);
    expect(streetAndCity('100 Main St Louisville')).toEqual(['100 Main St', 'Louisville, KY 40201']);
    expect(streetAndCity('100 Main St St Paul')).toEqual(['100 Main St', 'Saint Paul, MN 55101']);
  });
});

describe('the city', () => {
  test('with exactly the typed name comes first, larger before smaller', () => {
    expect(cities('100 Main St Portland').slice(0, 2)).toEqual(['Portland, OR', 'Portland, ME']);
    expect(cities('100 Main St Spring').slice(0, 2)).toEqual(['Spring, TX', 'Springfield, IL']);
  });

  test('differs in each suggestion as long as several fit', () => {
    expect(new Set(cities('100 Main St Springf')).size).toBe(5);
  });

  test('is the longest name that fits', () => {
    expect(cities('100 Main St Kansas City')[0]).toBe('Kansas City, MO');
    expect(cities('100 Main St West Palm Beach')[0]).toBe('West Palm Beach, FL');
    expect(cities('1200 Grand Ave West Des Moines').slice(0, 1)).toEqual(['West Des Moines, IA']);
    expect(cities('1200 Grand Ave West Des Moines')).toContain('Des Moines, IA');
  });

  test.each([
    ['St. Paul, MN', 'Saint Paul, MN'],
    ['Ft Worth TX', 'Fort Worth, TX'],
    ['Mt Vernon NY', 'Mount Vernon, NY'],
    ["O'Fallon MO", "O'Fallon, MO"],
    ['o fallon mo', "O'Fallon, MO"],
    ['mckinney tx', 'McKinney, TX'],
    ['Mc Lean VA', 'McLean, VA'],
    ['Coeur d’Alene ID', 'Coeur D Alene, ID'],
    ['Cañon City CO', 'Canon City, CO'],
    ['Washington D.C.', 'Washington, DC'],
  ])('is recognized in any spelling: %s', (typed, city) => {
    expect(cities(`100 Main Ave, ${typed}`)[0]).toBe(city);
  });

  test('may be named like a street suffix if a state is typed too', () => {
    expect(cities('100 Main Ave West TX')[0]).toBe('West, TX');
  });
});

describe('the state', () => {
  test.each(['OR', 'or', 'Oregon', 'Oreg', ', OR', 'Oregon, USA'])(
    'narrows the city down: Portland %s',
    (state) => {
      expect(new Set(cities(`100 Main St Portland ${state}`))).toEqual(new Set(['Portland, OR']));
    },
  );

  test('may match several states while it is incomplete', () => {
    expect(new Set(cities('100 Main St Newark New'))).toEqual(new Set(['Newark, NJ', 'Newark, NY']));
  });

  test('may have several words', () => {
    expect(cities('100 Main St Charleston West Virginia')[0]).toBe('Charleston, WV');
    expect(cities('100 Main St New York New York')[0]).toBe('New York, NY');
    expect(cities('100 Main St Kansas City Kansas')[0]).toBe('Kansas City, KS');
  });

  test.each(['PR', 'GU', 'VI', 'AP', 'ON', 'Guam'])('is one of the 50 or DC: not %s', (state) => {
    expect(labels(`100 Main St San Juan ${state}`)).toEqual([]);
  });
});

describe('the ZIP', () => {
  test('is each ZIP of an unambiguous city in turn, main areas first', () => {
    expect(zips('100 Main St Dallas TX')).toEqual(['75201', '75202', '75203', '75204', '75205']);
    expect(zips('100 Main St Austin TX')[0]).toBe('78701');
    expect(zips('100 Main St New York NY')[0]).toBe('10001');
  });

  test('narrows the choice while it is incomplete', () => {
    expect(zips('1 Beacon St Boston MA 0221')).toEqual(['02210', '02211', '02212', '02215', '02216']);
    expect(cities('100 Main St Springfield 627')).toEqual(Array(5).fill('Springfield, IL'));
  });

  test.each([
    '1 Beacon St 02108',
    '1 Beacon St Boston 02108',
    '1 Beacon St, Boston, MA 02108-1234',
    '1 Beacon St Bost 02108',
    '1 Beacon St Massachusetts 02108',
    '1 Beacon St, Nowhere, MA 02108',
    '1 Beacon St, Boston, MA 02108, USA',
  ])('decides the city when complete: %s', (query) => {
    expect(streetAndCity(query)).toEqual(['1 Beacon St', 'Boston, MA 02108']);
    expect(labels(query)).toHaveLength(1);
  });

  test('may follow a street suffix that is also the abbreviation of a state', () => {
    expect(streetAndCity('1 Beacon Ct 02108')).toEqual(['1 Beacon Ct', 'Boston, MA 02108']);
  });

  test('is found under each name of its city', () => {
    expect(cities('12 Elm St 55420')).toEqual(['Bloomington, MN', 'Minneapolis, MN']);
    expect(cities('12 Elm St Minneapolis 55420')).toEqual(['Minneapolis, MN']);
  });

  test.each([
    '1 Main St 00901',
    '1 Main St 09012',
    '1 Main St 96910',
    '1 Main St 00000',
    '1 Main St Dallas TX 02108',
  ])('of a territory, the military, nowhere or another state gives nothing: %s', (query) => {
    expect(labels(query)).toEqual([]);
  });
});

describe('for any typed text', () => {
  const words = fc.constantFrom(
    ...[
      '100',
      '1',
      'Main',
      'St',
      'Ave',
      'S',
      'West',
      'San',
      'New',
      'York',
      'Paul',
      'Spring',
      'Apo',
      'TX',
      'Kansas',
    ],
    ...[
      'City',
      'Guam',
      'PR',
      '787',
      '55420',
      ',',
      '-',
      "O'",
      'Suite',
      '#',
      'Mc',
      'é',
      '\u0000',
      '\ud800',
      '(',
      '\\',
    ],
  );
  const query = fc.oneof(
    fc.array(words, { maxLength: 30 }).map((typed) => typed.join(' ')),
    fc.string({ maxLength: 210, unit: 'binary' }),
  );

  test('at most five valid, distinct places are returned, with the street as typed and in no label', () => {
    fc.assert(
      fc.property(query, (typed) => {
        const places = findAddresses(typed);
        expect(places.length).toBeLessThanOrEqual(5);
        expect(new Set(places.map(({ id }) => id)).size).toBe(places.length);
        for (const place of places) {
          expect(isStateCode(place.addressState)).toBe(true);
          expect(zipLiesIn(place.addressPostalCode, place.addressState)).toBe(true);
          expect(place.addressLine).not.toBe('');
          expect(place.label).toBe(`${place.addressCity}, ${place.addressState} ${place.addressPostalCode}`);
          expect(place.addressLine).not.toMatch(/\p{C}/u);
          const normalized = typed.replace(/^[\s,]+/, '').replace(/\s+/g, ' ');
          expect(normalized.startsWith(place.addressLine)).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('more than 200 characters give nothing', () => {
    const street = `${'1'.repeat(180)} Main St`;
    expect(labels(`${street} Austin TX`)).toHaveLength(5);
    expect(labels(`1${street} Austin TX 787`)).toEqual([]);
  });
});
