import type { FormEvent } from 'react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Copy } from '../../copy/copy.ts';
import { choiceWords, errorText, fieldWords } from '../../copy/sentences.ts';
import type { ApplicationState } from '../../form/fields/application-state.ts';
import type { Field } from '../../form/fields/field.ts';
import { isAsked, isRequired } from '../../form/fields/field.ts';
import type { FieldKey } from '../../form/fields/form.ts';
import { fieldsOf } from '../../form/fields/form.ts';
import { nextStep } from '../../form/flow/navigation.ts';
import type { Step } from '../../form/flow/steps.ts';
import { urlOf } from '../../form/flow/steps.ts';
import type { Person } from '../../form/people/people.ts';
import { ruleContext } from '../../form/validation/rule-context.ts';
import { parseTyped, validateAnswer } from '../../form/validation/validate.ts';
import { hostName } from '../browser/host-name.ts';
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx';
import { ExtraIcon } from '../components/extra-icon.tsx';
import { BottomBar } from '../components/frame/bottom-bar.tsx';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { PersonCard } from '../components/person-card.tsx';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { focusInput } from '../inputs/focus-input.ts';
import { inputError, refusedError } from '../inputs/input-error.ts';
import { InputFor } from '../inputs/input-for.tsx';
import type { InputError, InputProps } from '../inputs/input-props.ts';
import type { Elements } from '../jsx/types.ts';
import { usePageState, usePageStore, usePeople } from '../state/use-page.ts';
import { useKeepAndGo } from './use-keep-and-go.ts';
import { useGo } from './use-navigation.ts';

/** Why a person could not be removed, by the HTTP status of the call. */
function removalError(copy: Copy, status: number | undefined): string | undefined {
  return status === undefined ? undefined : errorText(copy, 'personnelRemove', status, hostName());
}

/** A person on the list. Without `changeHref` they cannot be changed, without `removable` not be removed. */
export interface Listed {
  readonly id: string;
  readonly name: string;
  readonly detail?: string | undefined;
  readonly share?: { readonly before: string; readonly text: string } | undefined;
  readonly changeHref?: string | undefined;
  readonly removable?: Person | undefined;
}

export interface PeopleListProps {
  readonly step: Step;
  readonly people: readonly Listed[];
  /** The question whether there is another person: a button that adds one says yes, Next says no. */
  readonly another: FieldKey<'questions'>;
  /** What must be confirmed where nobody else is added; shown where it is asked. */
  readonly otherwise?: FieldKey<'disclosures'>;
  /** Shown between the heading and the list. */
  readonly children?: Elements;
}

