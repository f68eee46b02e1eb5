/**
 * Tests that the search finds industries by the names that owners use for their trades. Each name must find its industry among
 * the first three results, and some names must find it as the first result (D39).
 */
import { expect, test } from 'vitest';
import { allFound } from '../../tests/support/all-found.ts';
import type { Industry } from '../lists/industries.ts';
import { industryWords } from '../lists/industry-words.ts';
import { searchIndustries } from './search-industries.ts';

const trades: Readonly<Record<string, string>> = {
  '561730':
    'lawn, lawn service, yard work, tree removal, tree trimmer, stump grinding, leaf removal, landscaper, landscapers, lawn guy',
  '713910': 'golf, golf course, country club, golf corse',
  '611620': 'golf lessons, golf pro, swim lessons, gymnastics, martial arts',
  '713990': 'driving range, mini golf',
  '238220': 'hvac, plumber, plumbing repair, furnace repair, air conditioner, sprinklers',
  '238160': 'roofer, roof repair',
  '238210': 'electrician, solar installer',
  '238320': 'house painter, painting contractor, painter',
  '238310': 'drywaller, drywall hanger, insulation installer',
  '238130': 'framer, framing',
  '238140': 'stucco, bricklayer, masonry, chimney repair',
  '238170': 'siding, gutter installer',
  '238990': 'sealcoating, fencing, fence builder, pavers, pool builder',
  '238110': 'concrete finisher, foundation repair',
  '238350': 'deck builder, carpentry, trim carpenter',
  '238910': 'excavator, grading, bobcat work',
  '236118': 'handyman services, handy man, remodeler, home repair, kitchen remodel',
  '561720': 'housekeeper, cleaning lady, maid, house cleaner, window washer, cleaning company',
  '561740': 'carpet cleaner',
  '561790': 'power washer, gutter cleaning, pool service, duct cleaning',
  '562910': 'mold removal, asbestos',
  '562991': 'porta potty, septic pumping',
  '562111': 'junk hauling',
  '812199': 'tattoo, tattoo artist, massage therapist, lash extensions',
  '812111': 'barber, barbershop, barber shop',
  '812112': 'hair stylist, hairstylist, esthetician, makeup artist, skin care',
  '812113': 'nail tech, nails',
  '812910': 'dog groomer, pet groomer, dog trainer, dog boarding, doggy daycare, pet sitter',
  '722330': 'food truck, hot dog stand, taco truck',
  '722320': 'caterer, personal chef',
  '722511': 'steakhouse, chinese restaurant, pizzeria',
  '722515': 'bubble tea, frozen yogurt, coffee stand',
  '722410': 'wine bar, night club, sports bar',
  '311811': 'cupcakes, home bakery, baker',
  '445131': 'bodega, mini mart',
  '445132': 'vending machines',
  '457110': 'gas station, service station',
  '459510': 'consignment, thrift shop',
  '458110': 'bridal shop, clothing boutique',
  '459991': 'vape, cannabis, cbd',
  '457210': 'firewood, propane',
  '541199': 'notary, notary public',
  '485310': 'uber driver, uber, lyft driver, rideshare driver, taxi cab',
  '485320': 'limo',
  '492210': 'doordash, amazon delivery',
  '484121': 'trucker, truck driver, hot shot, semi truck',
  '488410': 'towing, tow company, roadside assistance',
  '811111': 'mobile mechanic, auto shop, car mechanic',
  '811121': 'auto body, bodyshop',
  '811192': 'detailer, mobile detailing, car wash',
  '811198': 'smog check',
  '441120': 'car lot, used car dealership',
  '811490': 'alterations, seamstress, bike repair',
  '811412': 'appliance repair',
  '541890': 'car wraps',
  '624410': 'daycare, day care, childcare, nanny',
  '624120': 'adult daycare, caregiver',
  '621399': 'nutritionist, midwife',
  '621111': 'pediatrician, surgeon',
  '541940': 'veterinarian, vet clinic',
  '541921': 'wedding photographer, photo booth',
  '532289': 'bounce house',
  '531120': 'wedding venue, banquet hall',
  '721191': 'bed and breakfast',
  '812990': 'bail bonds, life coach, psychic',
  '541219': 'bookkeeping, bookkeeper',
  '541213': 'tax prep, tax service',
  '541613': 'social media marketing, marketing agency',
  '541511': 'web designer, programmer',
  '516210': 'podcast, youtuber',
  '531210': 'real estate, realtor, real estate broker',
  '115210': 'farrier',
  '445230': 'farmers market',
  '561622': 'locksmith, locksmith services',
  '323113': 'screen printing, tshirts',
  '332710': 'machinist',
  '113310': 'logger',
};

