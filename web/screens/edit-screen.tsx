import type { FormEvent } from 'react';
import { useState } from 'react';
import { maskedText } from '../../form/display.ts';
import type { Place } from '../../form/places.ts';
import { samePlace } from '../../form/places.ts';
import type { EditableRow } from '../../form/review.ts';
import type { Save } from '../../form/saves.ts';
import { lossBefore, saveOf } from '../../form/saves.ts';
import { admit } from '../../form/walk.ts';
import { BottomBar } from '../components/bottom-bar.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { ErrorSummary } from '../components/error-summary.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { goToNextOnEnter } from '../inputs/enter-key.ts';
import { focusInput } from '../inputs/focus-input.ts';
import { useSession } from '../session/use-session.ts';
import { words } from '../words.ts';
import { FieldInputs } from './field-inputs.tsx';
import { ScreenFrame } from './screen-frame.tsx';
import { screenWords } from './screen-words.ts';
import type { FormFields } from './use-fields.ts';
import { useFields } from './use-fields.ts';
import { useGo, useLeaveTo } from './use-navigation.ts';

type Input = FormFields['inputs'][number];

/** Who comes to change a masked answer need not press Change again: the empty input stands there at once. */
function openedAtOnce({ saved, ...input }: Input): Input {
  const { kind } = input.field;
  return saved && (kind === 'ssn' || kind === 'taxId')
    ? { ...input, note: words.savedStays(maskedText(kind, saved)) }
    : { ...input, saved };
}

/**
 * The change of one answer of the review, or of those that are changed together. Back at `place`, the review, its row
 * is focused; where the change has opened something new, that comes first.
 */
export function EditScreen({ place, row }: { readonly place: Place; readonly row: EditableRow }) {
  const session = useSession();
  const go = useGo();
  const leave = useLeaveTo(place);
  const [loss, setLoss] = useState<{ readonly text: string; readonly save: Save } | null>(null);
  const { asks, label, changeUrl: url } = row;
  const isOne = asks.keys.length === 1;
  const fields = useFields(asks, url, isOne);

  function keep(save: Save): void {
    session.save(save, { url, typed: fields.typed }, asks.person?.id);
    const open = admit(place, session.situation());
    if (!samePlace(open, place)) {
      go(open);
      return;
    }
    session.store.set((state) => ({ ...state, changedRow: { id: row.id, label } }));
    leave();
  }

  function cancel(): void {
    session.type(url, {});
    for (const key of asks.keys) session.clearRefused(url, key);
    leave();
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const values = fields.take();
    if (!values) return;
    const save = saveOf(asks, values, session.situation());
    const lost = lossBefore(session.situation(), save);
    if (lost) setLoss({ text: lost, save });
    else keep(save);
  };

  return (
    <ScreenFrame
      place={place}
      below={{ url, title: screenWords.review.editTitle, leave: cancel }}
      group={screenWords.review.edit}
    >
      <ErrorSummary errors={fields.errors} attempt={fields.attempt} onFollow={focusInput} />
      {!isOne && <PageHeading>{label}</PageHeading>}
      <form noValidate onSubmit={submit} onKeyDown={goToNextOnEnter}>
        <div className="fields">
          <FieldInputs inputs={fields.inputs.map(openedAtOnce)} />
        </div>
        <BottomBar next={screenWords.review.saveAndReturn} skip={words.cancel} onSkip={cancel} />
      </form>
      {loss && (
        <ConfirmDialog
          title={screenWords.review.lossTitle}
          text={loss.text}
          confirm={screenWords.review.saveAndReturn}
          onConfirm={() => {
            setLoss(null);
            keep(loss.save);
          }}
          onCancel={() => setLoss(null)}
        />
      )}
    </ScreenFrame>
  );
}
