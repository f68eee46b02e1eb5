import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { StartResponse } from '../../../api/start.ts';
import { taxIdEndIn } from '../../../form/limits/resume-limits.ts';
import { parseTyped } from '../../../form/validation/validate.ts';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { BottomBar } from '../../components/frame/bottom-bar.tsx';
import { PageHeading } from '../../components/frame/page-heading.tsx';
import { Notice } from '../../components/notice.tsx';
import { resumeCopy } from '../../copy/resume-copy.ts';
import { DateInput } from '../../inputs/date-input.tsx';
import { focusInput } from '../../inputs/focus-input.ts';
import type { InputProps } from '../../inputs/input-props.ts';
import { LineInput } from '../../inputs/line-input.tsx';
import { useMade } from '../../state/use-page.ts';
import { useBusy } from '../use-busy.ts';
import { useFocusOnHeading } from '../use-new-screen.ts';
import { createComeBack } from './come-back.ts';
import { LockIcon } from './continue-offer.tsx';

const words = resumeCopy.locked;

/** Neither is a field of the form: they are compared with answers, and stored nowhere. */
const fields: { readonly taxId: InputProps<'text'>['field']; readonly born: InputProps<'date'>['field'] } = {
  taxId: { type: 'text', autocomplete: 'off', rules: [{ kind: 'required' }] },
  born: { type: 'date', autocomplete: 'bday', rules: [] },
};
const ids = { taxId: 'resume-tax-id', born: 'resume-born' };

/** Asks for the two facts that open a draft (D55). Says why, and nothing of the draft. */
export function LockedForm({
  onOpened,
  onOver,
  onClosed,
}: {
  readonly onOpened: (start: StartResponse) => void;
  /** Too many tries were wrong. */
  readonly onOver: () => void;
  /** The person has said that it was not them. */
  readonly onClosed: () => void;
}) {
  const { tryFacts, close } = useMade(createComeBack);
  const { busy, during } = useBusy();
  const [, navigate] = useLocation();
  const [taxId, setTaxId] = useState('');
  const [born, setBorn] = useState('');
  const [wrong, setWrong] = useState<{ readonly taxId: boolean; readonly born: boolean }>();
  const [misses, setMisses] = useState(0);
  const [isClosing, setClosing] = useState(false);
  const noticeAt = useRef<HTMLDivElement>(null);
  useFocusOnHeading('locked');
  useEffect(() => {
    if (misses > 0) noticeAt.current?.focus();
  }, [misses]);

  const taxIdLast4 = taxIdEndIn(taxId);
  const date = parseTyped(fields.born, born);

  async function tryNow(): Promise<void> {
    if (busy) return;
    const found = { taxId: taxIdLast4 === undefined, born: date !== null && typeof date !== 'string' };
    setWrong(found);
    if (taxIdLast4 === undefined || found.born) {
      // The input is described by the error once that is drawn.
      requestAnimationFrame(() => focusInput(found.taxId ? ids.taxId : ids.born));
      return;
    }
    const facts = { taxIdLast4, ...(typeof date === 'string' && { dateOfBirth: date }) };
    const result = await during(tryFacts(facts, () => void tryNow()));
    if (result.kind === 'opened') onOpened(result.start);
    if (result.kind === 'over') onOver();
    if (result.kind === 'refused') setMisses((count) => count + 1);
  }

  async function closeNow(): Promise<void> {
    setClosing(false);
    if (await during(close(() => void closeNow()))) onClosed();
  }

  return (
    <>
      <div className="resume-lock">
        <LockIcon />
      </div>
      <PageHeading>{words.title}</PageHeading>
      <p className="lead">{words.why}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void tryNow();
        }}
      >
        <div ref={noticeAt} tabIndex={-1} role="alert">
          {misses > 0 && (
            <Notice tone="error" key={misses}>
              <p>
                <b>{words.refused}</b>
                <span>{` ${words.refusedFix}`}</span>
              </p>
            </Notice>
          )}
        </div>
        <LineInput
          id={ids.taxId}
          field={fields.taxId}
          label={words.taxId}
          hint={words.taxIdHint}
          value={taxId}
          onChange={setTaxId}
          error={wrong?.taxId ? { fix: words.taxIdFix, message: '' } : undefined}
          inputMode="numeric"
          width="short"
          literal
          enterKeyHint="next"
        />
        <DateInput
          id={ids.born}
          field={fields.born}
          label={words.born}
          hint={words.bornHint}
          value={born}
          onChange={setBorn}
          error={wrong?.born ? { fix: words.bornFix, message: '' } : undefined}
          enterKeyHint="go"
        />
        <p className="resume-other">
          <span>{`${words.other} `}</span>
          <button type="button" className="text-button" onClick={() => setClosing(true)}>
            {words.notMe}
          </button>
        </p>
        <BottomBar
          next={words.open}
          saving={busy}
          skip={resumeCopy.startNew}
          onSkip={() => navigate('/start')}
        />
      </form>
      {isClosing && (
        <ConfirmDialog
          {...resumeCopy.close}
          onConfirm={() => void closeNow()}
          onCancel={() => setClosing(false)}
        />
      )}
    </>
  );
}
