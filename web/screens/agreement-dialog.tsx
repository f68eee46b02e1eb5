import type { FocusEvent } from 'react';
import { useEffect, useState } from 'react';
import type { Agreement } from '../../api/agreement.ts';
import { sizeText } from '../../form/document-limits.ts';
import type { AgreementKey } from '../../form/situation.ts';
import { Dialog } from '../components/dialog.tsx';
import { Icon } from '../components/icon.tsx';
import { Loading } from '../components/loading.tsx';
import { Notice } from '../components/notice.tsx';
import { ServedHtml } from '../components/served-html.tsx';
import { sizeOfFile } from '../session/file-size.ts';
import { useSession } from '../session/use-session.ts';
import { words } from '../words.ts';
import { screenWords } from './screen-words.ts';

/** How long the loading sign is kept, in milliseconds (spec section 9). It hides nothing. */
const loadingMillis = 3_000;

function useLoadingSign(): boolean {
  const [shown, setShown] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), loadingMillis);
    return () => clearTimeout(timer);
  }, []);
  return shown;
}

/** One agreement in full: its pages as pictures, where there are any, its whole text, and the answer to it. */
export function AgreementDialog({
  agreement,
  onClose,
  onReopen,
  onAgreed,
}: {
  readonly agreement: AgreementKey;
  readonly onClose: () => void;
  /** Called to try once more, after the text could not be fetched and the dialog was closed. */
  readonly onReopen: () => void;
  /** Called once the consent is kept. */
  readonly onAgreed: () => void;
}) {
  const session = useSession();
  const [served, setServed] = useState<Agreement>();
  const [changed, setChanged] = useState(false);
  const [helps, setHelps] = useState(false);
  const [busy, setBusy] = useState(false);
  const loading = useLoadingSign();
  const title = served?.title ?? screenWords.agreement.names[agreement];

  // Only opening asks for the text: the server counts that as opened (D31).
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, whatever else is drawn anew.
  useEffect(() => {
    let current = true;
    void session.readAgreement(agreement, onReopen).then((answer) => {
      if (!current) return;
      if (answer) setServed(answer);
      else onClose();
    });
    return () => {
      current = false;
    };
  }, [session, agreement]);

  async function agree(): Promise<void> {
    if (!served || busy) return;
    setBusy(true);
    const result = await session.consent(
      agreement,
      served.version,
      { agreed: true, dirty: false },
      () => void agree(),
    );
    if (result === 'kept') {
      onAgreed();
      return;
    }
    if (result === 'changed') {
      setServed((await session.readAgreement(agreement, () => void agree())) ?? served);
      setChanged(true);
    }
    setBusy(false);
  }

  return (
    <>
      <Dialog variant="full" className="agreement-dialog" title={title} onClose={onClose}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll the text only where it has the focus. */}
        <section className="agreement-scroll paper" aria-label={title} tabIndex={0}>
          <div className="agreement-about">
            {served && <p>{screenWords.agreement.version(served.version)}</p>}
            {(loading || !served) && <Loading />}
          </div>
          {changed && (
            <Notice tone="warning">
              <p role="alert">{screenWords.agreement.changedHere}</p>
            </Notice>
          )}
          {served && (
            <>
              {served.pages > 0 && <DownloadLink url={served.pdfUrl} />}
              {served.pages > 0 && <AgreementPages {...served} />}
              <ServedHtml html={served.html} />
            </>
          )}
        </section>
        <div className="agreement-actions">
          <button type="button" className="text-button" onClick={() => setHelps(true)}>
            <Icon name="help" />
            {words.help}
          </button>
          <button type="button" className="button button--secondary" onClick={onClose}>
            {screenWords.agreement.goBack}
          </button>
          <button
            type="button"
            className="button"
            aria-disabled={busy || !served || undefined}
            onClick={() => void agree()}
          >
            {busy ? words.saving : screenWords.agreement.agree}
          </button>
        </div>
      </Dialog>
      {helps && (
        <Dialog variant="sheet" title={screenWords.agreement.helpTitle} onClose={() => setHelps(false)}>
          <p>{screenWords.agreement.help}</p>
        </Dialog>
      )}
    </>
  );
}

/** The way to a copy of one's own, with its size once that is known. */
function DownloadLink({ url }: { readonly url: string }) {
  const [bytes, setBytes] = useState<number>();
  useEffect(() => {
    const asking = new AbortController();
    void sizeOfFile(url, asking.signal).then((size) => asking.signal.aborted || setBytes(size));
    return () => asking.abort();
  }, [url]);
  return (
    <a className="text-button" href={url} download>
      {screenWords.agreement.download(bytes === undefined ? undefined : sizeText(bytes))}
    </a>
  );
}

/** For the keyboard: a page that peeps in is in view enough for the browser, which leaves it where it is. */
function bringIntoView({ currentTarget }: FocusEvent<HTMLElement>): void {
  if (currentTarget.matches(':focus-visible'))
    currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** The pages as they print, side by side; each opens larger in a tab of its own. */
function AgreementPages({ pages, pagesUrl }: Pick<Agreement, 'pages' | 'pagesUrl'>) {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  return (
    <ul className="agreement-pages" aria-label={screenWords.agreement.pages}>
      {numbers.map((number) => {
        const url = pagesUrl.replace('{n}', String(number));
        return (
          <li key={number}>
            <a href={url} target="_blank" rel="noreferrer" onFocus={bringIntoView}>
              <img src={url} alt={screenWords.agreement.page(number, pages)} loading="lazy" />
              <span className="visually-hidden">{screenWords.agreement.opensTab}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
