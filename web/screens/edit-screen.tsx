import type { FormEvent } from 'react';
import { useState } from 'react';
import type { Copy } from '../../copy/copy.ts';
import { rowLabel } from '../../copy/review.ts';
import { canVisit, firstOpenStep } from '../../form/flow/navigation.ts';
import type { Step } from '../../form/flow/steps.ts';
import { urlOf } from '../../form/flow/steps.ts';
import type { EditableRow } from '../../form/review/review.ts';
import { editAt } from '../../form/review/review.ts';
import type { Save } from '../../form/state/saves.ts';
import { lossBefore, saveOf } from '../../form/state/saves.ts';
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx';
import { ErrorSummary } from '../components/error-summary.tsx';
import { BottomBar } from '../components/frame/bottom-bar.tsx';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { goToNextOnEnter } from '../inputs/enter-key.ts';
import { focusInput } from '../inputs/focus-input.ts';
import { keptNote } from '../inputs/kept-note.ts';
import { Redirect } from '../jsx/router.ts';
import { usePageStore, useSaving } from '../state/use-page.ts';
import { FieldInputs } from './field-inputs.tsx';
import { ScreenFrame } from './screen-frame.tsx';
import type { FormFields } from './use-fields.ts';
import { useFields } from './use-fields.ts';
import { useGo, useLeaveTo } from './use-navigation.ts';
import { useFocusOnHeading, useTitle } from './use-new-screen.ts';

const review: Step = { screen: 'review', part: 1 };

type Input = FormFields['inputs'][number];

/** Shows the empty input of an answer that is kept at once: whoever comes here has already pressed Change. */
function openedAtOnce(words: Copy['page'], input: Input): Input {
  return input.saved ? { ...input, saved: undefined, note: keptNote(words, input) } : input;
}

/** The change of one answer, if the review may be visited and the answer is asked; otherwise the review. */
export function EditScreen({ path, search }: { readonly path: string; readonly search: string }) {
  const application = usePageStore().application();
  if (!canVisit(review, application)) return <Redirect to={urlOf(firstOpenStep(application))} replace />;
  const row = editAt(path, search, application);
  if (!row) return <Redirect to={urlOf(review)} replace />;
  return <Change key={row.changeUrl} row={row} />;
}

/**
 * Changes one answer of the review, or several that belong together. Afterwards the review opens with the focus on that
 * row; if the change opened a new step, that step comes first.
 */
function Change({ row }: { readonly row: EditableRow }) {
  const copy = useCopy();
  const { page: words } = copy;
  const { application, dispatch } = usePageStore();
  const saving = useSaving();
  const go = useGo();
  const leave = useLeaveTo(review);
  const [loss, setLoss] = useState<{ readonly text: string; readonly save: Save } | null>(null);
  const { asks, changeUrl: url } = row;
  const label = rowLabel(copy, row);
  const isOne = asks.keys.length === 1;
  const fields = useFields(asks, url, isOne);
  useTitle(customScreensCopy.review.editTitle);
  useFocusOnHeading(url);

  function keep(save: Save): void {
    saving.save(save, { url, typed: fields.typed() }, asks.person?.id);
    const after = application();
    if (!canVisit(review, after)) {
      go(firstOpenStep(after));
      return;
    }
    dispatch({ type: 'reviewRowChanged', row: { id: row.id, label } });
    leave();
  }

  function cancel(): void {
    dispatch({ type: 'answerTyped', url, typed: {} });
    for (const key of asks.keys) dispatch({ type: 'refusedFieldEdited', url, field: key });
    leave();
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const values = fields.validValues();
    if (!values) return;
    const save = saveOf(asks, values, application());
    const lost = lossBefore(application(), save);
    if (lost) setLoss({ text: copy.losses[lost], save });
    else keep(save);
  };

  return (
    <ScreenFrame step={review} below={{ leave: cancel }} group={customScreensCopy.review.edit}>
      <ErrorSummary errors={fields.errors} attempt={fields.attempt} onFollow={focusInput} />
      {!isOne && <PageHeading>{label}</PageHeading>}
      <form noValidate onSubmit={submit} onKeyDown={goToNextOnEnter}>
        <div className="fields">
          <FieldInputs inputs={fields.inputs.map((input) => openedAtOnce(words, input))} />
        </div>
        <BottomBar next={customScreensCopy.review.saveAndReturn} skip={words.cancel} onSkip={cancel} />
      </form>
      {loss && (
        <ConfirmDialog
          title={words.lossTitle}
          text={loss.text}
          confirm={customScreensCopy.review.saveAndReturn}
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
