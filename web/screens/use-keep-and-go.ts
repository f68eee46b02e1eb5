import type { Place } from '../../form/places.ts';
import { personAt, urlOf } from '../../form/places.ts';
import type { Save } from '../../form/saves.ts';
import { applySave } from '../../form/saves.ts';
import { sectionDoneText } from '../../form/section-done.ts';
import { confirmsSection, nextPlace } from '../../form/walk.ts';
import { useSession } from '../session/use-session.ts';
import { useGo } from './use-navigation.ts';

/**
 * What Next does once nothing is wrong: hands the answers over, confirms the section where this is its last place, and
 * moves on at once (D11, D44); the next screen says which section is complete. `typed` stands there again should the
 * server refuse the answers.
 */
export function useKeepAndGo(place: Place): (save: Save, typed?: Readonly<Record<string, string>>) => void {
  const session = useSession();
  const go = useGo();
  return (save, typed = {}) => {
    const before = session.situation();
    const person = personAt(place, before);
    const section = confirmsSection(place, applySave(before, save, person?.id));
    session.save(
      section ? { ...save, sections: { [section]: true } } : save,
      { url: urlOf(place), typed },
      person?.id,
    );
    const next = nextPlace(place, session.situation());
    go(next);
    if (section && !before.sections[section]) {
      const sectionDone = { text: sectionDoneText(section, next.screen), url: urlOf(next) };
      session.store.set((state) => ({ ...state, sectionDone }));
    }
  };
}