/** Names that owners of small businesses use today. For each name, its industry must be the first result. */
const firsts: Readonly<Record<string, string>> = {
  '112990': 'dog breeder',
  '236118': 'handyman, home improvement',
  '238210': 'solar installer, cctv, low voltage',
  '238220': 'plumber, hvac',
  '238990': 'fence, scaffolding',
  '311811': 'cottage food, cookies',
  '326199': '3d printing, 3d printer',
  '332710': 'cnc machining, machine shop',
  '423720': 'plumbing supply',
  '445320': 'wine',
  '455219': 'dropshipping, etsy, ebay, shopify, amazon fba, reseller, ecommerce, e-commerce',
  '457120': 'ev charging',
  '459110': 'firearms',
  '459210': 'comic books',
  '459510': 'collectibles, thrift store',
  '459991': 'vape shop, vape, cbd',
  '484110': 'trucking, box truck, truck driver services',
  '485310': 'uber driver, uber services, lyft',
  '488410': 'towing',
  '488510': 'freight broker, dispatcher',
  '492210': 'doordash, instacart',
  '512110': 'film production, animation',
  '512191': 'video editing',
  '516210': 'podcast, youtube, youtuber, influencer, content creator, twitch streamer, tiktok, onlyfans',
  '518210': 'bitcoin mining, web hosting, data center',
  '522320': 'atm business',
  '523160': 'crypto, cryptocurrency, bitcoin, nft',
  '523999': 'day trading',
  '531390': 'house flipping, real estate investor',
  '532111': 'turo, car rental',
  '541199': 'notary, mobile notary, paralegal, process server',
  '541219': 'medical billing, bookkeeping',
  '541340': 'draftsman',
  '541410': 'home staging, interior design',
  '541511': 'web design, app developer, software, saas, ai, machine learning, blockchain',
  '541512': 'cybersecurity, it support',
  '541613': 'seo, digital marketing, affiliate marketing',
  '541921': 'photography, wedding photographer, photographer services, freelance photographer',
  '541922': 'drone, drone pilot, drone services, drone photography, aerial photography',
  '541990': 'gig worker',
  '561410': 'virtual assistant, transcription, data entry',
  '561499': 'medical coding',
  '561622': 'locksmith, locksmith services',
  '561720': 'house cleaning, maid',
  '561730': 'lawn care, landscaping',
  '561790': 'pressure washing, gutter cleaning',
  '562111': 'junk removal',
  '562910': 'water damage restoration, mold',
  '611620': 'swim school, martial arts',
  '611691': 'tutor, test prep',
  '611699': 'online course, yoga',
  '621399': 'reiki, doula, dietitian, acupuncture',
  '621610': 'home health, caregiver',
  '623990': 'sober living, group home',
  '711211': 'esports',
  '711510': 'dj, writer services, blogger, comedian, actor, author, freelance writer, voice over',
  '713990': 'escape room, axe throwing',
  '721199': 'airbnb, vacation rental',
  '722320': 'catering, meal prep, personal chef, bartender',
  '722330': 'food truck, coffee truck, lemonade stand',
  '722511': 'rest',
  '722513': 'food, ghost kitchen, taqueria',
  '722515': 'coffee shop, bubble tea, ice cream',
  '811111': 'mobile mechanic, auto repair shop',
  '811192': 'car detailing, truck wash',
  '811210': 'phone repair, computer repair',
  '811490': 'gunsmith',
  '812112': 'hair, hair braiding, esthetician',
  '812113': 'nail salon',
  '812199': 'tattoo, med spa, botox, microblading, waxing, piercing, lash tech, massage',
  '812910': 'dog grooming, pet sitting, dog walking',
  '812930': 'valet',
  '812990': 'personal trainer, wedding planner, life coach, astrology',
};

function casesOf(list: Readonly<Record<string, string>>): (readonly [string, string])[] {
  return Object.entries(list).flatMap(([code, words]) =>
    words.split(', ').map((typed) => [typed, code] as const),
  );
}

test.each(casesOf(trades))('%s', (typed, code) => {
  const found = allFound(typed).slice(0, 3);
  expect(found.map((industry) => industry.code)).toContain(code);
});

test.each([
  ['lawn', '561730'],
  ['golf', '713910'],
  ['golf course', '713910'],
  ['roofer', '238160'],
  ['uber driver', '485310'],
  ['dog groomer', '812910'],
  ...casesOf(firsts),
] as const)('%s comes first', (typed, code) => {
  expect(allFound(typed)[0]?.code).toBe(code);
});

test('of several words, each must match: golf is not law, and a course is not counsel', () => {
  const titles = allFound('golf course').map((industry) => industry.title);
  expect(titles.filter((title) => /legal|counsel/i.test(title))).toEqual([]);
});

/** Returns whether a word in an industry's title, or in a name that owners use for this industry, begins with the typed text. */
function begins(typed: string, { code, title }: Industry): boolean {
  const everyday = Object.entries(industryWords).flatMap(([words, codes]) =>
    codes.includes(code) ? words : [],
  );
  return new RegExp(`\\b${typed}`, 'i').test([title, ...everyday].join(', '));
}

test.each(['land', 'golf', 'cart', 'roof', 'tire', 'lawn', 'cream', 'notar', 'barb', 'law'])(
  'industries with a word that begins as typed come before industries that only resemble it: %s',
  (typed) => {
    const found = allFound(typed).map((industry) => begins(typed, industry));
    expect(found).toContain(true);
    expect(found.slice(found.indexOf(false)).includes(true) && found.includes(false)).toBe(false);
  },
);

test('a title that begins as typed comes before an everyday word that seldom means it', () => {
  const codes = allFound('golf').map((industry) => industry.code);
  expect(codes.indexOf('713910')).toBeLessThan(codes.indexOf('423860'));
});

test('invisible characters make no difference', () => {
  expect(searchIndustries('go\u200Blf')).toEqual(searchIndustries('golf'));
});
