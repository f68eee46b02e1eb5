import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { alertTitles } from '../../form/catalogue.ts';
import { useSession } from '../session/use-session.ts';
import { IntroScreen } from './intro-screen.tsx';
import { useTitle } from './screen-frame.tsx';
import { screenWords } from './screen-words.ts';

/**
 * The entry routes (spec section 2): everything of an earlier session of this tab is ended and forgotten, a new one
 * is started, with the key of the address where there is one, and the intro follows. The intro is shown at once; the
 * start runs behind it.
 */
export function StartScreen() {
  const session = useSession();
  const [path, navigate] = useLocation();
  const search = useSearch();
  useTitle(undefined);

  useEffect(() => {
    let current = true;
    const begin = async (entry: string, query: string) => {
      const result = await session.start(entry, query);
      if (!current) return;
      if (result === 'started') navigate('/apply', { replace: true });
      if (result === 'unknown-key')
        session.store.set((state) => ({
          ...state,
          alert: {
            title: alertTitles.invalidDomain,
            text: screenWords.start.unknownKeyText,
            closeLabel: screenWords.start.startWithout,
            close: () => navigate('/start'),
          },
        }));
    };
    void begin(path, search);
    return () => {
      current = false;
    };
  }, [path, search, session, navigate]);

  return <IntroScreen boot={session.boot} onStart={() => navigate('/apply/share-information')} />;
}
