import { useEffect, useState, useSyncExternalStore } from 'react';
import type { StartResponse } from '../../../api/start.ts';
import { urlOf } from '../../../form/flow/steps.ts';
import { continueAt } from '../../browser/history-entries.ts';
import { SinglePage } from '../../components/frame/single-page.tsx';
import { Loading } from '../../components/loading.tsx';
import { PhonePanel } from '../../components/phone-panel.tsx';
import { resumeCopy } from '../../copy/resume-copy.ts';
import { useLifetime, useMade, usePageStore } from '../../state/use-page.ts';
import { useTitle } from '../use-new-screen.ts';
import { createDeviceResume } from './device-resume.ts';
import { LinkScreen } from './link-screen.tsx';
import { LockedForm } from './locked-form.tsx';
import { PicturePage } from './picture-page.tsx';
import { createResumeLink } from './resume-link.ts';
import { stepToResumeAt } from './step-to-resume-at.ts';

/** The screen at `/resume`. Resumes a draft on this device, or with a link from an email (D55). Works without a session. */
export function ResumeScreen() {
  const { resumeDraft } = useLifetime();
  const { application, dispatch } = usePageStore();
  const [isReading, setReading] = useState(false);
  const link = useMade(createResumeLink);
  const token = useSyncExternalStore(link.subscribe, link.token);

  async function open(start: StartResponse): Promise<void> {
    setReading(true);
    if (!(await resumeDraft(start))) return setReading(false);
    const url = urlOf(stepToResumeAt(application()));
    dispatch({ type: 'draftResumed', url });
    continueAt(url);
  }
  const onOpen = (start: StartResponse) => void open(start);

  if (token !== null && !isReading) return <LinkScreen key={token} link={link} onOpen={onOpen} />;
  if (isReading) return <LoadingPage />;
  return link.openedThisEntry() ? <NothingToResume because="linkLost" /> : <LockedScreen onOpen={onOpen} />;
}

const LoadingPage = () => (
  <SinglePage>
    <Loading />
  </SinglePage>
);

/**
 * Asks the server whether this device can resume a draft. If so, asks the person for the two answers that unlock the draft: the
 * last digits of the tax ID, and the date of birth.
 */
function LockedScreen({ onOpen }: { readonly onOpen: (start: StartResponse) => void }) {
  const { isOffered } = useMade(createDeviceResume);
  const [stage, setStage] = useState<'asking' | 'locked' | 'none' | 'closed' | 'tooMany'>('asking');
  const { title } = resumeCopy.locked;
  useTitle(title);
  useEffect(() => {
    // If the server does not say whether there is a draft, show the form. Submitting the form without a draft does no harm.
    void isOffered().then((is) => setStage(is === false ? 'none' : 'locked'));
  }, [isOffered]);
  if (stage !== 'asking' && stage !== 'locked')
    return <NothingToResume because={stage} documentTitle={title} />;
  if (stage === 'asking') return <LoadingPage />;
  return (
    <PicturePage picture="shed" title={title} focusKey={stage}>
      <LockedForm onOpened={onOpen} onOver={() => setStage('tooMany')} onClosed={() => setStage('closed')} />
    </PicturePage>
  );
}

function NothingToResume({
  because,
  documentTitle,
}: {
  readonly because: 'none' | 'closed' | 'tooMany' | 'linkLost';
  readonly documentTitle?: string;
}) {
  const { title, text } = resumeCopy[because];
  return (
    <PicturePage
      picture={because === 'none' ? 'toolBoard' : 'shed'}
      title={title}
      documentTitle={documentTitle}
      focusKey={because}
      startLabel={resumeCopy.startNew}
    >
      <p>{text}</p>
      <PhonePanel />
    </PicturePage>
  );
}
