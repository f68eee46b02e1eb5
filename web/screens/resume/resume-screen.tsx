import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import type { StartResponse } from '../../../api/start.ts';
import { PageHeading } from '../../components/frame/page-heading.tsx';
import { ActionBar, SinglePage } from '../../components/frame/single-page.tsx';
import { Loading } from '../../components/loading.tsx';
import { resumeCopy } from '../../copy/resume-copy.ts';
import { customScreens } from '../../lazy/parts.ts';
import { useLifetime, useMade } from '../../state/use-page.ts';
import { useFocusOnHeading, useTitle } from '../use-new-screen.ts';
import { createComeBack } from './come-back.ts';
import { KeptSummary } from './kept-summary.tsx';
import { LinkScreen } from './link-screen.tsx';
import { LockedForm } from './locked-form.tsx';
import { createResumeLink } from './resume-link.ts';

/** `/resume`: leads back into a draft, of this device or by a link from an email (D55). Works without a session. */
export function ResumeScreen() {
  const { comeBack } = useLifetime();
  const [opened, setOpened] = useState<'no' | 'reading' | 'kept'>('no');
  const link = useMade(createResumeLink);
  const token = useSyncExternalStore(link.subscribe, link.token);

  async function open(start: StartResponse): Promise<void> {
    setOpened('reading');
    setOpened((await comeBack(start)) ? 'kept' : 'no');
  }
  const onOpen = (start: StartResponse) => void open(start);

  if (token !== null && opened !== 'reading') return <LinkScreen key={token} link={link} onOpen={onOpen} />;
  if (opened === 'no') return link.openedThisEntry() ? <LinkLost /> : <LockedScreen onOpen={onOpen} />;
  return <SinglePage>{opened === 'kept' ? <KeptSummary /> : <Loading />}</SinglePage>;
}

/**
 * How far one is with the device's own draft. `asking`: whether there is anything to come back to; `locked`: whose it is.
 * The others are ends: there is nothing, it was closed by the person, by wrong tries.
 */
type Stage = 'asking' | 'none' | 'locked' | 'closed' | 'tooMany';

/** Asks whose the draft is that this device holds, if it holds one. */
function LockedScreen({ onOpen }: { readonly onOpen: (start: StartResponse) => void }) {
  const { isOffered } = useMade(createComeBack);
  const [stage, setStage] = useState<Stage>('asking');
  useTitle(resumeCopy.locked.title);
  useEffect(() => {
    let left = false;
    // Where the server does not say, there is no harm in a try.
    void isOffered().then((is) => left || setStage(is === false ? 'none' : 'locked'));
    return () => {
      left = true;
    };
  }, [isOffered]);
  return (
    <SinglePage>
      {stage === 'asking' && <Loading />}
      {stage === 'locked' && (
        <LockedForm
          onOpened={onOpen}
          onOver={() => setStage('tooMany')}
          onClosed={() => setStage('closed')}
        />
      )}
      {(stage === 'none' || stage === 'closed' || stage === 'tooMany') && <Over because={stage} />}
    </SinglePage>
  );
}

/** A link opened this page before a reload, and the page no longer knows it. */
function LinkLost() {
  useTitle(resumeCopy.linkLost.title);
  return (
    <SinglePage>
      <Over because="linkLost" />
    </SinglePage>
  );
}

/** Says why nothing can be continued from this page, and offers a new application. */
function Over({ because }: { readonly because: 'none' | 'closed' | 'tooMany' | 'linkLost' }) {
  const { title, text } = resumeCopy[because];
  const [, navigate] = useLocation();
  const Picture = customScreens.loaded()?.picture;
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
