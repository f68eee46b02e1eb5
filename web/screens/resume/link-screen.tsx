import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import type { StartResponse } from '../../../api/start.ts';
import { Button } from '../../components/buttons/button.tsx';
import { useConfirm } from '../../components/dialogs/use-confirm.tsx';
import { NotSaved } from '../../components/not-saved.tsx';
import { Notice } from '../../components/notice.tsx';
import { PhonePanel } from '../../components/phone-panel.tsx';
import { byEmailCopy, resumeCopy } from '../../copy/resume-copy.ts';
import { useBusy } from '../use-busy.ts';
import { PicturePage } from './picture-page.tsx';
import type { ResumeLink } from './resume-link.ts';
import { SubmitButton } from './submit-button.tsx';
import { useMailedCode } from './use-mailed-code.tsx';

const { link: words, code: codeWords } = byEmailCopy;

const stages = {
  ask: { title: words.title, picture: 'shed' },
  code: { title: words.codeTitle },
  closed: { title: words.closed.title, picture: 'gate' },
} as const;

/**
 * The page that an emailed link opens (D55). Emails a code only after the person presses a button, because virus scanners open
 * links, too. All refusals look alike.
 */
export function LinkScreen({
  link,
  onOpen,
}: {
  readonly link: ResumeLink;
  readonly onOpen: (started: StartResponse) => void;
}) {
  const [, navigate] = useLocation();
  const { busy, during } = useBusy();
  const [stage, setStage] = useState<keyof typeof stages>(link.isCodeSent() ? 'code' : 'ask');
  const code = useMailedCode(stage === 'code', link.isCodeSent() ? 1 : 0);
  const [isUnreachable, setUnreachable] = useState(false);
  const [confirmDialog, confirm] = useConfirm();

  /** Resolves to true if a call succeeded. If it failed, shows that the server could not be reached. */
  async function isDone(work: Promise<unknown>): Promise<boolean> {
    const failure = await during(work);
    setUnreachable(failure !== undefined);
    return failure === undefined;
  }

  async function send(): Promise<void> {
    if (!(await isDone(link.sendCode()))) return;
    code.expectNew();
    setStage('code');
  }

  async function open(): Promise<void> {
    const digits = code.read();
    if (digits === undefined) return;
    setUnreachable(false);
    const opened = await during(link.open(digits));
    if ('webSessionId' in opened) onOpen(opened);
    else if (opened.status === 404) code.refuse(words.refused);
    else setUnreachable(true);
  }

  async function close(): Promise<void> {
    if (await isDone(link.close())) setStage('closed');
  }

  function startNew(): void {
    link.forget();
    navigate('/start');
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void (stage === 'ask' ? send() : open());
  };

  return (
    <PicturePage {...stages[stage]} focusKey={stage}>
      {stage === 'closed' ? (
        <>
          <p>{words.closed.text}</p>
          <PhonePanel />
        </>
      ) : (
        <form className="by-email" noValidate onSubmit={submit}>
          {stage === 'ask' ? (
            <>
              <p className="lead">{words.lead}</p>
              <p>{words.why}</p>
            </>
          ) : (
            <>
              <p className="lead" role="status">
                {code.sent > 1 ? words.sentAgain : words.sent}
              </p>
              {code.input}
              <p className="field-hint">{words.none}</p>
            </>
          )}
          <NotSaved />
          {isUnreachable && (
            <Notice tone="warning">
              <p role="alert">{words.away}</p>
            </Notice>
          )}
          <div className="other-ways">
            {stage === 'code' && <Button onPress={() => busy || void send()} label={codeWords.again} />}
            <Button onPress={startNew} label={resumeCopy.startNew} />
            <Button
              onPress={() => confirm({ ...words.close, onConfirm: () => void close() })}
              label={words.notMe}
            />
          </div>
          <div className="bottom-bar">
            <div className="bottom-bar-buttons">
              <SubmitButton label={stage === 'ask' ? words.send : codeWords.confirm} busy={busy} />
            </div>
          </div>
        </form>
      )}
      {confirmDialog}
    </PicturePage>
  );
}
