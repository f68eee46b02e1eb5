/** Address suggestions of the embedded places provider (D40). */
import { Places, PlacesQuery } from '../../api/place.ts';
import type { Api } from '../api-types.ts';
import { findPlaces } from '../places/embedded-places.ts';
import { checkedBody } from './request-context.ts';

export function placesRoutes(app: Api): void {
  app.post(
    '/places',
    { schema: { summary: 'Suggest addresses', body: PlacesQuery, response: { 200: Places } } },
    async (request) => {
      const { query } = checkedBody(request);
      return { places: [...findPlaces(query)] };
    },
  );
}
