import { useState } from 'react';
import { askedAt, groupAt, type Step, stepUnderYes, urlOf } from '../../form/flow/steps.ts';
import { type Person, peopleOf } from '../../form/people/people.ts';
import { saveOf } from '../../form/state/saves.ts';
import { removalWords, useConfirm } from '../components/dialogs/use-confirm.tsx';
import { ScreenForm } from '../components/frame/screen-form.tsx';
import { useCopy } from '../copy/use-copy.ts';
import { goToNextOnEnter } from '../inputs/enter-key.ts';
import { usePageStore, usePeople } from '../state/use-page.ts';
import { FieldInputs } from './field-inputs.tsx';
import { FinishLaterButton } from './resume/finish-later-dialog.tsx';
import { useFields } from './use-fields.ts';
import { useSaveAndGo } from './use-save-and-go.ts';

/** Shows a yes-or-no question. After Yes, asks for the first person's name (D12). Only Next adds or removes this person. */
export function NamingQuestionScreen({ step }: { readonly step: Step }) {
  const copy = useCopy();
  const { page: words } = copy;
  const store = usePageStore();
  const people = usePeople();
  const { busy, during, isHere, saveAndGo, addAndGo } = useSaveAndGo(step);
  const [confirmDialog, confirm] = useConfirm();
  const url = urlOf(step);
  const below = stepUnderYes(step) ?? step;
  const kind = below.owner === undefined ? 'authorized_user' : 'owner';
  const { person, ...asked } = askedAt(below, store.application());
  const question = useFields(askedAt(step, store.application()), url, true);
  const name = useFields({ ...asked, person }, url, false);
  const isYes = question.inputs.some(({ value }) => value === 'yes');
  const [wasYes] = useState(isYes);

  async function next(): Promise<void> {
    const answers = question.validValues();
    if (!answers) return;
    if (!isYes) return decline(answers);
    const values = name.validValues();
    if (!values) return;
    store.dispatch({ type: 'questionsAnswered', answers });
    const typed = { ...question.typed(), ...name.typed() };
    if (person) return saveAndGo({ person: values }, typed, person);
    return addAndGo(kind, values, typed, () => void next());
  }

  /** Answers with No. If the person of this screen is the only one listed, first asks whether to remove that person. */
  function decline(answers: Readonly<Record<string, unknown>>): void {
    const listed = String(person?.answers['fullName'] ?? '');
    if (!person || peopleOf(store.application(), kind).length > 1) sayNo(answers);
    else confirm({ ...removalWords(words, listed), onConfirm: () => void remove(person, answers) });
  }

  async function remove(listed: Person, answers: Readonly<Record<string, unknown>>): Promise<void> {
    const isRemoved = await during(people.remove(listed, () => void remove(listed, answers)));
    if (isRemoved && isHere()) sayNo(answers);
  }

  function sayNo(answers: Readonly<Record<string, unknown>>): void {
    const group = groupAt(step);
    store.dispatch({ type: 'questionsAnswered', answers });
    if (group) void saveAndGo(saveOf(group, answers, store.application()), question.typed());
  }

  const [nameInput] = name.inputs;
  return (
    <>
      <ScreenForm
        status={isYes && !wasYes && nameInput ? words.asksFor(nameInput.label) : ''}
        onNext={() => void next()}
        onKeyDown={goToNextOnEnter}
        saving={busy}
      >
        <div className="fields">
          <FieldInputs inputs={question.inputs} />
          {isYes && <FieldInputs inputs={name.inputs} />}
          <FinishLaterButton />
        </div>
      </ScreenForm>
      {confirmDialog}
    </>
  );
}
