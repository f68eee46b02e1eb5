import { useLocation } from 'wouter';
import { PageHeading } from '../../components/frame/page-heading.tsx';
import { ActionBar, SinglePage } from '../../components/frame/single-page.tsx';
import { byEmailCopy, resumeCopy } from '../../copy/resume-copy.ts';
import { customScreens } from '../../lazy/parts.ts';
import type { FinishState } from '../../state/lifetime.ts';
import { useBoot } from '../../state/use-page.ts';
import { useFocusOnHeading, useTitle } from '../use-new-screen.ts';
import { AfterEnd } from './after-end.tsx';

/**
 * Canceled: the answers have been erased. Timed out: they may be kept for a while (D55), and are where the person has
 * chosen to finish later.
 */
export function EndedScreen({ type }: { readonly type: 'cancel' | 'timeout' }) {
  const { days } = useBoot().resume;
  const [, navigate] = useLocation();
  const { because } = (history.state ?? {}) as FinishState;
  const isLater = type === 'timeout' && because === 'later';
  const words = resumeCopy.ended[type];
  const { title } = isLater ? byEmailCopy.later : words;
  useTitle(title);
  const Picture = customScreens.loaded()?.picture;
  useFocusOnHeading(type);
  return (
    <SinglePage>
      {Picture && <Picture name={type === 'timeout' ? 'shed' : 'gate'} />}
      <PageHeading>{title}</PageHeading>
      <p>{isLater ? byEmailCopy.later.text(days) : words.text}</p>
      {type === 'timeout' && <AfterEnd isMailed={isLater} />}
      {!isLater && <ActionBar label={resumeCopy.startAgain} onPress={() => navigate('/start')} />}
    </SinglePage>
  );
}
