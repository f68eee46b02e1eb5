import type { FormEvent } from 'react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { repairs, ruleMessage } from '../../form/catalogue.ts';
import { screenOf } from '../../form/flow.ts';
import type { Place } from '../../form/places.ts';
import { samePlace, urlOf } from '../../form/places.ts';
import type { AgreementKey } from '../../form/situation.ts';
import { furthestPlace, isLastPlace, nextPlace } from '../../form/walk.ts';
import { BottomBar } from '../components/bottom-bar.tsx';
import { Icon } from '../components/icon.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { FieldFrame } from '../inputs/field-frame.tsx';
import { focusInput } from '../inputs/focus-input.ts';
import type { InputError } from '../inputs/input-props.ts';
import { usePageState, useSession } from '../session/use-session.ts';
import { AgreementDialog } from './agreement-dialog.tsx';
import { ScreenFrame } from './screen-frame.tsx';
import { screenWords } from './screen-words.ts';
import { useGo } from './use-navigation.ts';

const boxId = 'agreement';

type Refusal = 'agreementRead' | 'agreeRequired';

/** The guarantee has a message of its own where it was not read (spec section 5). */
function errorOf(kind: Refusal, agreement: AgreementKey): InputError {
  const rule = {
    kind: kind === 'agreementRead' && agreement === 'guarantor' ? 'guarantorRead' : kind,
  } as const;
  return { message: ruleMessage(rule, { record: {}, unclaimedShare: 0 }), repair: repairs[kind] };
}

/** Any of the agreements: to be opened, agreed to in the dialog, and ticked (spec section 4, D31). */
export function AgreementScreen({ place }: { readonly place: Place }) {
  const { agreement } = screenOf(place.screen);
  return agreement && <OneAgreement key={agreement} place={place} agreement={agreement} />;
}

function OneAgreement({ place, agreement }: { readonly place: Place; readonly agreement: AgreementKey }) {
  const session = useSession();
  const { situation, read, dirty, refused } = usePageState();
  const go = useGo();
  const [, navigate] = useLocation();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wish, setWish] = useState<boolean | null>(null);
  const [error, setError] = useState<InputError>();

  const name = screenWords.agreement.names[agreement];
  const version = read[agreement];
  const isRead = typeof version === 'string';
  const agreed = situation.agreed[agreement];
  const isLast = isLastPlace(place, situation);
  const [refusal] = refused[urlOf(place)] ?? [];
  const shownError = error ?? (refusal && !agreed ? errorOf('agreeRequired', agreement) : undefined);

  function refuse(kind: Refusal): void {
    flushSync(() => setError(errorOf(kind, agreement)));
    focusInput(boxId);
  }

  async function toggle(): Promise<void> {
    if (busy) return;
    if (!isRead) {
      refuse('agreementRead');
      return;
    }
    setError(undefined);
    setWish(!agreed);
    setBusy(true);
    const result = await session.consent(
      agreement,
      version,
      { agreed: !agreed, dirty: true },
      () => void toggle(),
    );
    setBusy(false);
    setWish(null);
    if (result === 'changed') refuse('agreementRead');
  }

  function agreedInDialog(): void {
    flushSync(() => {
      setOpen(false);
      setError(undefined);
    });
    focusInput(boxId);
  }

  async function handIn(): Promise<void> {
    setBusy(true);
    const result = await session.submit(() => void handIn());
    setBusy(false);
    if (result === 'changed') {
      const open = furthestPlace(session.situation());
      if (samePlace(open, place)) refuse('agreementRead');
      else go(open);
    }
    if (result !== 'submitted') return;
    const type = session.store.get().finished;
    if (type === null) return;
    navigate(`/apply/finish/${type}`, { replace: true });
    await session.finish(type);
  }

  const next = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!isRead) refuse('agreementRead');
    else if (!agreed) refuse('agreeRequired');
    else if (isLast) void handIn();
    else go(nextPlace(place, session.situation()));
  };

  const unread = version === null ? 'changed' : 'unopened';
  const notAgreed = isRead ? (dirty[agreement] ? 'takenBack' : 'opened') : unread;
  const status = agreed ? 'agreed' : notAgreed;
  return (
    <ScreenFrame place={place}>
      <PageHeading>{screenOf(place.screen).title}</PageHeading>
      <form noValidate onSubmit={next}>
        <p className="lead">{screenWords.agreement.lead}</p>
        <div className="agreement">
          <button
            type="button"
            className="button button--secondary agreement-open"
            onClick={(event) => {
              event.currentTarget.focus();
              setOpen(true);
            }}
          >
            <Icon name="file" />
            {screenWords.agreement.read(name)}
            <Icon name="forward" />
          </button>
          <p className="agreement-status" data-status={status} role="status">
            {status === 'agreed' && <Icon name="check" />}
            {screenWords.agreement[status]}
          </p>
        </div>
        <FieldFrame
          id={boxId}
          label={screenWords.agreement.box(name)}
          hint={isRead ? undefined : screenWords.agreement.openFirst}
          help={undefined}
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
                checked={wish ?? agreed}
                onChange={() => void toggle()}
              />
              <span>{screenWords.agreement.box(name)}</span>
            </label>
          )}
        </FieldFrame>
        <BottomBar {...(isLast && { next: screenWords.agreement.submit })} saving={busy} />
      </form>
      {open && (
        <AgreementDialog
          agreement={agreement}
          onClose={() => setOpen(false)}
          onReopen={() => setOpen(true)}
          onAgreed={agreedInDialog}
        />
      )}
    </ScreenFrame>
  );
}
