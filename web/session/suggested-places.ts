/** Addresses that may be meant by what is typed of a street (D40). */
import type { Place } from '../../api/place.ts';
import { call } from './api-client.ts';
import type { PageSession } from './page-session.ts';

/** Suggestions for what is typed; none where the service fails, for that must never stand in anyone's way. */
export async function suggestedPlaces(
  session: PageSession,
  typed: string,
  signal: AbortSignal,
): Promise<readonly Place[]> {
  const { session: open } = session.store.get();
  const answer = await call<{ readonly places: readonly Place[] }>(open?.webSessionId ?? null, {
    method: 'POST',
    path: '/places',
    body: { query: typed },
    signal,
  });
  return answer.ok ? answer.body.places : [];
}
