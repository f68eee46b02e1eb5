import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { problemsOf } from '../config/checked.ts';
import { checkProgramSettings, e164Number } from './program-settings.ts';

const toro = JSON.parse(await readFile(new URL('../../programs/toro/program.json', import.meta.url), 'utf8'));

function problems(entries: Record<string, unknown>): string[] {
  const written = JSON.parse(JSON.stringify({ ...toro, ...entries }));
  return problemsOf(checkProgramSettings(written));
}

function keyed(...keys: string[]): Record<string, unknown> {
  return { entityKeys: keys.map((key) => ({ key, storeId: '10000001' })) };
}

function delivered(delivery: Record<string, unknown>): Record<string, unknown> {
  return { provider: { ...toro.provider, delivery: { way: 'https', ...delivery } } };
}

/** Returns settings with a single host that has its own origin. */
const at = (entry: Record<string, unknown>) => ({
  hosts: [{ host: 'a.example', origin: 'https://a.example', ...entry }],
});

describe('checkProgramSettings accepts', () => {
  test.each<[string, Record<string, unknown>]>([
    ['files', { provider: { ...toro.provider, delivery: { way: 'directory' } } }],
    ['a server of the provider', delivered({ url: 'https://intake.bank.example:8443/in?program=toro' })],
    [
      'a server in a listed private network',
      delivered({ url: 'https://10.2.3.4/in', privateAddresses: ['10.2.0.0/16'] }),
    ],
  ])('%s for the delivery', (_what, entries) => {
    expect(problems(entries)).toEqual([]);
  });
});

const en = (text: string) => ({ en: text });
const benefit = { icon: 'mower', title: en('Buy now'), text: en('Pay over time.') };

test('phone number, benefits and steps after submission are optional', () => {
  expect(problems({ phone: undefined, benefits: undefined, afterSubmission: undefined })).toEqual([]);
});

test.each([
  ['1-800-555-0199', '+18005550199'],
  ['(800) 555-0199', '+18005550199'],
  ['+44 20 7946 0018', '+442079460018'],
  ['800-555-019', undefined],
  ['1-800-CALL-NOW', undefined],
  ['+0800 555 0199', undefined],
])('the phone number %s is %s in E.164', (number, e164) => {
  expect(e164Number(number)).toBe(e164);
  expect(problems({ phone: { number, hours: en('All day') } })).toEqual(
    e164 ? [] : ['phone.number is not a valid phone number'],
  );
});

describe('checkProgramSettings refuses', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['a phone without hours', { phone: { number: '1-800-555-0199' } }, ['phone.hours is missing']],
    [
      'a time zone that does not exist',
      { phone: { number: '1-800-555-0199', hours: en('All day'), timeZone: 'Central' } },
      ['phone.timeZone must be an IANA time zone like America/Chicago'],
    ],
    [
      'California without a form for privacy requests, and with a policy over http',
      { california: { privacyUrl: 'http://bank.example/privacy', phone: 'none' } },
      ['california.privacyUrl must be a full https address', 'california.requestsUrl is missing'],
    ],
    [
      'a number for privacy requests that cannot be dialed',
      {
        california: {
          privacyUrl: 'https://bank.example/privacy',
          requestsUrl: 'https://bank.example/requests',
          phone: 'none',
        },
      },
      ['california.phone is not a valid phone number'],
    ],
    ['no benefit', { benefits: [] }, ['benefits must be a list of one to three']],
    [
      'four benefits',
      { benefits: [benefit, benefit, benefit, benefit] },
      ['benefits must be a list of one to three'],
    ],
    [
      'a benefit that is too long, in an unknown language, with an unknown icon',
      { benefits: [{ icon: 'rocket', title: en('x'.repeat(41)), text: { ...en('y'.repeat(61)), fr: 'y' } }] },
      [
        'benefits[0].icon must be one of mower, wrench, people, shop, calendar, dollar, shield',
        'benefits[0].title.en must be 1 to 40 characters on one line, without spaces at its ends',
        'benefits[0].text.en must be 1 to 60 characters on one line, without spaces at its ends',
        'benefits[0].text.fr is not known',
      ],
    ],
    [
      'a step without a title',
      { afterSubmission: [{ text: en('Soon.') }] },
      ['afterSubmission[0].title is missing'],
    ],
    [
      'a step within 0 days',
      { afterSubmission: [{ title: en('We check'), withinDays: 0 }] },
      ['afterSubmission[0].withinDays must be a whole number from 1 to 90'],
    ],
    [
      'a step with two times',
      { afterSubmission: [{ title: en('We check'), withinDays: 3, withinBusinessDays: 2 }] },
      ['afterSubmission[0] has both withinBusinessDays and withinDays'],
    ],
  ])('%s', (_what, entries, expected) => {
    expect(problems(entries)).toEqual(expected);
  });
});

