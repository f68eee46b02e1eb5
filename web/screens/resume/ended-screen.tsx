import { byEmailCopy, resumeCopy } from '../../copy/resume-copy.ts';
import type { FinishState } from '../../state/lifetime.ts';
import { useBoot } from '../../state/use-page.ts';
import { AfterEnd } from './after-end.tsx';
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
