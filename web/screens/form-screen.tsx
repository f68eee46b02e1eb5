import type { FormEvent } from 'react';
import { useState } from 'react';
import { groupCopyAt, skipTextAt } from '../../copy/screen-words.ts';
import { fill } from '../../copy/sentences.ts';
import { nextStep } from '../../form/flow/navigation.ts';
import type { Step } from '../../form/flow/steps.ts';
import { askedAt, groupAt, urlOf } from '../../form/flow/steps.ts';
import type { PersonnelType } from '../../form/people/people.ts';
import { recordOfPerson } from '../../form/people/people.ts';
import { lossBefore, saveOf } from '../../form/state/saves.ts';
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx';
import { ErrorSummary } from '../components/error-summary.tsx';
import { BottomBar } from '../components/frame/bottom-bar.tsx';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { useCopy } from '../copy/use-copy.ts';
import { goToNextOnEnter } from '../inputs/enter-key.ts';
import { focusInput } from '../inputs/focus-input.ts';
import { useLazyPart } from '../lazy/lazy-part.ts';
import { customScreens } from '../lazy/parts.ts';
import { usePageStore, usePeople } from '../state/use-page.ts';
import { FieldInputs } from './field-inputs.tsx';
import { useFields } from './use-fields.ts';
import { useKeepAndGo } from './use-keep-and-go.ts';
import { useGo } from './use-navigation.ts';
import { usePreload } from './use-preload.ts';
import { useSkip } from './use-skip.ts';

/** The dialog that asks before answers or people are discarded. */
interface Loss {
  readonly title: string;
  readonly text: string;
  /** The label of the button that goes on all the same. */
  readonly confirm: string;
  readonly goOn: () => void;
}

/** The kind of person that a record belongs to; undefined for a record that is no person's. */
function personnelTypeOf(record: string): PersonnelType | undefined {
  const types = Object.keys(recordOfPerson) as PersonnelType[];
  return types.find((type) => recordOfPerson[type] === record);
}

/** Any step that asks for fields, drawn from its declaration alone. */
export function FormScreen({ step }: { readonly step: Step }) {
  const copy = useCopy();
  const { page: words } = copy;
  const store = usePageStore();
  const people = usePeople();
  const go = useGo();
  const group = groupAt(step);
  const EnteredAddresses = useLazyPart(customScreens, group?.isAddress === true).value?.enteredAddresses;
  const { busy, during, keepAndGo } = useKeepAndGo(step);
  const skip = useSkip(step, { during, keepAndGo });
  usePreload(step);
  const [loss, setLoss] = useState<Loss | null>(null);
  const url = urlOf(step);
  const asked = askedAt(step, store.application());
  const { person } = asked;
  const { title, skipLoses } = groupCopyAt(copy, step) ?? {};
  const fields = useFields(asked, url, title === undefined);
  const skipLabel = skipTextAt(copy, step);
  const name = String(person?.answers['fullName'] ?? '');

  async function next(): Promise<void> {
    const values = fields.validValues();
    if (!values || !group) return;
    if (group.record === 'questions') store.dispatch({ type: 'questionsAnswered', answers: values });
    const before = store.application();
    const personnelType = personnelTypeOf(group.record);
    if (personnelType && !person) {
      const added = await during(
        people.add(personnelType, values, { url, typed: fields.typed() }, () => void next()),
      );
      // The network may have been awaited for long: nobody is moved who has left the screen meanwhile.
      if (added && url === location.pathname + location.search) go(nextStep(step, store.application()));
      return;
    }
    const save = saveOf(group, values, before);
    const lost = lossBefore(before, save);
    const goOn = () => void keepAndGo(save, fields.typed());
    if (lost) setLoss({ title: words.lossTitle, text: copy.losses[lost], confirm: words.next, goOn });
    else goOn();
  }

  /** Asks for confirmation first where skipping would discard a person or typed answers (D14). */
  function skipOrAsk(): void {
    const { removeTitle, removeText } = words.people;
    if (person && person.personnelType !== 'applicant')
      setLoss({ title: removeTitle(name), text: removeText, confirm: words.remove, goOn: skip });
    else if (skipLabel && skipLoses && Object.values(fields.typed()).some((text) => text !== ''))
      setLoss({ title: `${skipLabel}?`, text: skipLoses, confirm: skipLabel, goOn: skip });
    else skip();
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void next();
  };

  return (
    <>
      <ErrorSummary errors={fields.errors} attempt={fields.attempt} onFollow={focusInput} />
      {title && <PageHeading>{fill(copy, title, { name })}</PageHeading>}
      <form noValidate onSubmit={submit} onKeyDown={goToNextOnEnter}>
        <div className="fields">
          {group?.isAddress && EnteredAddresses && <EnteredAddresses step={step} inputs={fields.inputs} />}
          <FieldInputs inputs={fields.inputs} />
        </div>
        <BottomBar next={words.next} saving={busy} skip={skipLabel} onSkip={skipOrAsk} />
      </form>
      {loss && (
        <ConfirmDialog
          title={loss.title}
          text={loss.text}
          confirm={loss.confirm}
          onConfirm={() => {
            setLoss(null);
            loss.goOn();
          }}
          onCancel={() => setLoss(null)}
        />
      )}
    </>
  );
}
