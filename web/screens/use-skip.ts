import { listOf } from '../../form/flow/navigation.ts';
import type { Step } from '../../form/flow/steps.ts';
import { groupAt, personAt, urlOf } from '../../form/flow/steps.ts';
import { skipOf } from '../../form/state/saves.ts';
import { usePageStore, usePeople } from '../state/use-page.ts';
import type { Busy } from './use-busy.ts';
import type { KeepAndGo } from './use-keep-and-go.ts';
import { useGo } from './use-navigation.ts';

/**
 * What the skip button of a step does (D14). For an owner or authorized user being entered, it removes the person with
 * all their answers and returns to the list.
 */
export function useSkip(
  step: Step,
  { keepAndGo, during }: Pick<Busy, 'during'> & { readonly keepAndGo: KeepAndGo },
): () => void {
  const { application, dispatch } = usePageStore();
  const people = usePeople();
  const go = useGo();
  return async function skip(): Promise<void> {
    const person = personAt(step, application());
    if (person && person.personnelType !== 'applicant') {
      const isRemoved = await during(people.remove(person, () => void skip()));
      // The network may have been awaited for long: nobody is moved who has left the screen meanwhile.
      if (isRemoved && urlOf(step) === location.pathname + location.search)
        go(listOf(step, application()), { replace: true });
      return;
    }
    const group = groupAt(step);
    const { save } = skipOf(group, application());
    dispatch({ type: 'groupSkipped', group });
    await keepAndGo(save);
  };
}
