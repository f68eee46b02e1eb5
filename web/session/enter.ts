import { alertTitles } from '../../form/catalogue.ts';
import { screenWords } from '../screens/screen-words.ts';
import type { PageSession } from './page-session.ts';

/**
 * Starts a session for an entry route (spec section 2): what an earlier session of this tab held is forgotten, a key
 * of the address is used, and the intro follows. A key or store that cannot be used offers to start without it (D22).
 */
export async function enter(session: PageSession, path: string, search: string): Promise<boolean> {
  const result = await session.start(
    path === '/apply' ? '/start' : path,
    search,
    () => void enter(session, path, search),
  );
  if (result === 'started') session.navigate('/apply', { replace: true });
  if (result === 'unusable')
    session.store.set((state) => ({
      ...state,
      alert: {
        title: alertTitles.invalidDomain,
        text: screenWords.start.unknownKeyText,
        closeLabel: screenWords.start.startWithout,
        close: () => session.navigate('/start'),
      },
    }));
  return result === 'started';
}
