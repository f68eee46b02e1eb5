import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import type { StartResponse } from '../../api/start.ts';
import { resumeCopy } from '../app/resume-copy.ts';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { ActionBar, SinglePage } from '../components/frame/single-page.tsx';
import { Loading } from '../components/loading.tsx';
import { ownScreens } from '../screens/own-screens-later.ts';
import { useFocusOnHeading, useTitle } from '../screens/use-new-screen.ts';
import { useLifetime, useMade } from '../state/use-page.ts';
import { createComeBack } from './come-back.ts';
import { KeptSummary } from './kept-summary.tsx';
import { LinkScreen } from './link-screen.tsx';
import { LockedForm } from './locked-form.tsx';
import { createResumeLink } from './resume-link.ts';

/**
 * How far coming back is. `asking`: whether there is anything to come back to; `locked`: whose it is; `opening`, `kept`:
 * it is being read, and is there. The others are ends: there is nothing, it was closed by the person, by wrong tries.
 */
type Stage = 'asking' | 'none' | 'locked' | 'closed' | 'tooMany' | 'opening' | 'kept';

/** `/resume`: leads back into a draft, of this device or by a link from an email (D55). Works without a session. */
export function ResumeScreen() {
  const { isOffered } = useMade(createComeBack);
  const { comeBack } = useLifetime();
  const [stage, setStage] = useState<Stage>('asking');
  const link = useMade(createResumeLink);
  const isLink = useSyncExternalStore(link.subscribe, link.token) !== null;
  useTitle(resumeCopy.locked.title);
  useEffect(() => {
    if (isLink || stage !== 'asking') return;
    let left = false;
    // Where the server does not say, there is no harm in a try.
    void isOffered().then((is) => left || setStage(is === false ? 'none' : 'locked'));
    return () => {
      left = true;
    };
  }, [isOffered, isLink, stage]);

  async function open(start: StartResponse): Promise<void> {
    setStage('opening');
    setStage((await comeBack(start)) ? 'kept' : 'asking');
  }

  if (isLink && stage === 'asking') return <LinkScreen link={link} onOpen={(start) => void open(start)} />;
  return (
    <SinglePage>
      {(stage === 'asking' || stage === 'opening') && <Loading />}
      {stage === 'locked' && (
        <LockedForm
          onOpened={(start) => void open(start)}
          onOver={() => setStage('tooMany')}
          onClosed={() => setStage('closed')}
        />
      )}
      {stage === 'kept' && <KeptSummary />}
      {(stage === 'none' || stage === 'closed' || stage === 'tooMany') && <Over because={stage} />}
    </SinglePage>
  );
}

/** There is nothing to come back to, or nothing any more. */
function Over({ because }: { readonly because: 'none' | 'closed' | 'tooMany' }) {
  const { title, text } = resumeCopy[because];
  const [, navigate] = useLocation();
  const Picture = ownScreens.loaded()?.picture;
  useFocusOnHeading(because);
  return (
    <>
      {Picture && <Picture name="shed" />}
      <PageHeading>{title}</PageHeading>
      <p>{text}</p>
      <ActionBar label={resumeCopy.startNew} onPress={() => navigate('/start')} />
    </>
  );
}