describe('checkProgramSettings refuses', () => {
  const name = 'must be 1 to 60 characters on one line, without spaces at its ends';
  const host = 'must be a host name in lowercase, without port';
  const slug = 'must be up to 40 lowercase letters and digits, in parts joined by hyphens';
  const key = 'must be 3 to 40 lowercase letters, digits and hyphens';
  const llcOnly = { organizationType: ['llc'], required: true };
  const all = { required: true };

  test.each<[string, Record<string, unknown>, string[]]>([
    ['a missing setting', { name: undefined }, ['name is missing']],
    ['an unknown setting', { color: 'red' }, ['color is not known']],
    ['a prototype key', JSON.parse('{"constructor": 1}'), ['constructor is not known']],
    ['a missing part', { merchant: { name: 'A' } }, ['merchant.helpText is missing']],
    ['an unknown part', { merchant: { name: 'A', helpText: 'B', fax: '1' } }, ['merchant.fax is not known']],
    ['a list for an object', { provider: [] }, ['provider must be an object']],
    [
      'a sender that is not an address',
      { provider: { ...toro.provider, mailFrom: 'Cards <cards@quillbrook.example>' } },
      ['provider.mailFrom must be an email address'],
    ],
    [
      'an unknown kind of delivery',
      { provider: { ...toro.provider, delivery: { way: 'pigeon' } } },
      ['provider.delivery must be an object with the way "directory" or "https"'],
    ],
    [
      'a delivery over plain http',
      delivered({ url: 'http://bank.example/in' }),
      ['provider.delivery.url must be a full https address'],
    ],
    [
      'a password in the address of a delivery',
      delivered({ url: 'https://me:secret@bank.example/in' }),
      ['provider.delivery.url must be a full https address'],
    ],
    [
      'a delivery over https without a URL, with a secret in the folder',
      delivered({ secret: 'whsec_x' }),
      ['provider.delivery.url is missing', 'provider.delivery.secret is not known'],
    ],
    [
      'an address for files',
      { provider: { ...toro.provider, delivery: { way: 'directory', url: 'https://bank.example' } } },
      ['provider.delivery.url is not known'],
    ],
    [
      'an invalid address range',
      delivered({ url: 'https://bank.example/in', privateAddresses: ['10.0.0.0/8', '10.0.0.0/99'] }),
      ['provider.delivery.privateAddresses: "10.0.0.0/99" is not an address range'],
    ],
    [
      'a private address that is not listed',
      delivered({ url: 'https://[::ffff:10.1.2.3]/in', privateAddresses: ['10.2.0.0/16'] }),
      ['provider.delivery.url has an address that is not public; list it in privateAddresses'],
    ],
    ['an object for a list', { hosts: {} }, ['hosts must be a list with at least one item']],
    ['two faults at once', { name: '', storeId: 1 }, [`name ${name}`, 'storeId must be 8 digits, in quotes']],
    ['a name on two lines', { name: 'To\nro' }, [`name ${name}`]],
    ['a name with a space at its end', { name: 'Toro ' }, [`name ${name}`]],
    ['a name of 61 characters', { name: 'x'.repeat(61) }, [`name ${name}`]],
    ['an invalid theme key', { themeKey: '"]{' }, [`themeKey ${slug}`]],
    ['a store of 7 digits', { storeId: '1234567' }, ['storeId must be 8 digits, in quotes']],
    ['a store of 9 digits', { storeId: '123456789' }, ['storeId must be 8 digits, in quotes']],
    ['a plain http link', { termsUrl: 'http://a.example' }, ['termsUrl must be a full https address']],
    ['a script link', { termsUrl: 'javascript:alert(1)' }, ['termsUrl must be a full https address']],
    ['a host with a port', { hosts: ['a.example', 'b.example:443'] }, [`hosts[1] ${host}`]],
    ['a host in capitals', { hosts: ['Toro.example'] }, [`hosts[0] ${host}`]],
    [
      'an origin without its host',
      { hosts: [{ origin: 'https://a.example' }] },
      ['hosts[0].host is missing'],
    ],
    ['a host without its origin', { hosts: [{ host: 'a.example' }] }, ['hosts[0].origin is missing']],
    ['a host with a port next to its origin', at({ host: 'a.example:1' }), [`hosts[0].host ${host}`]],
    ['an unknown member of a host', at({ port: 443 }), ['hosts[0].port is not known']],
    ['a number for a host', { hosts: [7] }, [`hosts[0] ${host}`]],
    ...[
      'http://a.example',
      'https://a.example/',
      'https://a.example/cards',
      'https://A.example',
      'https://a.example:443',
      'https://a.example:99999',
      'https://a.example.',
      'https://me@a.example',
      'https://a.example#x',
      'a.example',
      '',
    ].map((origin): [string, Record<string, unknown>, string[]] => [
      `the origin “${origin}”`,
      at({ origin }),
      [
        'hosts[0].origin must be an https origin in lowercase without a path, like https://apply.acme.example',
      ],
    ]),
    [
      'a host twice with different origins',
      { hosts: ['a.example', { host: 'a.example', origin: 'https://a.example' }] },
      ['hosts[1] "a.example" is listed twice with different origins'],
    ],
    ['no host', { hosts: [] }, ['hosts must be a list with at least one item']],
    [
      'an asset path with ..',
      { assetLocation: '/assets/../x' },
      ['assetLocation must be a path of lowercase letters, digits and hyphens, like /assets/programs/toro'],
    ],
    [
      'a warning under 20 seconds',
      { sessionWarnCountdownMillis: 19_999 },
      ['sessionWarnCountdownMillis must be milliseconds, a whole number from 20000 to 43200000'],
    ],
    [
      'a timeout in seconds',
      { sessionTimeoutMillis: 600 },
      ['sessionTimeoutMillis must be milliseconds, a whole number from 60000 to 43200000'],
    ],
    [
      'a retention under a year',
      { retentionMonths: 11 },
      ['retentionMonths must be a whole number from 12 to 120'],
    ],
    ['a word for false', { proofOfEntityRequired: 'no' }, ['proofOfEntityRequired must be true or false']],
    ['a list of overrides', { fields: [] }, ['fields must be an object with a field in each entry']],
    [
      'an override that the form does not allow',
      { fields: { 'application.taxId': { hidden: true } } },
      ['fields.application.taxId: a required field cannot be hidden or made optional'],
    ],
    ['no guarantor table', { guarantor: [] }, ['guarantor must be a list with at least one item']],
    [
      'a guarantor table without a default line',
      { guarantor: [llcOnly] },
      ['guarantor[0], the last line, must match everything'],
    ],
    [
      'a guarantor line that hides the next',
      { guarantor: [all, all] },
      ['guarantor[0] matches everything, so the lines after it are never used'],
    ],
    [
      'an unknown organization type',
      { guarantor: [{ organizationType: ['llc', 'club'], required: true }, all] },
      ['guarantor[0].organizationType[1] must be an organization type of the form'],
    ],
    [
      'an unknown condition',
      { guarantor: [{ minYears: 3, required: true }, all] },
      ['guarantor[0].minYears is not known'],
    ],
    ['a reserved entity key', keyed('start'), ['entityKeys[0].key "start" is a reserved word']],
    ['an entity key that is a route', keyed('resume'), ['entityKeys[0].key "resume" is a reserved word']],
    ['an entity key in capitals', keyed('Main'), [`entityKeys[0].key "Main" ${key}`]],
    ['an entity key of 2 characters', keyed('ab'), [`entityKeys[0].key "ab" ${key}`]],
    [
      'an entity key of 41 characters',
      keyed('a'.repeat(41)),
      [`entityKeys[0].key "${'a'.repeat(41)}" ${key}`],
    ],
    [
      'an entity key like a start key',
      keyed('1234-5678-9012-3456'),
      ['entityKeys[0].key "1234-5678-9012-3456" has 16 digits, which makes it a start key'],
    ],
    ['a duplicate entity key', keyed('east', 'east'), ['entityKeys[1].key "east" is listed twice']],
  ])('%s', (_what, entries, expected) => {
    expect(problems(entries)).toEqual(expected);
  });
});

describe('checkProgramSettings accepts', () => {
  test.each<[string, Record<string, unknown>]>([
    ['one store under two entity keys', keyed('east', 'west')],
    ['entity keys at their limits', keyed('abc', 'a'.repeat(40), '1234', 'apply-now')],
    ['a warning of 20 seconds', { sessionWarnCountdownMillis: 20_000 }],
    ['a name in another script', { name: 'Müller & Søn’s “Нива”' }],
    ['a link with a port, a path and a query', { termsUrl: 'https://a.example:8443/terms?lang=en#fees' }],
    ['an IP address as host', { hosts: ['192.0.2.7'] }],
    ['a host with its origin', at({})],
    ['an origin with a port and another host', at({ origin: 'https://cards.example:8443' })],
    ['a host twice', { hosts: ['a.example', 'a.example'] }],
    ['settings without those that have a default', { merchant: undefined, entityKeys: undefined }],
  ])('%s', (_what, entries) => {
    expect(problems(entries)).toEqual([]);
  });
});
