import Fuse from 'fuse.js/basic';
import { describe, expect, test } from 'vitest';
import { allFound } from '../../tests/support/all-found.ts';
import { type Industry, industries } from '../lists/industries.ts';
import { industryWords } from '../lists/industry-words.ts';
import { prepareSearch, searchIndustries, tradeFound } from './search-industries.ts';

const codesFor = (query: string) => allFound(query).map((industry) => industry.code);
const firstFive = (query: string) => codesFor(query).slice(0, 5);

describe('a query finds the trade among the first five results', () => {
  test.each([
    ['pizza', '722513'],
    ['restaurant', '722511'],
    ['mexican restaurant', '722511'],
    ['coffee shop', '722515'],
    ['food truck', '722330'],
    ['catering', '722320'],
    ['bar', '722410'],
    ['bakery', '311811'],
    ['brewery', '312120'],
    ['grocery', '445110'],
    ['liquor store', '445320'],
    ['gas station', '457110'],
    ['lawn care', '561730'],
    ['lawn mowing business', '561730'],
    ['landscaping', '561730'],
    ['tree service', '561730'],
    ['snow plowing', '561790'],
    ['lawn mower repair', '811411'],
    ['golf cart', '441227'],
    ['golf cart rental', '532284'],
    ['golf course', '713910'],
    ['hair salon', '812112'],
    ['barber', '812111'],
    ['nail salon', '812113'],
    ['gym', '713940'],
    ['dentist', '621210'],
    ['doctor', '621111'],
    ['chiropractor', '621310'],
    ['vet', '541940'],
    ['dog grooming', '812910'],
    ['daycare', '624410'],
    ['plumber', '238220'],
    ['electrician', '238210'],
    ['roofing', '238160'],
    ['hvac', '238220'],
    ['ac repair', '238220'],
    ['handyman', '236118'],
    ['general contractor', '236118'],
    ['painter', '238320'],
    ['concrete', '238110'],
    ['flooring', '238330'],
    ['fence', '238990'],
    ['house cleaning', '561720'],
    ['pressure washing', '561790'],
    ['junk removal', '562111'],
    ['pest control', '561710'],
    ['auto repair', '811111'],
    ['car', '811111'],
    ['car wash', '811192'],
    ['oil change', '811191'],
    ['towing', '488410'],
    ['used cars', '441120'],
    ['trucking', '484110'],
    ['moving company', '484210'],
    ['furniture store', '449110'],
    ['mattress', '449110'],
    ['appliance', '449210'],
    ['clothing', '458110'],
    ["women's clothing", '458110'],
    ['florist', '459310'],
    ['online store', '455219'],
    ['farm', '111998'],
    ['farmer', '111998'],
    ['church', '813110'],
    ['lawyer', '541110'],
    ['accountant', '541211'],
    ['insurance', '524210'],
    ['realtor', '531210'],
    ['photographer', '541921'],
    ['motel', '721110'],
    ['funeral home', '812210'],
    ['locksmith', '561622'],
    ['machine shop', '332710'],
    ['welding', '811310'],
    ['demolition', '238910'],
    ['dumpster rental', '562111'],
    ['uber', '485310'],
    ['etsy', '455219'],
    ['dj', '711510'],
    ['t-shirt printing', '323113'],
    ['city', '921140'],
  ])('%s', (query, code) => {
    expect(firstFive(query)).toContain(code);
  });
});

describe('misspelled, partial, plural and run-together words find the trade too', () => {
  test.each([
    ['landscapping', '561730'],
    ['plumer', '238220'],
    ['resturant', '722511'],
    ['resteraunt', '722511'],
    ['mexican resturant', '722511'],
    ['hair sal', '812112'],
    ['electrisian', '238210'],
    ['chiropracter', '621310'],
    ['jewlery', '458310'],
    ['construcion', '236115'],
    ['groccery', '445110'],
    ['vetrinary', '541940'],
    ['daycair', '624410'],
    ['lawncare', '561730'],
    ['plum', '238220'],
    ['piz', '722513'],
    ['truck', '484110'],
    ['bakeries', '311811'],
    ['churches', '813110'],
    ['gyms', '713940'],
    ['cart golf', '441227'],
  ])('%s', (query, code) => {
    expect(firstFive(query)).toContain(code);
  });
});

describe('the first six results, best first', () => {
  test.each([
    ['electronic repair', '811210 811310 449210 334111 334417 334418'],
    ['cars', '441110 441120 532111 541890 811111 811192'],
    ['med spa', '812199 621111 621399'],
    ['home bakery', '311811 445291 311812 236115 236118 238210'],
    ['design', '541320 541511 561730 458110 541430 315250'],
    ['printing services', '323111 323113 326199 332999 339999 541420'],
    ['skin care', '812112 623110'],
    ['junk hauling', '562111 562119 482111'],
    ['pool service', '561790 238990 459999 611691 624410 811420'],
    ['clean', '561720 561790 812320 561740 812310 238910'],
    ['auto body', '811121'],
    ['lawn mow', '444230 561730 811411'],
    ['offices of', '561720 621111 531210 531320 541110 541120'],
    ['boxes', '484110 484121 492210 322211 322212 561431'],
  ])('for “%s”', (query, codes) => {
    expect(codesFor(query).slice(0, 6).join(' ')).toBe(codes);
  });

  test.each([
    ['xyzzy pizza lawn', '561730 722513 722511 444230 811411 333112'],
    ['resturant qqq', '722514 722515 722511 722513 562910 236118'],
    ['accounts xyzzy', '525920'],
    ['gas oil pizza', '237120 333132 213111 213112 722513 722511'],
  ])('for “%s”, if no industry has all the words', (query, codes) => {
    expect(codesFor(query).slice(0, 6).join(' ')).toBe(codes);
  });
});

