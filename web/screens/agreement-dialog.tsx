import { type FocusEvent, useEffect, useState } from 'react';
import type { Agreement } from '../../api/agreement.ts';
import type { AgreementKey } from '../../form/fields/application-state.ts';
import { sizeText } from '../../form/limits/document-limits.ts';
import { ActionName } from '../components/buttons/action-name.tsx';
import { BusyLabel } from '../components/buttons/busy-label.tsx';
import { Button } from '../components/buttons/button.tsx';
import { Dialog } from '../components/dialogs/dialog.tsx';
import { HelpSheet } from '../components/dialogs/help-panel.tsx';
import { Icon } from '../components/icon.tsx';
import { Loading } from '../components/loading.tsx';
import { NotSaved } from '../components/not-saved.tsx';
import { Notice } from '../components/notice.tsx';
import { ServedHtml } from '../components/served-html.tsx';
import { Spoken } from '../components/spoken.tsx';
import { useElapsed } from '../components/use-elapsed.ts';
import { signingCopy as signing } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { createSigning } from '../state/signing.ts';
import { useBoot, useMade } from '../state/use-page.ts';
import { useBusy } from './use-busy.ts';

/** For this many milliseconds, a loading indicator replaces the page images (spec section 9). */
const loadingMillis = 3_000;

/** A dialog with an agreement: pictures of its pages, if there are any, its whole text, and the button to agree. */
export function AgreementDialog({
  agreement,
  onClose,
  onReopen,
  onAgreed,
}: {
  readonly agreement: AgreementKey;
  readonly onClose: () => void;
  /** Called when the person tries again after the dialog closed because the text could not be fetched. */
  readonly onReopen: () => void;
  readonly onAgreed: () => void;
}) {
  const { page: words, first } = useCopy();
  const { readAgreement, consent } = useMade(createSigning);
  const [served, setServed] = useState<Agreement>();
  const [changed, setChanged] = useState(false);
  const [helps, setHelps] = useState(false);
  const { busy, during } = useBusy();
  const hasWaited = useElapsed(loadingMillis);
  const title = useBoot().agreementTitles[agreement];

  // Fetch the text only when the dialog opens, because the server records each fetch as an opening of the agreement (D31).
  // biome-ignore lint/correctness/useExhaustiveDependencies: one fetch, however often React renders.
  useEffect(() => {
    let current = true;
    void readAgreement(agreement, onReopen).then((opened) => {
      if (!current) return;
      if (opened) setServed(opened);
      else onClose();
    });
    return () => {
      current = false;
    };
  }, [agreement]);

  async function agree(): Promise<void> {
    if (!served) return;
    const tryAgain = () => void agree();
    const given = { agreed: true, dirty: false };
    const result = await during(consent(agreement, served.version, given, tryAgain));
    if (result === 'kept') return onAgreed();
    if (result !== 'changed') return;
    setServed((await during(readAgreement(agreement, tryAgain))) ?? served);
    setChanged(true);
  }

  return (
    <>
      <Dialog variant="full" className="agreement-dialog" title={title} onClose={onClose}>
        <section
          className="agreement-scroll"
          aria-label={title}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll the text only if it can have the focus.
          tabIndex={0}
        >
          <div className="agreement-about">
            {served ? served.pages > 0 && <DownloadLink url={served.pdfUrl} /> : <Loading />}
            <Button onPress={() => setHelps(true)}>
              <Icon name="help" />
              <span>{first.help}</span>
            </Button>
            <NotSaved />
          </div>
          {changed && (
            <Notice tone="warning">
              <p role="alert">{signing.changedHere}</p>
            </Notice>
          )}
          {served && (
            <>
              <p className="agreement-version">{signing.version(served.version, served.pages > 0)}</p>
              {served.pages > 0 && <AgreementPages {...served} title={title} loading={!hasWaited} />}
              <ServedHtml key={served.sha256} html={served.html} />
            </>
          )}
        </section>
        <div className="agreement-actions">
          <Button kind="secondary" onPress={onClose} label={signing.goBack} />
          <Button
            kind="primary"
            data-waiting={served ? undefined : ''}
            busy={busy || !served}
            onPress={() => void agree()}
          >
            <BusyLabel label={signing.agree} busy={busy && words.saving} spins={false} />
          </Button>
        </div>
      </Dialog>
      {helps && <HelpSheet label={signing.helpTitle} text={signing.help} onClose={() => setHelps(false)} />}
    </>
  );
}

