import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import type { Copy } from '../../copy/copy.ts';
import type { AgreementKey } from '../../form/fields/application-state.ts';
import { readingMinutes } from '../../form/flow/estimated-minutes.ts';
import { screenOf } from '../../form/flow/flow.ts';
import { firstOpenStep, isLastStep } from '../../form/flow/navigation.ts';
import { type Step, sameStep, urlOf } from '../../form/flow/steps.ts';
import { agreementsDue } from '../../form/state/consents.ts';
import { holdEntry } from '../browser/history-entries.ts';
import { Button } from '../components/buttons/button.tsx';
import { Dialog } from '../components/dialogs/dialog.tsx';
import { ExtraIcon } from '../components/extra-icon.tsx';
import { ScreenForm } from '../components/frame/screen-form.tsx';
import { Icon } from '../components/icon.tsx';
import { SectionRow } from '../components/section-row.tsx';
import { signingCopy as signing } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { FieldFrame } from '../inputs/field-frame.tsx';
import { focusInput } from '../inputs/focus-input.ts';
import type { InputError } from '../jsx/input-props.ts';
import { createSigning } from '../state/signing.ts';
import { useBoot, useLifetime, useMade, usePageState, usePageStore } from '../state/use-page.ts';
import { AgreementDialog } from './agreement-dialog.tsx';
import { FinishLaterButton } from './resume/finish-later-dialog.tsx';
import { useBusy } from './use-busy.ts';
import { useGo, useGoNext } from './use-navigation.ts';

const boxId = 'agreement';

type UnreadReason = 'agreementRead' | 'agreeRequired';

/** Returns the error of an agreement's checkbox. A guarantee that was not read has a message of its own (spec section 5). */
function errorOf({ messages, fixes }: Copy, kind: UnreadReason, agreement: AgreementKey): InputError {
  const rule = kind === 'agreementRead' && agreement === 'guarantor' ? 'guarantorRead' : kind;
  return { message: messages[rule], fix: fixes.rules[kind] };
}

/** Shows one agreement and the state of all others (D10). People agree in a dialog or with a checkbox (spec section 4, D31). */
export function AgreementScreen({ step }: { readonly step: Step }) {
  const { agreement } = screenOf(step.screen);
  return agreement && <OneAgreement step={step} agreement={agreement} />;
}