describe('industries that only resemble the query are less likely', () => {
  const codesOf = (found: readonly Industry[]) => found.map(({ code }) => code);
  const hasRoof = ({ code, title }: Industry) =>
    /\broof/i.test(
      [title, ...Object.keys(industryWords).filter((words) => industryWords[words]?.includes(code))].join(
        ', ',
      ),
    );

  test('come after industries that have the words', () => {
    const { likely, lessLikely } = searchIndustries('roof');
    expect(codesOf(likely)).toContain('238160');
    expect(lessLikely.length).toBeGreaterThan(0);
    expect(likely.filter((industry) => lessLikely.includes(industry))).toEqual([]);
    expect(likely.filter(hasRoof)).toEqual(likely);
    expect(lessLikely.filter(hasRoof)).toEqual([]);
  });

  test.each(['landscapping', 'resturant qqq', 'accounts xyzzy'])('are the only results for “%s”', (query) => {
    const { likely, lessLikely } = searchIndustries(query);
    expect(likely).toEqual([]);
    expect(lessLikely.length).toBeGreaterThan(0);
  });

  test.each(['561730', '5617', '444210', 'plumber'])('are not the only results for “%s”', (query) => {
    expect(searchIndustries(query).likely.length).toBeGreaterThan(0);
  });
});

test('the search ignores a query’s characters after the first hundred', () => {
  const spaces = ' '.repeat(99);
  expect(codesFor(`${spaces}vet`)).toEqual(codesFor('v'));
});

describe('order', () => {
  test('a whole code gives its industry only', () => {
    const codes = industries.map((industry) => industry.code);
    expect(codes.map(codesFor)).toEqual(codes.map((code) => [code]));
  });

  test('a code with its title finds only the industry of the code', () => {
    expect(codesFor('561730 Landscaping')).toEqual(['561730']);
  });

  test('an everyday word comes first, then titles that begin as typed, then other titles', () => {
    const expected = ['441340', '326211', '314994'];
    expect(codesFor('tire').filter((code) => expected.includes(code))).toEqual(expected);
  });

  test('of industries that resemble a misspelled word equally, the likeliest comes first', () => {
    expect(codesFor('landscapping').slice(0, 2)).toEqual(['561730', '541320']);
  });

  test('words that begin as typed come before resemblance', () => {
    const codes = codesFor('roof');
    expect(codes.slice(0, 2)).toEqual(['238160', '423330']);
  });

  test.each([
    ['first', '3d', '541420'],
    ['last', 'zoos', '712130'],
  ])('the %s word in the alphabet is found like any other: %s', (_place, word, code) => {
    expect(searchIndustries(word).likely.map((industry) => industry.code)).toContain(code);
  });
});

test('finds everything that Fuse finds in titles at a threshold of 0.3 (D39)', () => {
  const fuse = new Fuse(industries, { keys: ['title'], threshold: 0.3, ignoreLocation: true });
  for (const query of ['lawn', 'resturant', 'contrctor', 'printng', 'telecom', 'manufactring', 'i']) {
    const expected = fuse.search(query).map(({ item }) => item.code);
    expect(expected.length).toBeGreaterThan(0);
    expect(codesFor(query)).toEqual(expect.arrayContaining(expected));
  }
});

test('a search that was prepared is not prepared again, and finds as before', () => {
  const before = codesFor('golf cart');
  expect([prepareSearch(), prepareSearch()]).toEqual([false, false]);
  expect(codesFor('golf cart')).toEqual(before);
});

test('case, accents, punctuation and extra spaces make no difference', () => {
  const plain = codesFor('bed and breakfast cafe');
  expect(plain[0]).toBe('721191');
  expect(codesFor('  BED-and-BREAKFAST,   Café ')).toEqual(plain);
  expect(codesFor('bed & breakfast')[0]).toBe('721191');
  expect(codesFor('５６１７３０')[0]).toBe('561730');
});

test.each(['', '   ', '\t\n', '-', '…'])('the blank query %j gives nothing', (query) => {
  expect(allFound(query)).toEqual([]);
});

test.each(['zzzzqqq', '漢字', '\ud800', 'constructor __proto__', 'x'.repeat(100_000)])(
  'copes with %.20j',
  (query) => {
    expect(() => searchIndustries(query)).not.toThrow();
  },
);

test('no industry is given twice, and the same query gives the same list', () => {
  for (const query of ['car', 'farm', 'manufacturing', 'a', '7']) {
    const codes = codesFor(query);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codesFor(query)).toEqual(codes);
  }
});

test.each([
  ['lawn', '561730', 'lawn care'],
  ['lawn', '444230', 'lawn mower dealer'],
  ['lawn', '811411', 'lawn mower repair'],
  ['mowing', '561730', 'lawn mowing'],
  ['lawn', '333112', undefined],
  ['landscaping', '561730', undefined],
  ['561730', '561730', undefined],
  ['qqqq', '561730', undefined],
  ['', '561730', undefined],
])('for “%s”, the trade shown with %s is %s', (query, code, trade) => {
  const industry = industries.find((one) => one.code === code);
  expect(industry && tradeFound(query, industry)).toBe(trade);
});
