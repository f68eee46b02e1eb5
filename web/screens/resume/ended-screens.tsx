/** The screens after a session that ended without a submit (D55). */
import { useEffect, useState } from 'react';
import { fill } from '../../../copy/sentences.ts';
import { hostName } from '../../browser/host-name.ts';
import { DocumentIcon, Icon } from '../../components/icon.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { PhonePanel } from '../../components/phone-panel.tsx';
import { byEmailCopy, resumeCopy } from '../../copy/resume-copy.ts';
import { useCopy } from '../../copy/use-copy.ts';
import type { FinishState } from '../../state/lifetime.ts';
import { useBoot, useMade } from '../../state/use-page.ts';
import { createDeviceResume } from './device-resume.ts';
import { PicturePage } from './picture-page.tsx';

/** The screen at the end of an application that was not sent. After `timeout`, the answers may be stored for a while (D55). */
export function EndedScreen({ type }: { readonly type: 'cancel' | 'timeout' }) {
  const { days } = useBoot().resume;
  const { because } = (history.state ?? {}) as FinishState;
  const isLater = type === 'timeout' && because === 'later';
  const words = resumeCopy.ended[type];
  return (
    <PicturePage
      picture={type === 'timeout' ? 'shed' : 'gate'}
      title={isLater ? byEmailCopy.later.title : words.title}
      focusKey={type}
      startLabel={isLater ? undefined : resumeCopy.startAgain}
    >
      <p>{isLater ? byEmailCopy.later.text(days) : words.text}</p>
      {type === 'timeout' && <AfterEnd isMailed={isLater} />}
    </PicturePage>
  );
}

/** Says, by `history.state`, that the session has ended (D23), the result of a submit is unknown (D44), or an error occurred. */
export function ErrorScreen() {
  const copy = useCopy();
  const { errors: words, startAgain } = resumeCopy;
  const { page, unauthorized } = copy.errors;
  const { because } = (history.state ?? {}) as { readonly because?: 'session' | 'unclear' };
  const titles = { session: words.sessionTitle, unclear: words.unclearTitle };
  return (
    <PicturePage
      picture={because ? 'shed' : 'kinkedHose'}
      title={because ? titles[because] : page.title}
      focusKey="error"
      startLabel={startAgain}
    >
      {!because && <p>{words.notYou}</p>}
      {because === 'unclear' && <p>{words.unclear}</p>}
      {because === 'session' && (
        <p className="catalogue">{fill(copy, unauthorized, { hostname: hostName() })}</p>
      )}
      {!because && <p>{page.advice}</p>}
      {because !== 'unclear' && <AfterEnd />}
      <PhonePanel />
    </PicturePage>
  );
}

const words = resumeCopy.ended;

/** Says whether the answers of an ended session were deleted or stored, and then offers to continue. */
function AfterEnd({ isMailed = false }: { readonly isMailed?: boolean }) {
  const { resume } = useBoot();
  const { isOffered } = useMade(createDeviceResume);
  const [offered, setOffered] = useState<boolean>();
  useEffect(() => void isOffered().then(setOffered), [isOffered]);
  return (
    <div className="after-end" role="status">
      {offered === false && !isMailed && <p>{resume.byEmail ? words.deletedOrMailed : words.deleted}</p>}
      {offered && (
        <>
          <p>{words.kept(resume.hours)}</p>
          <ContinueOffer />
        </>
      )}
    </div>
  );
}

/** A link to the page that resumes a draft. Reveals nothing about the draft (D55). */
export function ContinueOffer({ onPress }: { readonly onPress?: () => void }) {
  return (
    <PageLink className="continue-offer" href="/resume" {...(onPress && { onFollow: onPress })}>
      <DocumentIcon name="lock" />
      <span>{resumeCopy.offer}</span>
      <Icon name="forward" />
    </PageLink>
  );
}
