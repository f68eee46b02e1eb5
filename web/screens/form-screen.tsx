import { useEffect } from 'react';
import { groupCopyAt, skipTextAt } from '../../copy/screen-words.ts';
import { fill } from '../../copy/sentences.ts';
import { sectionOf } from '../../form/flow/flow.ts';
import { nextStep, previousStep } from '../../form/flow/navigation.ts';
import { askedAt, fieldsAt, groupAt, type Step, urlOf } from '../../form/flow/steps.ts';
import { type PersonnelType, recordOfPerson } from '../../form/people/people.ts';
import { lossBefore, saveOf } from '../../form/state/saves.ts';
import { Button } from '../components/buttons/button.tsx';
import { removalWords, useConfirm } from '../components/dialogs/use-confirm.tsx';
import { ScreenForm } from '../components/frame/screen-form.tsx';
import { useCopy } from '../copy/use-copy.ts';
import { goToNextOnEnter } from '../inputs/enter-key.ts';
import { useLazyPart } from '../lazy/lazy-part.ts';
import { usePageStore } from '../state/use-page.ts';
import { ErrorSummary } from './error-summary.tsx';
import { FieldInputs } from './field-inputs.tsx';
import { industryList } from './industry/industry-list.ts';
import { customScreens } from './parts.ts';
import { FinishLaterOffer } from './resume/finish-later-offer.tsx';
import { useFields } from './use-fields.ts';
import { useSaveAndGo } from './use-save-and-go.ts';

function personnelTypeOf(record: string): PersonnelType | undefined {
  const types = Object.keys(recordOfPerson) as PersonnelType[];
  return types.find((type) => recordOfPerson[type] === record);
}

/** Renders any step that has fields. Needs only the step's declaration. */
export function FormScreen({ step }: { readonly step: Step }) {
  const copy = useCopy();
  const { page: words } = copy;
  const store = usePageStore();
  const group = groupAt(step);
  const EnteredAddresses = useLazyPart(customScreens, group?.isAddress === true).value?.EnteredAddresses;
  const { busy, saveAndGo, addAndGo, skip } = useSaveAndGo(step);
  usePreload(step);
  const [confirmDialog, confirm] = useConfirm();
  const url = urlOf(step);
  const asked = askedAt(step, store.application());
  const { person } = asked;
  const { title, skipLoses } = groupCopyAt(copy, step) ?? {};
  const fields = useFields(asked, url, title === undefined);
  const skipLabel = skipTextAt(copy, step);
  const name = String(person?.answers['fullName'] ?? '');
  const removes = skipLabel !== undefined && person !== undefined && person.personnelType !== 'applicant';

  async function next(): Promise<void> {
    const values = fields.validValues();
    if (!values || !group) return;
    if (group.record === 'questions') store.dispatch({ type: 'questionsAnswered', answers: values });
    const before = store.application();
    const personnelType = personnelTypeOf(group.record);
    if (personnelType && !person) return addAndGo(personnelType, values, fields.typed(), () => void next());
    const save = saveOf(group, values, before);
    const lost = lossBefore(before, save);
    const onConfirm = () => void saveAndGo(save, fields.typed());
    if (lost) confirm({ ...words.loss, text: copy.losses[lost], onConfirm });
    else onConfirm();
  }

  /** Skips the screen. Asks for confirmation first if skipping would discard a person or typed answers (D14). */
  function skipOrAsk(): void {
    if (removes) confirm({ ...removalWords(words, name), onConfirm: skip });
    else if (skipLabel && skipLoses && Object.values(fields.typed()).some((text) => text !== ''))
      confirm({
        title: `${skipLabel}?`,
        text: skipLoses,
        confirm: skipLabel,
        keep: words.keepTyped,
        onConfirm: skip,
      });
    else skip();
  }

  return (
    <>
      <ErrorSummary errors={fields.errors} attempt={fields.attempt} />
      <ScreenForm
        title={title && fill(copy, title, { name })}
        onNext={() => void next()}
        onKeyDown={goToNextOnEnter}
        saving={busy}
        skip={removes ? undefined : skipLabel}
        onSkip={skipOrAsk}
        // This button removes a person. In the bottom bar, a double press on the previous screen's Skip could hit it, so it is
        // not there.
        after={removes && <Button busy={busy} onPress={skipOrAsk} label={fill(copy, skipLabel, { name })} />}
      >
        <div className="fields">
          {group?.isAddress && EnteredAddresses && <EnteredAddresses step={step} inputs={fields.inputs} />}
          <FieldInputs inputs={fields.inputs} />
          <FinishLaterOffer />
        </div>
      </ScreenForm>
      {confirmDialog}
    </>
  );
}

/** Milliseconds to wait before loading the custom screens, so that the load does not delay the screen that has just appeared. */
const preloadAfter = 200;

/**
 * Loads the industry list when the person types on the step before the industry question (P1, P5). Loads the custom screens on
 * the second step after the start section, and on every later step until they are loaded.
 */
function usePreload(step: Step): void {
  const { application } = usePageStore();
  const url = urlOf(step);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `url` makes the effect run once per step.
  useEffect(() => {
    const timer = setTimeout(() => {
      const before = previousStep(step, application());
      if (before && sectionOf(before.screen) !== 'start') customScreens.load().catch(() => undefined);
    }, preloadAfter);
    return () => clearTimeout(timer);
  }, [url]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `url` makes the effect run once per step.
  useEffect(() => {
    const load = () => {
      const state = application();
      const fields = fieldsAt(nextStep(step, state), state);
      if (fields.some(([, { type }]) => type === 'industry')) industryList.load().catch(() => undefined);
    };
    document.addEventListener('input', load, { once: true });
    return () => document.removeEventListener('input', load);
  }, [url]);
}