/** The people of a section, and a row that adds another where there may be one. */
export function PeopleListScreen({ step, people: listed, another, otherwise, children }: PeopleListProps) {
  const copy = useCopy();
  const { page: words } = copy;
  const store = usePageStore();
  const people = usePeople();
  const go = useGo();
  const { busy, during, keepAndGo } = useKeepAndGo(step);
  const { notRemoved } = usePageState();
  const [toRemove, setToRemove] = useState<Listed | null>(null);
  // An object, new for each person: two people may have the same name, and each removal must be announced.
  const [removed, setRemoved] = useState({ text: '' });
  const application = store.application();
  const anotherIsAsked = fieldIfAsked('questions', another, application) !== undefined;
  const adding = choiceWords(copy, 'questions', another, false);
  const confirmation = useConfirmation(
    otherwise,
    otherwise && fieldIfAsked('disclosures', otherwise, application),
    otherwise !== undefined && application.disclosures[otherwise] === true ? 'yes' : '',
    urlOf(step),
  );

  useEffect(() => {
    if (removed.text) document.querySelector<HTMLElement>('h1')?.focus();
  }, [removed]);

  const answerAnother = (adds: boolean) =>
    anotherIsAsked && store.dispatch({ type: 'questionsAnswered', answers: { [another]: adds } });

  function add(): void {
    if (busy) return;
    answerAnother(true);
    go(nextStep(step, store.application()));
  }

  function next(event: FormEvent): void {
    event.preventDefault();
    if (busy || !confirmation.validate()) return;
    answerAnother(false);
    void keepAndGo(otherwise && confirmation.input ? { disclosures: { [otherwise]: true } } : {});
  }

  async function remove(person: Listed): Promise<void> {
    const { name, removable } = person;
    setToRemove(null);
    if (!removable) return;
    const isRemoved = await during(people.remove(removable, () => void remove(person)));
    if (isRemoved) setRemoved({ text: customScreensCopy.removed(name) });
  }

  return (
    <>
      <PageHeading>{copy.screens[step.screen].title}</PageHeading>
      <p className="visually-hidden" role="status">
        {removed.text}
      </p>
      <form noValidate onSubmit={next}>
        <div className="fields">
          {children}
          <ul className="people">
            {listed.map((person) => (
              <PersonCard
                key={person.id}
                name={person.name}
                detail={person.detail}
                share={person.share}
                changeHref={person.changeHref}
                fieldError={removalError(copy, notRemoved[person.id])}
                onRemove={person.removable && (() => busy || setToRemove(person))}
              />
            ))}
          </ul>
          {anotherIsAsked && (
            <>
              <button type="button" className="add-row" onClick={add}>
                <ExtraIcon name="plus" />
                <span>{adding.yes}</span>
              </button>
              {adding.before.map((text) => (
                <p className="list-note" key={text}>
                  {text}
                </p>
              ))}
            </>
          )}
          {confirmation.input && <InputFor {...confirmation.input} />}
        </div>
        <BottomBar saving={busy} />
      </form>
      {toRemove && (
        <ConfirmDialog
          title={words.people.removeTitle(toRemove.name)}
          text={words.people.removeText}
          confirm={words.remove}
          onConfirm={() => void remove(toRemove)}
          onCancel={() => setToRemove(null)}
        />
      )}
    </>
  );
}

/** The field of a question or confirmation; undefined where it is not asked. */
function fieldIfAsked(
  record: 'questions' | 'disclosures',
  key: string,
  application: ApplicationState,
): Field | undefined {
  const field = fieldsOf(application.form, record)[key];
  return field && isAsked(field, application) ? field : undefined;
}

interface ConfirmationInput {
  /** The props of the input; undefined where nothing is asked. */
  readonly input: InputProps | undefined;
  /** True if the answer is valid or not asked; otherwise shows the error and moves the focus to it. */
  readonly validate: () => boolean;
}

/** The confirmation of the screen at `url`, which is in no group of fields; `initial` is the text it starts with. */
function useConfirmation(
  key: string | undefined,
  field: Field | undefined,
  initial: string,
  url: string,
): ConfirmationInput {
  const copy = useCopy();
  const store = usePageStore();
  const { refused } = usePageState();
  const [text, setText] = useState(initial);
  const [error, setError] = useState<InputError>();
  if (key === undefined || field === undefined) return { input: undefined, validate: () => true };
  const id = `field-${key}`;
  const asked = { record: 'disclosures' as const, key, field };

  function validate(): boolean {
    if (!field || key === undefined) return true;
    const fieldError = validateAnswer(
      field,
      key,
      parseTyped(field, text),
      ruleContext(store.application(), {}),
    );
    flushSync(() => setError(fieldError && inputError(copy, asked, fieldError, text)));
    if (fieldError) focusInput(id);
    return fieldError === undefined;
  }

  const uploadError = refused[url]?.find((candidate) => candidate.field === key);
  const input = {
    id,
    field: field as InputProps['field'],
    ...fieldWords(copy, asked),
    value: text,
    onChange: (typed: string) => {
      setText(typed);
      setError(undefined);
      store.dispatch({ type: 'refusedFieldEdited', url, field: key });
    },
    error: error ?? (uploadError && refusedError(copy, asked, uploadError, text)),
    required: isRequired(field),
  };
  return { input, validate };
}
