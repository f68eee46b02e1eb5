import type { Place } from '../../form/flow.ts';
import {
  confirmsSection,
  groupAt,
  lastPlaceOf,
  nextPlace,
  personAt,
  sectionOf,
  urlOf,
} from '../../form/flow.ts';
import { skipOf } from '../../form/saves.ts';
import { useSession } from '../session/use-session.ts';
import { useGo } from './use-navigation.ts';

/** What the skip button of a place does (D14); from a person who was begun it leads back to the section's list. */
export function useSkip(place: Place): () => void {
  const session = useSession();
  const go = useGo();
  return () => {
    const person = personAt(place, session.situation());
    const { situation, save } = skipOf(groupAt(place), session.situation());
    session.change(() => situation);
    if (person && person.personnelType !== 'applicant') {
      session.removePerson(person);
      go(lastPlaceOf(sectionOf(place.screen), session.situation()) ?? place);
      return;
    }
    const section = confirmsSection(place, situation);
    session.save(section ? { ...save, sections: { [section]: true } } : save, {
      url: urlOf(place),
      typed: {},
    });
    go(nextPlace(place, session.situation()));
  };
}