function OneAgreement({ step, agreement }: { readonly step: Step; readonly agreement: AgreementKey }) {
  const copy = useCopy();
  const store = usePageStore();
  const { consent, submit } = useMade(createSigning);
  const { finish } = useLifetime();
  const { application, read, dirty, refused, upload, unclear } = usePageState();
  const go = useGo();
  const goNext = useGoNext(step);
  const [, navigate] = useLocation();
  const [open, setOpen] = useState(false);
  const { busy, during } = useBusy();
  /** The new state of the checkbox while the consent is being saved; null at other times. */
  const [requested, setRequested] = useState<boolean | null>(null);
  const [error, setError] = useState<InputError>();

  const { agreementTitles, agreementWords, program } = useBoot();
  const name = agreementTitles[agreement];
  const version = read[agreement];
  const isRead = typeof version === 'string';
  const agreed = application.agreed[agreement];
  const isLast = isLastStep(step, application);
  const [refusal] = refused[urlOf(step)] ?? [];
  const shownError = error ?? (refusal && !agreed ? errorOf(copy, 'agreeRequired', agreement) : undefined);

  function refuse(kind: UnreadReason): void {
    flushSync(() => setError(errorOf(copy, kind, agreement)));
    focusInput(boxId);
  }

  async function toggle(): Promise<void> {
    if (busy) return;
    if (!isRead) return refuse('agreementRead');
    setError(undefined);
    setRequested(!agreed);
    const given = { agreed: !agreed, dirty: true };
    const result = await during(consent(agreement, version, given, () => void toggle()));
    setRequested(null);
    if (result === 'changed') refuse('agreementRead');
  }

  function agreedInDialog(): void {
    flushSync(() => {
      setOpen(false);
      setError(undefined);
    });
    focusInput(boxId);
  }

  async function submitApplication(): Promise<void> {
    const result = await during(submit(() => void submitApplication()));
    if (result === 'changed') {
      const open = firstOpenStep(store.application());
      if (sameStep(open, step)) refuse('agreementRead');
      else go(open);
    }
    if (result !== 'submitted') return;
    const type = store.getState().finished;
    if (type === null) return;
    navigate(`/apply/finish/${type}`, { replace: true });
    await finish(type);
  }

  function next(): void {
    if (!isRead) refuse('agreementRead');
    else if (!agreed) refuse('agreeRequired');
    else if (isLast) void submitApplication();
    else goNext();
  }

  // `dirty` is set when the agreement is opened (D31), so undefined means that the person never opened it.
  const wasOpened = dirty[agreement] !== undefined;
  const unread = version === null ? 'changed' : undefined;
  const notAgreed = isRead ? (dirty[agreement] ? 'takenBack' : 'notAgreed') : unread;
  const status = agreed ? 'agreed' : notAgreed;
  // A visible error replaces the status, except for the status “changed”, because no error says that the text has changed.
  const said = shownError && status !== 'changed' ? undefined : status;
  const due = agreementsDue(application);
  const minutesFor = (key: AgreementKey) => readingMinutes([agreementWords[key]]);
  const current = (
    <li key={agreement} className="agreement">
      <h2 className="visually-hidden">{name}</h2>
      <Button kind={isRead ? 'secondary' : 'primary'} onPress={() => setOpen(true)}>
        <ExtraIcon name="file" />
        <span>
          <span>{`${isRead ? signing.readAgain : signing.read(name)} `}</span>
          {!agreed && <span className="agreement-minutes">{signing.minutes(minutesFor(agreement))}</span>}
        </span>
        <Icon name="forward" />
      </Button>
      {/* Only screen readers need the status “agreed”, because other people see the checked box. */}
      <p
        className={said === 'agreed' ? 'visually-hidden' : 'agreement-status'}
        data-status={said}
        role="status"
      >
        {said && <span>{signing[said]}</span>}
      </p>
      <FieldFrame
        id={boxId}
        label={signing.box(name)}
        hint={isRead || shownError ? undefined : signing[wasOpened && !status ? 'agreeFirst' : 'openFirst']}
        error={shownError}
        required
        shape="box"
      >
        {(control) => (
          <label className="row">
            <input
              {...control}
              type="checkbox"
              aria-disabled={!isRead || undefined}
              checked={requested ?? agreed}
              onChange={() => void toggle()}
            />
            <span>{signing.box(name)}</span>
          </label>
        )}
      </FieldFrame>
    </li>
  );
  return (
    <>
      <ScreenForm
        title={copy.screens[step.screen].title}
        onNext={next}
        next={isLast ? signing.submit : undefined}
        saving={busy}
        waitsFor={isLast && agreed && upload.underWay ? signing.afterUpload : undefined}
        consequence={isLast && agreed ? signing.consequence(program.providerName) : undefined}
      >
        <p className="lead">
          {signing.done(due.filter((key) => application.agreed[key]).length, due.length)}
        </p>
        <ol className="agreements">
          {due.map((key) => {
            if (key === agreement) return current;
            const isAgreed = application.agreed[key];
            return (
              <li key={key}>
                <SectionRow
                  name={agreementTitles[key]}
                  state={isAgreed ? 'done' : undefined}
                  text={<span>{isAgreed ? signing.agreed : signing.minutes(minutesFor(key))}</span>}
                  href={isAgreed ? urlOf({ screen: `agreement-${key}`, part: 1 }) : undefined}
                />
              </li>
            );
          })}
        </ol>
        <FinishLaterButton />
      </ScreenForm>
      {unclear && <CheckingDialog />}
      {open && (
        <AgreementDialog
          agreement={agreement}
          onClose={() => setOpen(false)}
          onReopen={() => setOpen(true)}
          onAgreed={agreedInDialog}
        />
      )}
    </>
  );
}

/** The dialog shown until the result of a submit is known. Back does not close it, so the person can't change an answer. */
function CheckingDialog() {
  const { page: words } = useCopy();
  const { awaitsNetwork } = usePageState();
  useEffect(() => holdEntry(() => undefined), []);
  return (
    <Dialog alert title={signing.checking} describedBy="checking" onClose={() => undefined}>
      <p id="checking">{awaitsNetwork ? words.noConnection : words.busy}</p>
      <span className="spinner" aria-hidden="true" />
    </Dialog>
  );
}
