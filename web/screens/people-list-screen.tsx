import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { choiceWords, errorText, fieldWords } from '../../copy/sentences.ts';
import type { Field } from '../../form/fields/field.ts';
import type { FieldKey } from '../../form/fields/form.ts';
import { type Step, urlOf } from '../../form/flow/steps.ts';
import type { Person } from '../../form/people/people.ts';
import { fieldsAsked } from '../../form/state/asked.ts';
import { ruleContext } from '../../form/validation/rule-context.ts';
import { parseTyped, validateAnswer } from '../../form/validation/validate.ts';
import { hostName } from '../browser/host-name.ts';
import { ActionButton } from '../components/buttons/action-button.tsx';
import { ActionName } from '../components/buttons/action-name.tsx';
import { useConfirm } from '../components/dialogs/use-confirm.tsx';
import { ExtraIcon } from '../components/extra-icon.tsx';
import { FieldError } from '../components/field-error.tsx';
import { ScreenForm } from '../components/frame/screen-form.tsx';
import { PageLink } from '../components/page-link.tsx';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { focusInput } from '../inputs/focus-input.ts';
import { inputError, refusedError } from '../inputs/input-error.ts';
import { InputFor } from '../inputs/input-for.tsx';
import type { InputError, InputProps } from '../jsx/input-props.ts';
import type { Elements } from '../jsx/types.ts';
import { usePageState, usePageStore, usePeople } from '../state/use-page.ts';
import { removalWords } from './removal-words.ts';
import { useGoNext } from './use-navigation.ts';
import { useSaveAndGo } from './use-save-and-go.ts';

/** A person on the list. Without `changeHref`, the person cannot be changed or removed. */
export interface ListedPerson {
  readonly person: Person;
  readonly name: string;
  /** A line of detail, such as the person's occupation. */
  readonly detail?: string | undefined;
  /** The share that the person owns. Only screen readers read `before`. */
  readonly share?: { readonly before: string; readonly text: string };
  readonly changeHref?: string;
}

/** Lists the people of a section. If another person may be added, the last row has a button for that. */
export function PeopleListScreen({
  step,
  people: listed,
  another,
  otherwise,
  children,
}: {
  readonly step: Step;
  readonly people: readonly ListedPerson[];
  /** The question of whether there is another person. The button that adds a person answers Yes, and Next answers No. */
  readonly another: FieldKey<'questions'>;
  /** The statement that the applicant must confirm if no one else is added. Shown only if the application needs it. */
  readonly otherwise?: FieldKey<'disclosures'>;
  /** Content between the heading and the list. */
  readonly children?: Elements;
}) {
  const copy = useCopy();
  const { page: words } = copy;
  const store = usePageStore();
  const people = usePeople();
  const goNext = useGoNext(step);
  const { busy, during, saveAndGo } = useSaveAndGo(step);
  const [confirmDialog, confirm] = useConfirm();
  // Each removal sets a new object, because each must be announced, even if two people have the same name.
  const [removed, setRemoved] = useState({ text: '' });
  const isAnotherAsked =
    fieldsAsked({ record: 'questions', keys: [another] }, store.application()).length > 0;
  const adding = choiceWords(copy, 'questions', another, false);
  const confirmation = useConfirmation(otherwise, urlOf(step));

  useEffect(() => {
    if (removed.text) document.querySelector<HTMLElement>('h1')?.focus();
  }, [removed]);

  const answerAnother = (adds: boolean) =>
    isAnotherAsked && store.dispatch({ type: 'questionsAnswered', answers: { [another]: adds } });

  function add(): void {
    if (busy) return;
    answerAnother(true);
    goNext();
  }

  function next(): void {
    if (confirmation && !confirmation.validate()) return;
    answerAnother(false);
    void saveAndGo(otherwise && confirmation ? { disclosures: { [otherwise]: true } } : {});
  }

  async function remove({ person, name }: ListedPerson): Promise<void> {
    const isRemoved = await during(people.remove(person, () => void remove({ person, name })));
    if (isRemoved) setRemoved({ text: customScreensCopy.removed(name) });
  }

  function askToRemove(person: ListedPerson): void {
    if (busy) return;
    confirm({ ...removalWords(words, person.name), onConfirm: () => void remove(person) });
  }

  return (
    <>
      <ScreenForm title={copy.screens[step.screen].title} status={removed.text} onNext={next} saving={busy}>
        <div className="fields">
          {children}
          <ul className="people">
            {listed.map((person) => (
              <PersonCard key={person.person.id} listed={person} onRemove={() => askToRemove(person)} />
            ))}
          </ul>
          {isAnotherAsked && (
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
          {confirmation && <InputFor {...confirmation.input} />}
        </div>
      </ScreenForm>
      {confirmDialog}
    </>
  );
}

function PersonCard({
  listed: { person, name, detail, share, changeHref },
  onRemove,
}: {
  readonly listed: ListedPerson;
  readonly onRemove: () => void;
}) {
  const copy = useCopy();
  const { page: words } = copy;
  const failedStatus = usePageState().notRemoved[person.id];
  return (
    <li className="person-card">
      <div className="person-about">
        <div>
          <h2>
            <bdi translate="no">{name}</bdi>
          </h2>
          {detail && <p translate="no">{detail}</p>}
        </div>
        {share && (
          <p className="person-share">
            <span className="visually-hidden">{`${share.before} `}</span>
            <span>{share.text}</span>
          </p>
        )}
      </div>
      {failedStatus !== undefined && (
        <FieldError fix={errorText(copy, 'personnelRemove', failedStatus, hostName())} />
      )}
      {changeHref && (
        <div className="person-actions">
          <PageLink className="text-button" href={changeHref}>
            <ActionName action={words.change} of={<bdi translate="no">{name}</bdi>} />
          </PageLink>
          <ActionButton action={words.remove} name={name} onPress={onRemove} />
        </div>
      )}
    </li>
  );
}

/**
 * Returns the input of a confirmation, and a function that validates the input and focuses it if it is wrong. Returns undefined
 * if the application does not need the confirmation.
 */
function useConfirmation(key: FieldKey<'disclosures'> | undefined, url: string) {
  const copy = useCopy();
  const { application, dispatch } = usePageStore();
  const { refused } = usePageState();
  const [text, setText] = useState(key && application().disclosures[key] === true ? 'yes' : '');
  const [error, setError] = useState<InputError>();
  const [[, field] = []] = fieldsAsked({ record: 'disclosures', keys: key ? [key] : [] }, application());
  if (key === undefined || field === undefined) return undefined;
  const id = `field-${key}`;
  const asked: { record: 'disclosures'; key: string; field: Field } = { record: 'disclosures', key, field };

  function validate(): boolean {
    const answer = parseTyped(asked.field, text);
    const fieldError = validateAnswer(asked.field, asked.key, answer, ruleContext(application(), {}));
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
      dispatch({ type: 'refusedFieldEdited', url, field: key });
    },
    error: error ?? (uploadError && refusedError(copy, asked, uploadError, text)),
  };
  return { input, validate };
}
