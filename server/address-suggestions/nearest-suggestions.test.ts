/** Tests the order of suggested cities and ZIPs, which depends on the applicant's other answers. */
import { describe, expect, test } from 'vitest';
import { findAddresses, type Surroundings } from './embedded-suggestions.ts';

const cities = (query: string, around?: Surroundings) =>
  findAddresses(query, around).map((place) => `${place.addressCity}, ${place.addressState}`);
const zips = (query: string, around?: Surroundings) =>
  findAddresses(query, around).map(({ addressPostalCode }) => addressPostalCode);

describe('near an address given before', () => {
  test('a near city comes before a larger one far away', () => {
    expect(cities('100 Main St Portland')[0]).toBe('Portland, OR');
    expect(cities('100 Main St Portland', { near: '05401' })[0]).toBe('Portland, ME');
    expect(cities('8111 Lyndale Ave S Bloom')[0]).toBe('Bloomington, IL');
    expect(cities('8111 Lyndale Ave S Bloom', { near: '55101' })[0]).toBe('Bloomington, MN');
  });

  test('of two near cities the larger comes first', () => {
    expect(cities('100 Main Ave San', { near: '94025' }).slice(0, 2)).toEqual([
      'San Jose, CA',
      'San Francisco, CA',
    ]);
  });

  test('a near city with an incomplete name comes before a far one of exactly that name', () => {
    expect(cities('100 Main St Glen', { near: '55420' })[0]).toBe('Glencoe, MN');
    expect(cities('100 Main St Glen', { near: '38846' })[0]).toBe('Glen, MS');
  });

  test('the nearest ZIP of a city comes first', () => {
    expect(zips('100 Main St Dallas TX', { near: '75229' })[0]).toBe('75229');
    expect(zips('100 Main St Dallas TX', { near: '75061' })[0]).not.toBe('75201');
  });

  test.each(['', '00000', 'x'])('the largest city comes first if the ZIP is not valid: %j', (near) => {
    for (const query of ['100 Main St Portland', '100 Main St Dallas TX'])
      expect(findAddresses(query, { near })).toEqual(findAddresses(query));
  });
});

describe('of the state already chosen', () => {
  test('cities come first, before exact names and near cities of others', () => {
    const around = { state: 'MN', near: '61701' };
    expect(cities('8111 Lyndale Ave S Bloom', around).slice(0, 2).toSorted()).toEqual([
      'Blooming Prairie, MN',
      'Bloomington, MN',
    ]);
    expect(cities('100 Main St Spring', { state: 'IL' })[0]).toBe('Springfield, IL');
  });

  test('a matching city is not required, and a typed state takes precedence', () => {
    expect(cities('100 Main St Honolulu', { state: 'MN' })).toContain('Honolulu, HI');
    expect(new Set(cities('100 Main St Portland ME', { state: 'OR' }))).toEqual(new Set(['Portland, ME']));
    expect(cities('100 Main St Portland', { state: 'ZZ' })).toEqual(cities('100 Main St Portland'));
  });
});
