import type { Place } from '../../form/places.ts';
import { groupAt, personAt } from '../../form/places.ts';
import { skipOf } from '../../form/saves.ts';
import { listOf } from '../../form/walk.ts';
import { useSession } from '../session/use-session.ts';
import { useKeepAndGo } from './use-keep-and-go.ts';
import { useGo } from './use-navigation.ts';

/**
 * What the skip button of a place does (D14); from a person who was begun, who goes with all that was entered, it leads
 * back to the section's list.
 */
export function useSkip(place: Place): () => void {
  const session = useSession();
  const go = useGo();
  const keepAndGo = useKeepAndGo(place);
  return () => {
    const person = personAt(place, session.situation());
    if (person && person.personnelType !== 'applicant') {
      session.removePerson(person);
      go(listOf(place, session.situation()), { replace: true });
      return;
    }
    const { situation, save } = skipOf(groupAt(place), session.situation());
    session.change(() => situation);
    keepAndGo(save);
  };
}
