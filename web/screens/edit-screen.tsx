import { rowLabel } from '../../copy/review.ts';
import { canVisit, firstOpenStep } from '../../form/flow/navigation.ts';
import { type Step, urlOf } from '../../form/flow/steps.ts';
import { type EditableRow, editAt } from '../../form/review/review.ts';
import { lossBefore, type Save, saveOf } from '../../form/state/saves.ts';
import { useConfirm } from '../components/dialogs/use-confirm.tsx';
import { ScreenForm } from '../components/frame/screen-form.tsx';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { goToNextOnEnter } from '../inputs/enter-key.ts';
import { keptNote } from '../inputs/kept-note.ts';
import { Redirect } from '../jsx/router.ts';
import { usePageStore, useSaving } from '../state/use-page.ts';
import { ErrorSummary } from './error-summary.tsx';
import { FieldInputs } from './field-inputs.tsx';
import { ScreenFrame } from './screen-frame.tsx';
import { useFields } from './use-fields.ts';
import { leaveTo, useGo } from './use-navigation.ts';
import { useFocusOnHeading, useTitle } from './use-new-screen.ts';

const review: Step = { screen: 'review', part: 1 };
const { saveAndReturn, editTitle } = customScreensCopy.review;

/** Lets the person change one answer from the review, if the person can visit the review and the application needs the answer. */
export function EditScreen({ path, search }: { readonly path: string; readonly search: string }) {
  const application = usePageStore().application();
  if (!canVisit(review, application)) return <Redirect to={urlOf(firstOpenStep(application))} replace />;
  const row = editAt(path, search, application);
  if (!row) return <Redirect to={urlOf(review)} replace />;
  return <Change key={row.changeUrl} row={row} />;
}

/** Changes the answers of one row. Then opens the review at that row or, if the change made a step necessary, that step. */
function Change({ row }: { readonly row: EditableRow }) {
  const copy = useCopy();
  const { page: words } = copy;
  const { application, dispatch } = usePageStore();
  const saving = useSaving();
  const go = useGo();
  const [confirmDialog, confirm] = useConfirm();
  const { asks, changeUrl: url } = row;
  const label = rowLabel(copy, row);
  const isOne = row.answer.kind === 'field';
  const fields = useFields(asks, url, isOne);
  useTitle(editTitle);
  useFocusOnHeading(url);

  const leave = () => leaveTo(urlOf(review));

  function keep(save: Save): void {
    saving.save(save, { url, typed: fields.typed() }, asks.person?.id);
    const after = application();
    if (!canVisit(review, after)) go(firstOpenStep(after));
    else {
      dispatch({ type: 'reviewRowChanged', row: { id: row.id, label } });
      leave();
    }
  }

  function cancel(): void {
    dispatch({ type: 'answerTyped', url, typed: {} });
    for (const key of asks.keys) dispatch({ type: 'refusedFieldEdited', url, field: key });
    leave();
  }

  function submit(): void {
    const values = fields.validValues();
    if (!values) return;
    const save = saveOf(asks, values, application());
    const lost = lossBefore(application(), save);
    if (lost) confirm({ ...words.loss, text: copy.losses[lost], onConfirm: () => keep(save) });
    else keep(save);
  }

  // Show an empty input instead of a stored answer with a button Change, because the person already pressed Change in the review.
  const inputs = fields.inputs.map((input) =>
    input.saved ? { ...input, saved: undefined, note: keptNote(words, input) } : input,
  );
  return (
    <ScreenFrame step={review} below={{ leave: cancel }} group={words.change}>
      <ErrorSummary errors={fields.errors} attempt={fields.attempt} />
      <ScreenForm
        title={isOne ? undefined : label}
        onNext={submit}
        onKeyDown={goToNextOnEnter}
        next={saveAndReturn}
        skip={words.cancel}
        onSkip={cancel}
      >
        <div className="fields">
          <FieldInputs inputs={inputs} />
        </div>
      </ScreenForm>
      {confirmDialog}
    </ScreenFrame>
  );
}
