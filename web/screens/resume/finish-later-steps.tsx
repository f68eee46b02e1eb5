import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fieldsOf } from '../../../form/fields/form.ts';
import { maskedEmail } from '../../../form/flow/finish.ts';
import { applicantOf } from '../../../form/people/people.ts';
import { noContext, parseTyped, validateAnswer } from '../../../form/validation/validate.ts';
import { Button } from '../../components/buttons/button.tsx';
import { NotSaved } from '../../components/not-saved.tsx';
import { Notice } from '../../components/notice.tsx';
import { byEmailCopy } from '../../copy/resume-copy.ts';
import { useCopy } from '../../copy/use-copy.ts';
import { focusInput } from '../../inputs/focus-input.ts';
import { inputError, refusedError } from '../../inputs/input-error.ts';
import { LineInput } from '../../inputs/line-input.tsx';
import type { InputError, InputProps } from '../../jsx/input-props.ts';
import { useBoot, useLifetime, useMade, usePageState, usePageStore } from '../../state/use-page.ts';
import { customScreens } from '../parts.ts';
import { useBusy } from '../use-busy.ts';
import { createFinishLater } from './mailed-link.ts';
import { SubmitButton } from './submit-button.tsx';
import { useMailedCode } from './use-mailed-code.tsx';

const { save: words, code: codeWords } = byEmailCopy;
const emailId = 'finish-later-email';

/** The steps of “Save and finish later” (D55). The typed text is kept while an alert is shown over the dialog. */
export function FinishLaterSteps({ onClose }: { readonly onClose: () => void }) {
  const copy = useCopy();
  const { days } = useBoot().resume;
  const { application, dispatch } = usePageStore();
  const { sendCode, confirm } = useMade(createFinishLater);
  const { busy, during } = useBusy();
  const Sentence = customScreens.loaded()?.Sentence;
  const [stage, setStage] = useState<'email' | 'code' | 'done'>('email');
  // Only the applicant may read the email, so the dialog does not suggest the business's email address.
  const [email, setEmail] = useState(() => String(applicantOf(application())?.answers['email'] ?? ''));
  const [error, setError] = useState<InputError>();
  const [isLimited, setLimited] = useState(false);
  const code = useMailedCode(stage === 'code');
  const field = fieldsOf(application().form, 'applicant')['email'] as InputProps<'email'>['field'];
  const asked = { record: 'applicant', key: 'email', field } as const;

  function refuseEmail(found: InputError = { fix: words.required, message: '' }): void {
    setError(found);
    // Focus the input in the next frame: by then the error is rendered and describes the input, so screen readers read it.
    requestAnimationFrame(() => focusInput(emailId));
  }

  async function send(): Promise<void> {
    const value = parseTyped(field, email);
    if (value === null) return refuseEmail();
    const broken = validateAnswer(field, 'email', value, noContext);
    if (broken) return refuseEmail(inputError(copy, asked, broken, email));
    setLimited(false);
    const result = await during(sendCode(String(value), () => void send()));
    if (result.kind === 'limited') setLimited(true);
    if (result.kind === 'refused') {
      const [first] = result.errors;
      setStage('email');
      refuseEmail(first && refusedError(copy, asked, first, email));
    }
    if (result.kind !== 'done') return;
    setEmail(String(value));
    setError(undefined);
    code.expectNew();
    setStage('code');
  }

  async function check(): Promise<void> {
    const digits = code.read();
    if (digits === undefined) return;
    const result = await during(confirm(digits, () => void check()));
    if (result.kind === 'limited') setLimited(true);
    if (result.kind === 'refused') code.refuse(words.refused);
    if (result.kind === 'reported') dispatch({ type: 'linkMailed', isSure: false });
    if (result.kind !== 'done') return;
    dispatch({ type: 'linkMailed', isSure: true });
    setStage('done');
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void (stage === 'email' ? send() : check());
  };

  if (stage === 'done') return <Saved email={email} onClose={onClose} />;
  return (
    <form className="by-email" noValidate onSubmit={submit}>
      <p role="status">
        {stage === 'email'
          ? words.lead(days)
          : Sentence && (
              <Sentence text={code.sent > 1 ? words.sentAgain(email) : words.sent(email)} keeps={email} />
            )}
      </p>
      {stage === 'email' && (
        <>
          <p>{words.why}</p>
          <HalfTyped onClose={onClose} />
        </>
      )}
      <NotSaved />
      {isLimited && (
        <Notice tone="warning">
          <p role="alert">{words.tooMany}</p>
        </Notice>
      )}
      {stage === 'email' ? (
        <LineInput
          id={emailId}
          field={field}
          label={words.label}
          hint={words.hint}
          value={email}
          onChange={(text) => {
            setEmail(text);
            setError(undefined);
          }}
          error={error}
          autoComplete="email"
          enterKeyHint="go"
        />
      ) : (
        code.input
      )}
      <div className="dialog-actions">
        <SubmitButton label={stage === 'email' ? words.send : codeWords.confirm} busy={busy} />
      </div>
      {stage === 'code' && (
        <div className="other-ways">
          <p className="field-hint">{byEmailCopy.link.none}</p>
          <Button onPress={() => busy || void send()} label={codeWords.again} />
          <Button onPress={() => setStage('email')} label={words.other} />
        </div>
      )}
    </form>
  );
}

function Saved({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const { days } = useBoot().resume;
  const { underWay } = usePageState().upload;
  const { end } = useLifetime();
  const Sentence = customScreens.loaded()?.Sentence;
  const saved = useRef<HTMLParagraphElement>(null);
  useEffect(() => saved.current?.focus(), []);
  const masked = maskedEmail(email);
  return (
    <>
      <Notice tone="success">
        <p ref={saved} tabIndex={-1}>
          <b>{`${words.saved} `}</b>
          {Sentence && <Sentence text={words.onItsWay(masked, days)} keeps={masked} />}
        </p>
        <p>{words.choose}</p>
      </Notice>
      {underWay && <p role="status">{words.sending}</p>}
      <div className="dialog-actions">
        <Button
          kind="primary"
          busy={underWay !== null}
          onPress={() => end('timeout', 'later')}
          label={words.finish}
        />
        <Button kind="secondary" onPress={onClose} label={words.goOn} />
      </div>
    </>
  );
}

/** Warns that text on the screen behind the dialog is not saved. The button closes the dialog and has the effect of Next. */
function HalfTyped({ onClose }: { readonly onClose: () => void }) {
  const here = usePageState().typed[location.pathname + location.search] ?? {};
  if (Object.values(here).every((text) => text === '')) return null;
  const saveScreen = () => {
    onClose();
    // By the next frame, the dialog is closed, so the screen can focus its errors.
    requestAnimationFrame(() =>
      document.querySelector<HTMLFormElement>('.page-main > form')?.requestSubmit(),
    );
  };
  return (
    <Notice tone="warning">
      <p>{words.notTyped}</p>
      <Button onPress={saveScreen} label={words.saveScreen} />
    </Notice>
  );
}
