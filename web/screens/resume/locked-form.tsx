import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { StartResponse } from '../../../api/start.ts';
import { digitsIn, taxIdEnd } from '../../../form/limits/resume-limits.ts';
import { parseTyped } from '../../../form/validation/validate.ts';
import { Button } from '../../components/buttons/button.tsx';
import { useConfirm } from '../../components/dialogs/use-confirm.tsx';
import { ScreenForm } from '../../components/frame/screen-form.tsx';
import { Notice } from '../../components/notice.tsx';
import { resumeCopy } from '../../copy/resume-copy.ts';
import { DateInput } from '../../inputs/date-input.tsx';
import { focusInput } from '../../inputs/focus-input.ts';
import { LineInput } from '../../inputs/line-input.tsx';
import type { InputProps } from '../../jsx/input-props.ts';
import { useMade } from '../../state/use-page.ts';
import { useBusy } from '../use-busy.ts';
import { createDeviceResume } from './device-resume.ts';

const words = resumeCopy.locked;

/** Fields for the date of birth and the last digits of the tax ID. The server only compares them with the stored answers. */
const fields: { readonly taxId: InputProps<'text'>['field']; readonly born: InputProps<'date'>['field'] } = {
  taxId: { type: 'text', autocomplete: 'off', rules: [{ kind: 'required' }] },
  born: { type: 'date', autocomplete: 'bday', rules: [] },
};
const ids = { taxId: 'resume-tax-id', born: 'resume-born' };

/** Asks for the two facts that are needed to resume a draft, and says why (D55). Reveals nothing about the draft. */
export function LockedForm({
  onOpened,
  onOver,
  onClosed,
}: {
  readonly onOpened: (start: StartResponse) => void;
  /** Called when there is no draft to resume anymore, for example after too many wrong tries. */
  readonly onOver: () => void;
  /** Called after the person has said that the draft is not theirs, and the device's tokens have been revoked. */
  readonly onClosed: () => void;
}) {
  const { tryFacts, close } = useMade(createDeviceResume);
  const { busy, during } = useBusy();
  const [, navigate] = useLocation();
  const [taxId, setTaxId] = useState('');
  const [born, setBorn] = useState('');
  const [invalid, setInvalid] = useState({ taxId: false, born: false });
  const [failedTries, setFailedTries] = useState(0);
  const [confirmDialog, confirm] = useConfirm();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failedTries > 0) notice.current?.focus();
  }, [failedTries]);

  const taxIdLast4 = digitsIn(taxId, taxIdEnd);
  const date = parseTyped(fields.born, born);

  async function tryNow(): Promise<void> {
    if (busy) return;
    const found = { taxId: taxIdLast4 === undefined, born: date !== null && typeof date !== 'string' };
    setInvalid(found);
    if (taxIdLast4 === undefined || found.born) {
      // Focus the input in the next frame: by then the error is rendered and describes the input, so screen readers read it.
      requestAnimationFrame(() => focusInput(found.taxId ? ids.taxId : ids.born));
      return;
    }
    const facts = { taxIdLast4, ...(typeof date === 'string' && { dateOfBirth: date }) };
    const result = await during(tryFacts(facts, () => void tryNow()));
    if (result.kind === 'opened') onOpened(result.start);
    if (result.kind === 'over') onOver();
    if (result.kind === 'refused') setFailedTries((count) => count + 1);
  }

  async function closeNow(): Promise<void> {
    if (await during(close(() => void closeNow()))) onClosed();
  }

  return (
    <>
      <p className="lead">{words.why}</p>
      <ScreenForm onNext={() => void tryNow()} next={words.open} saving={busy}>
        <div ref={notice} tabIndex={-1} role="alert">
          {failedTries > 0 && (
            <Notice tone="error" key={failedTries}>
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
          error={invalid.taxId ? { fix: words.taxIdFix, message: '' } : undefined}
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
          error={invalid.born ? { fix: words.bornFix, message: '' } : undefined}
          enterKeyHint="go"
        />
        <div className="other-ways">
          <Button onPress={() => busy || navigate('/start')} label={resumeCopy.startNew} />
          <Button
            onPress={() => confirm({ ...resumeCopy.close, onConfirm: () => void closeNow() })}
            label={words.notMe}
          />
        </div>
      </ScreenForm>
      {confirmDialog}
    </>
  );
}
