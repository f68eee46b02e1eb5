import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fieldsOf } from '../../../form/fields/form.ts';
import { maskedEmail } from '../../../form/flow/finish.ts';
import { mailCodeIn } from '../../../form/limits/resume-limits.ts';
import { applicantOf } from '../../../form/people/people.ts';
import { noContext, parseTyped, validateAnswer } from '../../../form/validation/validate.ts';
import { Notice } from '../../components/notice.tsx';
import { byEmailCopy } from '../../copy/resume-copy.ts';
import { useCopy } from '../../copy/use-copy.ts';
import { focusInput } from '../../inputs/focus-input.ts';
import { inputError, refusedError } from '../../inputs/input-error.ts';
import type { InputError, InputProps } from '../../inputs/input-props.ts';
import { LineInput } from '../../inputs/line-input.tsx';
import { customScreens } from '../../lazy/parts.ts';
import { useBoot, useLifetime, useMade, usePageState, usePageStore } from '../../state/use-page.ts';
import { NotSaved } from '../not-saved.tsx';
import { useBusy } from '../use-busy.ts';
import { CodeInput } from './code-input.tsx';
import { createFinishLater } from './mailed-link.ts';
import { SubmitButton } from './submit-button.tsx';

const { save: words, code: codeWords } = byEmailCopy;
const ids = { email: 'finish-later-email', code: 'mail-code' };

/** Where the dialog stands: it asks for the address, for the code that went there, or is done. */
type Stage = 'email' | 'code' | 'done';

/**
 * “Save and finish later”, from the address to the link that is on its way there (D55). What is typed is kept while the
 * dialog is open, under alerts too.
 */
export function FinishLaterSteps({ onClose }: { readonly onClose: () => void }) {
  const copy = useCopy();
  const { days } = useBoot().resume;
  const { application } = usePageStore();
  const { upload } = usePageState();
  const { end } = useLifetime();
  const { sendCode, confirm } = useMade(createFinishLater);
  const { busy, during } = useBusy();
  const Sentence = customScreens.loaded()?.sentence;
  const [stage, setStage] = useState<Stage>('email');
  const [email, setEmail] = useState(() => addressIn(application()));
  const [code, setCode] = useState('');
  const [error, setError] = useState<InputError>();
  const [isLimited, setLimited] = useState(false);
  const [codes, setCodes] = useState(0);
  const field = fieldsOf(application().form, 'applicant')['email'] as InputProps<'email'>['field'];
  const asked = { record: 'applicant', key: 'email', field } as const;

  const saved = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per code and stage.
  useEffect(() => {
    if (stage === 'code') focusInput(ids.code);
    if (stage === 'done') saved.current?.focus();
  }, [stage, codes]);

  function wrong(id: string, found: InputError): void {
    setError(found);
    // The input is described by the error once that is drawn.
    requestAnimationFrame(() => focusInput(id));
  }

  async function send(): Promise<void> {
    const value = parseTyped(field, email);
    if (value === null) return wrong(ids.email, { fix: words.required, message: '' });
    const broken = validateAnswer(field, 'email', value, noContext);
    if (broken) return wrong(ids.email, inputError(copy, asked, broken, email));
    setLimited(false);
    const result = await during(sendCode(String(value), () => void send()));
    if (result.kind === 'limited') setLimited(true);
    if (result.kind === 'refused') {
      setStage('email');
      const [first] = result.errors;
      wrong(
        ids.email,
        first ? refusedError(copy, asked, first, email) : { fix: words.required, message: '' },
      );
    }
    if (result.kind !== 'done') return;
    setEmail(String(value));
    setCode('');
    setError(undefined);
    setCodes((count) => count + 1);
    setStage('code');
  }

  async function check(): Promise<void> {
    const digits = mailCodeIn(code);
    if (digits === undefined) return wrong(ids.code, { fix: codeWords.required, message: '' });
    const result = await during(confirm(digits, () => void check()));
    if (result.kind === 'limited') setLimited(true);
    if (result.kind === 'refused') wrong(ids.code, { fix: words.refused, message: '' });
    if (result.kind === 'done') setStage('done');
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void (stage === 'email' ? send() : check());
  };
  const type = (set: (text: string) => void) => (text: string) => {
    set(text);
    setError(undefined);
  };

  if (stage === 'done')
    return (
      <>
        <Notice tone="success">
          <p ref={saved} tabIndex={-1}>
            <b>{`${words.saved} `}</b>
            {Sentence && (
              <Sentence text={words.onItsWay(maskedEmail(email), days)} keeps={maskedEmail(email)} />
            )}
          </p>
          <p>{words.choose}</p>
        </Notice>
        {upload.underWay && <p role="status">{words.sending}</p>}
        <div className="dialog-actions">
          <button
            type="button"
            className="button"
            aria-disabled={upload.underWay ? true : undefined}
            onClick={() => upload.underWay || end('timeout', { because: 'later' })}
          >
            {words.finish}
          </button>
          <button type="button" className="button button--secondary" onClick={onClose}>
            {words.goOn}
          </button>
        </div>
      </>
    );
  return (
    <form className="by-email" noValidate onSubmit={submit}>
      <p role="status">
        {stage === 'email'
          ? words.lead(days)
          : Sentence && (
              <Sentence text={codes > 1 ? words.sentAgain(email) : words.sent(email)} keeps={email} />
            )}
      </p>
      {stage === 'email' && <p>{words.why}</p>}
      <HalfTyped />
      <NotSaved />
      {isLimited && (
        <Notice tone="warning">
          <p role="alert">{words.tooMany}</p>
        </Notice>
      )}
      {stage === 'email' ? (
        <LineInput
          id={ids.email}
          field={field}
          label={words.label}
          hint={words.hint}
          value={email}
          onChange={type(setEmail)}
          error={error}
          autoComplete="email"
          enterKeyHint="go"
        />
      ) : (
        <CodeInput id={ids.code} value={code} onChange={type(setCode)} error={error} />
      )}
      <div className="dialog-actions">
        <SubmitButton label={stage === 'email' ? words.send : codeWords.confirm} busy={busy} />
      </div>
      {stage === 'code' && (
        <div className="other-ways">
          <button type="button" className="text-button" onClick={() => busy || void send()}>
            {codeWords.again}
          </button>
          <button
            type="button"
            className="text-button"
            onClick={() => {
              setError(undefined);
              setStage('email');
            }}
          >
            {words.other}
          </button>
        </div>
      )}
    </form>
  );
}

/** Says so where the screen behind holds what was typed and not confirmed with Next: that is not saved yet. */
function HalfTyped() {
  const { typed } = usePageState();
  const here = typed[location.pathname + location.search] ?? {};
  return (
    Object.values(here).some((text) => text !== '') && (
      <Notice>
        <p>{words.notTyped}</p>
      </Notice>
    )
  );
}

/** The address to begin with: the applicant's, or the business's while that is all there is. */
function addressIn(
  application: Parameters<typeof applicantOf>[0] & { readonly applicationData: object },
): string {
  const ofApplicant = applicantOf(application)?.answers['email'];
  const { email } = application.applicationData as { readonly email?: string | null };
  return String(ofApplicant ?? email ?? '');
}
