import { type FormEvent, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { StartResponse } from '../../../api/start.ts';
import { mailCodeIn } from '../../../form/limits/resume-limits.ts';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { PageHeading } from '../../components/frame/page-heading.tsx';
import { SinglePage } from '../../components/frame/single-page.tsx';
import { Notice } from '../../components/notice.tsx';
import { byEmailCopy } from '../../copy/resume-copy.ts';
import { focusInput } from '../../inputs/focus-input.ts';
import type { InputError } from '../../inputs/input-props.ts';
import { customScreens } from '../../lazy/parts.ts';
import { NotSaved } from '../not-saved.tsx';
import { useBusy } from '../use-busy.ts';
import { useFocusOnHeading, useTitle } from '../use-new-screen.ts';
import { CodeInput } from './code-input.tsx';
import type { ResumeLink } from './resume-link.ts';
import { SubmitButton } from './submit-button.tsx';

const { link: words, code: codeWords } = byEmailCopy;
const inputId = 'mail-code';

/** Where the page stands: a button that asks for a code, the code, or the end of the link. */
type Stage = 'ask' | 'code' | 'closed';

/**
 * The page that a link from an email opens (D55). Opening it changes nothing, because what checks mail for viruses opens
 * it too: the code is sent when the button is pressed, and to the address that got the link. Every refusal reads the same.
 */
export function LinkScreen({
  link,
  onOpen,
}: {
  readonly link: ResumeLink;
  /** Called with the new session once the code has opened the draft. */
  readonly onOpen: (started: StartResponse) => void;
}) {
  const [, navigate] = useLocation();
  const { busy, during } = useBusy();
  const [stage, setStage] = useState<Stage>(link.isCodeSent() ? 'code' : 'ask');
  const [codes, setCodes] = useState(link.isCodeSent() ? 1 : 0);
  const [code, setCode] = useState('');
  const [error, setError] = useState<InputError>();
  const [isAway, setAway] = useState(false);
  const [isClosing, setClosing] = useState(false);
  const title = { ask: words.title, code: words.codeTitle, closed: words.closed.title }[stage];
  useTitle(title);
  useFocusOnHeading(stage);
  const Picture = customScreens.loaded()?.picture;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per code.
  useEffect(() => {
    if (stage === 'code') focusInput(inputId);
  }, [stage, codes]);

  function wrong(found: InputError): void {
    setError(found);
    // The input is described by the error once that is drawn.
    requestAnimationFrame(() => focusInput(inputId));
  }

  /** Does what has no answer but that it is done; true if it is. */
  async function isDone(work: Promise<unknown>): Promise<boolean> {
    const failure = await during(work);
    setAway(failure !== undefined);
    return failure === undefined;
  }

  async function send(): Promise<void> {
    if (!(await isDone(link.sendCode()))) return;
    setCode('');
    setError(undefined);
    setCodes((count) => count + 1);
    setStage('code');
  }

  async function open(): Promise<void> {
    const digits = mailCodeIn(code);
    if (digits === undefined) return wrong({ fix: codeWords.required, message: '' });
    setAway(false);
    const opened = await during(link.open(digits));
    if ('webSessionId' in opened) onOpen(opened);
    else if (opened.status === 404) wrong({ fix: words.refused, message: '' });
    else setAway(true);
  }

  function startOver(): void {
    link.forget();
    navigate('/start');
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void (stage === 'ask' ? send() : open());
  };

  if (stage === 'closed')
    return (
      <SinglePage>
        {Picture && <Picture name="gate" />}
        <PageHeading>{title}</PageHeading>
        <p>{words.closed.text}</p>
      </SinglePage>
    );
  return (
    <SinglePage>
      {Picture && stage === 'ask' && <Picture name="shed" />}
      <PageHeading>{title}</PageHeading>
      <form className="by-email" noValidate onSubmit={submit}>
        {stage === 'ask' ? (
          <>
            <p className="lead">{words.lead}</p>
            <p>{words.why}</p>
          </>
        ) : (
          <>
            <p className="lead" role="status">
              {codes > 1 ? words.sentAgain : words.sent}
            </p>
            <CodeInput
              id={inputId}
              value={code}
              error={error}
              onChange={(text) => {
                setCode(text);
                setError(undefined);
              }}
            />
            <p className="field-hint">{words.none}</p>
          </>
        )}
        <NotSaved />
        {isAway && (
          <Notice tone="warning">
            <p role="alert">{words.away}</p>
          </Notice>
        )}
        <div className="other-ways">
          {stage === 'code' && (
            <button type="button" className="text-button" onClick={() => busy || void send()}>
              {codeWords.again}
            </button>
          )}
          <button type="button" className="text-button" onClick={startOver}>
            {words.startOver}
          </button>
          <button type="button" className="text-button" onClick={() => setClosing(true)}>
            {words.notMe}
          </button>
        </div>
        <div className="bottom-bar">
          <div className="bottom-bar-buttons">
            <SubmitButton label={stage === 'ask' ? words.send : codeWords.confirm} busy={busy} />
          </div>
        </div>
      </form>
      {isClosing && (
        <ConfirmDialog
          {...words.close}
          onCancel={() => setClosing(false)}
          onConfirm={() => {
            setClosing(false);
            void isDone(link.close()).then((isClosed) => isClosed && setStage('closed'));
          }}
        />
      )}
    </SinglePage>
  );
}
