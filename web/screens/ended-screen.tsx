import { useLocation } from 'wouter';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { ActionBar, SinglePage } from '../components/frame/single-page.tsx';
import { AfterEnd } from '../resume/after-end.tsx';
import { useCopy } from '../use-copy.ts';
import { ownScreens } from './own-screens-later.ts';
import { useFocusOnHeading, useTitle } from './use-new-screen.ts';

/** Canceled: the answers have been erased. Timed out: they may be kept for a while (D55). */
export function EndedScreen({ type }: { readonly type: 'cancel' | 'timeout' }) {
  const { page: words } = useCopy();
  const [, navigate] = useLocation();
  const { title, text } = words.finish[type];
  useTitle(title);
  const Picture = ownScreens.loaded()?.picture;
  useFocusOnHeading(type);
  return (
    <SinglePage>
      {Picture && <Picture name={type === 'timeout' ? 'shed' : 'gate'} />}
      <PageHeading>{title}</PageHeading>
      <p>{text}</p>
      {type === 'timeout' && <AfterEnd />}
      <ActionBar label={words.startAgain} onPress={() => navigate('/start')} />
    </SinglePage>
  );
}
