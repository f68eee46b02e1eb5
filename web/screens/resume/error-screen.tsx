import { fill } from '../../../copy/sentences.ts';
import { hostName } from '../../browser/host-name.ts';
import { PhonePanel } from '../../components/phone-panel.tsx';
import { resumeCopy } from '../../copy/resume-copy.ts';
import { useCopy } from '../../copy/use-copy.ts';
import { useBoot } from '../../state/use-page.ts';
import { AfterEnd } from './after-end.tsx';
import { PicturePage } from './picture-page.tsx';

/** The reason why the error page is shown: the session has ended (D23), or the result of a submit is unknown (D44). */
type Because = 'session' | 'unclear';

/** Shows a general error, or says that the session has ended, depending on `history.state` (D23). Shows no error codes. */
export function ErrorScreen() {
  const copy = useCopy();
  const { errors: words, startAgain } = resumeCopy;
  const { page, unauthorized } = copy.errors;
  const { merchantHelp } = useBoot().program;
  const { because } = (history.state ?? {}) as { readonly because?: Because };
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
      {!because && <p>{[page.advice, merchantHelp].filter(Boolean).join(' ')}</p>}
      {because !== 'unclear' && <AfterEnd />}
      <PhonePanel />
    </PicturePage>
  );
}
