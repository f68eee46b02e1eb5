import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  autocompleteResponse,
  placeResponse,
  placeResponseWith,
} from '../../tests/support/google-responses.ts';
import { googleSuggestions, readAddress, readSuggestions } from './google-suggestions.ts';

describe('a response with suggestions', () => {
  test('yields the places with their names, but no queries', () => {
    expect(readSuggestions(autocompleteResponse)).toEqual([
      { id: 'ChIJLyndale-8111', label: '8111 Lyndale Avenue South, Bloomington, MN, USA' },
      { id: 'EiNCcm9va2x5bg', label: '8111 Lyndale Street, Brooklyn, NY, USA' },
    ]);
  });

  test.each([
    [{}],
    [undefined],
    [null],
    ['text'],
    [{ suggestions: null }],
    [{ suggestions: {} }],
    [{ suggestions: [null, 1, {}, { placePrediction: null }] }],
    [{ suggestions: [{ placePrediction: { placeId: 'a' } }] }],
    [{ suggestions: [{ placePrediction: { placeId: 'a', text: 'b' } }] }],
    [{ suggestions: [{ placePrediction: { placeId: 'a', text: { text: { text: 'b' } } } }] }],
    [{ suggestions: [{ placePrediction: { placeId: 7, text: { text: 'b' } } }] }],
  ])('of another shape yields none: %j', (answer) => {
    expect(readSuggestions(answer)).toEqual([]);
  });
});

describe('a response with a place', () => {
  const address = {
    addressLine: '8111 Lyndale Ave S',
    addressCity: 'Bloomington',
    addressState: 'MN',
    addressPostalCode: '55420',
  };

  test('yields street, city, state and ZIP code', () => {
    expect(readAddress(placeResponse)).toEqual(address);
  });

  test.each([
    ['200', '#200'],
    ['#200', '#200'],
    ['Suite 200', 'Suite 200'],
  ])('puts the unit %s after the street', (unit, written) => {
    expect(readAddress(placeResponseWith({ subpremise: [unit, unit] }))?.addressLine).toBe(
      `8111 Lyndale Ave S ${written}`,
    );
  });

  test('names the borough or township if there is no city', () => {
    const borough = placeResponseWith({ locality: null, sublocality: ['Brooklyn', 'Brooklyn'] });
    expect(readAddress(borough)?.addressCity).toBe('Brooklyn');
    const township = placeResponseWith({ locality: null, administrative_area_level_3: ['Ocean', 'Ocean'] });
    expect(readAddress(township)?.addressCity).toBe('Ocean');
  });

  test('leaves missing parts empty', () => {
    const bare = placeResponseWith({
      street_number: null,
      locality: null,
      administrative_area_level_1: null,
      postal_code: null,
    });
    expect(readAddress(bare)).toEqual({
      addressLine: 'Lyndale Ave S',
      addressCity: '',
      addressState: '',
      addressPostalCode: '',
    });
  });

  test.each([
    ['outside of the US', placeResponseWith({ country: ['Canada', 'CA'] })],
    ['of no country', placeResponseWith({ country: null })],
    ['without a street', placeResponseWith({ street_number: null, route: null })],
    ['with an error', { error: { code: 404, status: 'NOT_FOUND' } }],
    [
      'of another shape',
      { addressComponents: [null, 'x', { types: 'route' }, { longText: {}, types: ['route'] }] },
    ],
  ])('%s yields no address', (_, answer) => {
    expect(readAddress(answer)).toBeUndefined();
  });
});

