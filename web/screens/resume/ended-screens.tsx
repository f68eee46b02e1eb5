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
import { PicturePage, resumePath } from './picture-page.tsx';

/** The screen at the end of an unsubmitted application. After `timeout`, the draft might still be stored and resumable (D55). */
export function EndedScreen({ type }: { readonly type: 'cancel' | 'timeout' }) {
  const { days } = useBoot().resume;
  const { because } = (history.state ?? {}) as FinishState;
  const isLater = type === 'timeout' && because === 'later';
  const offered = useOffered(type === 'timeout');
  const words = resumeCopy.ended[type];
  return (
    <PicturePage
      picture={type === 'timeout' ? 'shed' : 'gate'}
      title={isLater ? byEmailCopy.later.title : words.title}
      focusKey={type}
      startLabel={isLater ? undefined : resumeCopy.startNew}
      resumes={offered}
    >
      <p>{isLater ? byEmailCopy.later.text(days) : words.text}</p>
      {type === 'timeout' && <AfterEnd offered={offered} isLater={isLater} />}
      <PhonePanel />
    </PicturePage>
  );
}

/** Says that the session ended (D23), a submit's result is unknown (D44), or an error occurred, depending on `history.state`. */
export function ErrorScreen() {
  const copy = useCopy();
  const { errors: words, startNew } = resumeCopy;
  const { page, unauthorized } = copy.errors;
  const { because } = (history.state ?? {}) as { readonly because?: 'session' | 'unclear' };
  const titles = { session: words.sessionTitle, unclear: words.unclearTitle };
  const offered = useOffered(because !== 'unclear');
  return (
    <PicturePage
      picture={because === 'session' ? 'shed' : 'kinkedHose'}
      title={because ? titles[because] : page.title}
      focusKey="error"
      // Someone whose application may have arrived must not be invited to apply a second time.
      startLabel={because === 'unclear' ? undefined : startNew}
      resumes={offered}
    >
      {!because && <p>{words.notYou}</p>}
      {because === 'unclear' && <p>{words.unclear}</p>}
      {because !== 'session' && <p>{page.advice}</p>}
      {because !== 'unclear' && <AfterEnd offered={offered} />}
      {because === 'session' && (
        <p className="catalogue">{fill(copy, unauthorized, { hostname: hostName() })}</p>
      )}
      <PhonePanel />
    </PicturePage>
  );
}

const words = resumeCopy.ended;

/** Returns whether this device has a draft; undefined until the server has responded. Asks the server only if `asked` is true. */
function useOffered(asked: boolean): boolean | undefined {
  const { isOffered } = useMade(createDeviceResume);
  const [offered, setOffered] = useState<boolean>();
  useEffect(() => {
    if (asked) void isOffered().then(setOffered);
  }, [asked, isOffered]);
  return asked ? offered : undefined;
}

/** Says whether the answers of an ended session are stored or deleted. `offered` says whether this device has a draft. */
function AfterEnd({
  offered,
  isLater = false,
}: {
  readonly offered: boolean | undefined;
  readonly isLater?: boolean;
}) {
  const { resume } = useBoot();
  const { isLinkMailed } = (history.state ?? {}) as FinishState;
  const lost = isLinkMailed === false || !resume.byEmail ? words.deleted : words.deletedOrMailed;
  if (isLater && offered === false) return null;
  return (
    <div className="after-end" role="status">
      {offered === false && <p>{isLinkMailed ? words.mailed : lost}</p>}
      {offered && <p>{isLater ? byEmailCopy.later.onDevice(resume.hours) : words.kept(resume.hours)}</p>}
    </div>
  );
}

/** The first screen's link to the page that resumes a draft. Reveals nothing about the draft (D55). */
export function ContinueOffer({ onPress }: { readonly onPress?: () => void }) {
  return (
    <div className="continue-offer">
      <PageLink className="button" href={resumePath} {...(onPress && { onFollow: onPress })}>
        <DocumentIcon name="lock" />
        <span>{resumeCopy.offer}</span>
        <Icon name="forward" />
      </PageLink>
    </div>
  );
}
