import type { FormEvent, ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Field } from '../../form/field.ts';
import { screenOf } from '../../form/flow.ts';
import type { FieldKey } from '../../form/form.ts';
import { fieldsOf } from '../../form/form.ts';
import { isRequired, judgeAnswer, readTyped } from '../../form/judge.ts';
import type { Place } from '../../form/places.ts';
import { urlOf } from '../../form/places.ts';
import type { Person } from '../../form/situation.ts';
import { ruleContext } from '../../form/situation.ts';
import { nextPlace } from '../../form/walk.ts';
import { BottomBar } from '../components/bottom-bar.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PersonCard } from '../components/person-card.tsx';
import { focusInput } from '../inputs/focus-input.ts';
import { inputError, refusedError } from '../inputs/input-error.ts';
import { InputFor } from '../inputs/input-for.tsx';
import type { InputError, InputProps } from '../inputs/input-props.ts';
import { usePageState, useSession } from '../session/use-session.ts';
import { words } from '../words.ts';
import { ScreenFrame } from './screen-frame.tsx';
import { screenWords } from './screen-words.ts';
import { useKeepAndGo } from './use-keep-and-go.ts';
import { useGo } from './use-navigation.ts';

/** Someone on the list; what is left out cannot be done with this person. */
export interface Listed {
  readonly id: string;
  readonly name: string;
  readonly detail?: string | undefined;
  readonly changeHref?: string | undefined;
  readonly removable?: Person | undefined;
}

export interface PeopleListProps {
  readonly place: Place;
  readonly people: readonly Listed[];
  /** Whether there is one more; left out where there can be none. */
  readonly another?: FieldKey<'questions'> | undefined;
  /** What must be confirmed when there is no one more. */
  readonly otherwise?: FieldKey<'disclosures'> | undefined;
  /** Stands between the heading and the list. */
  readonly children?: ReactNode;
}

/** The people of a section, with the question whether there is one more. */
export function PeopleListScreen({ place, people, another, otherwise, children }: PeopleListProps) {
  const session = useSession();
  const go = useGo();
  const keepAndGo = useKeepAndGo(place);
  const [asking, setAsking] = useState<Listed | null>(null);
  // Made anew for each person, of whom two can have the same name.
  const [removed, setRemoved] = useState({ text: '' });
  const { form, disclosures, questions } = session.situation();
  const confirmed = otherwise !== undefined && disclosures[otherwise] === true;
  const answer = another && questions[another];
  const question = useAnswer(
    another,
    another && fieldsOf(form, 'questions')[another],
    answer === true ? 'yes' : answer === false || confirmed ? 'no' : '',
    urlOf(place),
  );
  const confirmation = useAnswer(
    otherwise,
    otherwise && fieldsOf(form, 'disclosures')[otherwise],
    confirmed ? 'yes' : '',
    urlOf(place),
  );
  const isLast = question.input?.value === 'no';

  useEffect(() => {
    if (removed.text) document.querySelector<HTMLElement>('h1')?.focus();
  }, [removed]);

  function next(event: FormEvent): void {
    event.preventDefault();
    if (!question.take()) return;
    const adds = question.input?.value === 'yes';
    if (another) session.change((now) => ({ ...now, questions: { ...now.questions, [another]: adds } }));
    if (adds) go(nextPlace(place, session.situation()));
    else if (!otherwise) keepAndGo({});
    else if (confirmation.take()) keepAndGo({ disclosures: { [otherwise]: true } });
  }

  function remove({ name, removable }: Listed): void {
    setAsking(null);
    if (!removable) return;
    session.removePerson(removable);
    setRemoved({ text: screenWords.people.removed(name) });
  }

  return (
    <ScreenFrame place={place}>
      <PageHeading>{screenOf(place.screen).title}</PageHeading>
      <p className="visually-hidden" role="status">
        {removed.text}
      </p>
      <form noValidate onSubmit={next}>
        <div className="fields">
          {children}
          <ul className="people">
            {people.map((person) => (
              <PersonCard
                key={person.id}
                name={person.name}
                detail={person.detail}
                changeHref={person.changeHref}
                onRemove={person.removable && (() => setAsking(person))}
              />
            ))}
          </ul>
          {question.input && <InputFor {...question.input} />}
          {isLast && confirmation.input && <InputFor {...confirmation.input} />}
        </div>
        <BottomBar />
      </form>
      {asking && (
        <ConfirmDialog
          title={screenWords.people.removeTitle(asking.name)}
          text={screenWords.people.removeText}
          confirm={words.remove}
          onConfirm={() => remove(asking)}
          onCancel={() => setAsking(null)}
        />
      )}
    </ScreenFrame>
  );
}

interface Answer {
  /** What the input is given; nothing where nothing is asked. */
  readonly input: InputProps | undefined;
  /** True where nothing is wrong; else says what is, and leads there. */
  readonly take: () => boolean;
}

/** One answer of the screen at `url` that belongs to no group of fields; `initial` is what stands there at first. */
function useAnswer(key: string | undefined, field: Field | undefined, initial: string, url: string): Answer {
  const session = useSession();
  const { refused } = usePageState();
  const [text, setText] = useState(initial);
  const [error, setError] = useState<InputError>();
  if (key === undefined || field === undefined) return { input: undefined, take: () => true };
  const id = `field-${key}`;

  function take(): boolean {
    if (!field || key === undefined) return true;
    const problem = judgeAnswer(field, key, readTyped(field, text), ruleContext(session.situation(), {}));
    flushSync(() => setError(problem && inputError(field, problem, text)));
    if (problem) focusInput(id);
    return problem === undefined;
  }

  const refusal = refused[url]?.find((candidate) => candidate.field === key);
  const input = {
    id,
    field: field as InputProps['field'],
    label: field.label,
    hint: field.hint,
    help: field.help,
    value: text,
    onChange: (typed: string) => {
      setText(typed);
      setError(undefined);
      session.clearRefused(url, key);
    },
    error: error ?? (refusal && refusedError(field, refusal, text)),
    required: isRequired(field),
  };
  return { input, take };
}