function DownloadLink({ url }: { readonly url: string }) {
  const [bytes, setBytes] = useState(0);
  useEffect(() => {
    const request = new AbortController();
    fetch(url, { method: 'HEAD', signal: request.signal })
      .then(({ ok, headers }) => setBytes(ok ? Number(headers.get('content-length')) : 0))
      .catch(() => undefined);
    return () => request.abort();
  }, [url]);
  return (
    <a className="text-button" href={url} download>
      {signing.download(bytes > 0 ? sizeText(bytes) : undefined)}
    </a>
  );
}

/** Scrolls a focused page's picture into view. Browsers do not scroll if part of the picture is already visible. */
function bringIntoView({ currentTarget }: FocusEvent<HTMLElement>): void {
  if (currentTarget.matches(':focus-visible'))
    currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** How many pictures load at a time. A browser sends at most six calls at a time to a server without HTTP/2. */
const mostLoading = 2;

/** Pictures of the PDF's pages. A pressed page opens in a dialog, not in a tab, so that scrolling it counts as activity (D52). */
function AgreementPages({
  title,
  pages,
  pagesUrl,
  loading,
}: Agreement & {
  /** True while the loading indicator covers the images. */
  readonly loading: boolean;
}) {
  const [enlarged, setEnlarged] = useState<number>();
  const [loaded, setLoaded] = useState(0);
  const countLoaded = () => setLoaded((count) => count + 1);
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  const urlOf = (number: number) => pagesUrl.replace('{n}', String(number));
  return (
    <>
      <div className="agreement-images" data-loading={loading || undefined}>
        {loading && <Loading />}
        <ul className="agreement-pages" aria-label={signing.pages}>
          {numbers.map((number) => (
            <li key={number}>
              <Button className="agreement-page" onFocus={bringIntoView} onPress={() => setEnlarged(number)}>
                <img
                  src={number <= loaded + mostLoading ? urlOf(number) : undefined}
                  onLoad={countLoaded}
                  onError={countLoaded}
                  alt={`${signing.page(number, pages)}${signing.larger}`}
                  loading="lazy"
                />
              </Button>
            </li>
          ))}
        </ul>
      </div>
      {enlarged !== undefined && (
        <EnlargedPage
          title={title}
          pages={pages}
          opened={enlarged}
          urlOf={urlOf}
          onClose={() => setEnlarged(undefined)}
        />
      )}
    </>
  );
}

/** A dialog that shows one page of the agreement at full width, with buttons that turn the page and zoom. */
function EnlargedPage({
  title,
  pages,
  opened,
  urlOf,
  onClose,
}: {
  readonly title: string;
  readonly pages: number;
  /** The number of the page that the dialog shows first. */
  readonly opened: number;
  readonly urlOf: (number: number) => string;
  readonly onClose: () => void;
}) {
  const [turnedTo, turnTo] = useState<number>();
  const [zoomed, setZoomed] = useState(false);
  const number = turnedTo ?? opened;
  const name = signing.page(number, pages);
  return (
    <Dialog variant="full" className="agreement-dialog" title={signing.pageOf(name, title)} onClose={onClose}>
      <section
        // With this key, each page has its own element, so the dialog shows a new page from the top.
        key={number}
        className="agreement-scroll agreement-enlarged"
        data-zoomed={zoomed || undefined}
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll the page only if it can have the focus.
        tabIndex={0}
      >
        <img src={urlOf(number)} alt={name} />
      </section>
      <Spoken>{turnedTo && name}</Spoken>
      <div className="agreement-actions">
        {pages > 1 && (
          <>
            <TurnButton action={signing.previous} to={number - 1} pages={pages} onTurn={turnTo} />
            <TurnButton action={signing.next} to={number + 1} pages={pages} onTurn={turnTo} />
          </>
        )}
        <Button
          kind="secondary"
          onPress={() => setZoomed(!zoomed)}
          label={zoomed ? signing.zoomOut : signing.zoomIn}
        />
      </div>
    </Dialog>
  );
}

/** A button that turns to a page. If there is no such page, the button does nothing, but can still have the focus. */
function TurnButton({
  action,
  to,
  pages,
  onTurn,
}: {
  readonly action: string;
  /** The number of the page to which the button turns. */
  readonly to: number;
  readonly pages: number;
  readonly onTurn: (number: number) => void;
}) {
  const isEnd = to < 1 || to > pages;
  return (
    <Button kind="secondary" data-end={isEnd || undefined} busy={isEnd} onPress={() => onTurn(to)}>
      <ActionName action={action} of={!isEnd && signing.target(to, pages)} />
    </Button>
  );
}
