/**
 * Gets address suggestions from the REST API of Google Places, version "New" (D40):
 * https://developers.google.com/maps/documentation/places/web-service/place-autocomplete
 * https://developers.google.com/maps/documentation/places/web-service/place-details
 */
import type { Boot } from '../../api/boot.ts';
import { language } from '../../copy/language.ts';
import type { SuggestedAddress, SuggestionsProvider } from './suggestions-provider.ts';

/** Milliseconds to wait for a response. Without suggestions, the person types the whole address. */
const timeoutMillis = 10_000;

/** The place types that have a street and a number. Google allows at most five types. */
const addressTypes = ['street_address', 'premise', 'subpremise'];

/**
 * Suggests addresses with calls to Google, which receives only the typed street. All calls from the first typed letter until the
 * person picks a suggestion share a token, because Google bills by session:
 * https://developers.google.com/maps/documentation/places/web-service/place-session-tokens
 */
export function googleSuggestions({
  origin,
  key,
}: NonNullable<Boot['googleSuggestions']>): SuggestionsProvider {
  let token: string | undefined;

  async function ask(path: string, mask: string, signal: AbortSignal, init?: RequestInit): Promise<unknown> {
    try {
      const response = await fetch(`${origin}/v1/${path}`, {
        ...init,
        headers: { 'content-type': 'application/json', 'x-goog-api-key': key, 'x-goog-fieldmask': mask },
        credentials: 'omit',
        // Google checks by the referrer whether this site may use the key. Send only the origin, because the path shows the
        // person's current step.
        referrerPolicy: 'strict-origin',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMillis)]),
      });
      return response.ok ? await response.json() : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    attribution: 'Google Maps',
    suggest: async (typed, signal, state) => {
      token ??= crypto.randomUUID();
      const sessionToken = token;
      const response = await ask(
        'places:autocomplete',
        'suggestions.placePrediction.placeId,suggestions.placePrediction.text.text',
        signal,
        {
          method: 'POST',
          body: JSON.stringify({
            input: typed,
            sessionToken,
            includedRegionCodes: ['us'],
            includedPrimaryTypes: addressTypes,
            languageCode: language,
          }),
        },
      );
      return inStateFirst(readSuggestions(response), state).map(({ id, label }) => ({
        id,
        label,
        address: async (waiting) => {
          token = undefined;
          const query = new URLSearchParams({ sessionToken, languageCode: language });
          const path = `places/${encodeURIComponent(id)}?${query}`;
          return readAddress(await ask(path, 'addressComponents', waiting));
        },
      }));
    },
  };
}

/** Returns the suggestions, sorted so that places in a given state come first. Google cannot sort by state. */
function inStateFirst(suggestions: ReturnType<typeof readSuggestions>, state: string | undefined) {
  if (!state) return suggestions;
  const inState = ({ label }: { label: string }) => Number(new RegExp(`, ${state}\\b`).test(label));
  return suggestions.toSorted((one, other) => inState(other) - inState(one));
}

/** Returns the suggestions in a response to `places:autocomplete`. Ignores anything that differs from the documented format. */
export function readSuggestions(response: unknown) {
  return list(at(response, 'suggestions')).flatMap((suggestion) => {
    const prediction = at(suggestion, 'placePrediction');
    const id = text(at(prediction, 'placeId'));
    const label = text(at(at(prediction, 'text'), 'text'));
    return id && label ? [{ id, label }] : [];
  });
}

/**
 * Returns the address in a response to `places/{id}`, or undefined if it is outside the US or has no street. Unknown parts are
 * empty. Works like Google's example:
 * https://developers.google.com/maps/documentation/javascript/examples/places-autocomplete-addressform
 */
export function readAddress(response: unknown): SuggestedAddress | undefined {
  const components = list(at(response, 'addressComponents'));
  const part = (type: string, form: 'longText' | 'shortText' = 'longText'): string => {
    const component = components.find((one) => list(at(one, 'types')).includes(type));
    return text(at(component, form)) || text(at(component, 'longText'));
  };
  const street = [part('street_number'), part('route', 'shortText')].filter(Boolean).join(' ');
  if (part('country', 'shortText') !== 'US' || street === '') return undefined;
  const unit = part('subpremise');
  return {
    // The unit "200" becomes "#200", as Google writes it. The unit "Suite 200" stays the same.
    addressLine: unit ? `${street} ${/^#|\s/.test(unit) ? unit : `#${unit}`}` : street,
    // An address in Brooklyn has a sublocality but no locality. Some places have neither of these, but only a township.
    addressCity: part('locality') || part('sublocality') || part('administrative_area_level_3'),
    addressState: part('administrative_area_level_1', 'shortText'),
    addressPostalCode: part('postal_code'),
  };
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
