import { useLocation } from 'wouter';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { ActionBar, SinglePage } from '../components/frame/single-page.tsx';
import { useCopy } from '../use-copy.ts';
import { Picture } from './picture.tsx';
import { useFocusOnHeading, useTitle } from './use-new-screen.ts';

/** Canceled or timed out: the answers have been erased. */
export function EndedScreen({ type }: { readonly type: 'cancel' | 'timeout' }) {
  const { page: words } = useCopy();
  const [, navigate] = useLocation();
  const { title, text } = words.finish[type];
  useTitle(title);
  useFocusOnHeading(type);
  return (
    <SinglePage>
      <Picture name={type === 'timeout' ? 'shed' : 'gate'} />
      <PageHeading>{title}</PageHeading>
      <p>{text}</p>
      <ActionBar label={words.startAgain} onPress={() => navigate('/start')} />
    </SinglePage>
  );
}