describe('the provider', () => {
  interface Asked {
    readonly method: string | undefined;
    readonly url: URL;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly body: Readonly<Record<string, unknown>> | undefined;
  }

  let server: Server;
  let origin: string;
  let asked: Asked[] = [];
  let reply = { status: 200, text: '' };
  /** If set, the server calls this function for each request and does not respond. */
  let leave: (() => void) | undefined;

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const url = new URL(request.url ?? '', 'http://stand-in');
      const body = request.method === 'POST' ? ((await json(request)) as Asked['body']) : undefined;
      asked.push({ method: request.method, url, headers: request.headers, body });
      if (leave) return leave();
      const content = request.method === 'POST' ? autocompleteResponse : placeResponse;
      response.writeHead(reply.status, { 'content-type': 'application/json' });
      response.end(reply.text || JSON.stringify(content));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    asked = [];
    reply = { status: 200, text: '' };
    leave = undefined;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const { signal } = new AbortController();
  const places = () => googleSuggestions({ origin, key: 'AIza-key_1' });
  const tokens = () =>
    asked.map(({ body, url }) => body?.['sessionToken'] ?? url.searchParams.get('sessionToken'));

  test('requests only addresses in the US, and only the fields that it reads', async () => {
    const [first] = await places().suggest('8111 Lyndale', signal);
    expect(await first?.address(signal)).toEqual(readAddress(placeResponse));
    expect(asked).toEqual([
      {
        method: 'POST',
        url: new URL('http://stand-in/v1/places:autocomplete'),
        headers: expect.objectContaining({
          'content-type': 'application/json',
          'x-goog-api-key': 'AIza-key_1',
          'x-goog-fieldmask': 'suggestions.placePrediction.placeId,suggestions.placePrediction.text.text',
        }),
        body: {
          input: '8111 Lyndale',
          sessionToken: expect.stringMatching(/^[\w-]{36}$/),
          includedRegionCodes: ['us'],
          includedPrimaryTypes: ['street_address', 'premise', 'subpremise'],
          languageCode: 'en',
        },
      },
      {
        method: 'GET',
        url: new URL(
          `http://stand-in/v1/places/ChIJLyndale-8111?sessionToken=${tokens()[0]}&languageCode=en`,
        ),
        headers: expect.objectContaining({
          'x-goog-api-key': 'AIza-key_1',
          'x-goog-fieldmask': 'addressComponents',
        }),
        body: undefined,
      },
    ]);
  });

  test('puts the chosen state first, and otherwise keeps Google’s order', async () => {
    const { suggest } = places();
    const idsFor = async (state?: string) =>
      (await suggest('8111 Lyndale', signal, state)).map(({ id }) => id);
    const [bloomington, brooklyn] = readSuggestions(autocompleteResponse).map(({ id }) => id);
    expect(await idsFor('NY')).toEqual([brooklyn, bloomington]);
    for (const state of ['MN', 'TX', 'So', '', undefined])
      expect(await idsFor(state), state).toEqual([bloomington, brooklyn]);
  });

  test('uses one token from the first letter to the choice, then another', async () => {
    const { suggest } = places();
    await suggest('8111', signal);
    const [first] = await suggest('8111 Lyn', signal);
    await first?.address(signal);
    await suggest('9 Elm', signal);
    const [one, two, pick, after] = tokens();
    expect([two, pick]).toEqual([one, one]);
    expect(after).not.toBe(one);
    await places().suggest('8111', signal);
    expect([one, after]).not.toContain(tokens().at(-1));
  });

  test.each([
    [400, '{"error":{"code":400,"status":"INVALID_ARGUMENT"}}'],
    [403, '{"error":{"code":403,"status":"PERMISSION_DENIED"}}'],
    [429, ''],
    [500, '<html>'],
    [200, '{"suggestions":['],
    [200, '[]'],
  ])('suggests and fills in nothing on a response %i %j', async (status, text) => {
    const { suggest } = places();
    const [first] = await suggest('8111 Lyndale', signal);
    reply = { status, text };
    expect(await suggest('8111 Lyndale A', signal)).toEqual([]);
    expect(await first?.address(signal)).toBeUndefined();
    expect(asked).toHaveLength(3);
  });

  test('suggests nothing without a response, and stops on abort', async () => {
    const nowhere = googleSuggestions({ origin: 'http://127.0.0.1:1', key: 'k' });
    expect(await nowhere.suggest('8111 Lyndale', signal)).toEqual([]);
    const asking = new AbortController();
    leave = () => asking.abort();
    expect(await places().suggest('8111 Lyndale', asking.signal)).toEqual([]);
    expect(asking.signal.aborted).toBe(true);
  });
});
