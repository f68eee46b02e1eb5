import { useEffect, useRef } from 'react';
import { type SectionKey, sectionKeys } from '../../form/fields/application-state.ts';
import { sectionOf } from '../../form/flow/flow.ts';
import { confirmsSection, listOf, nextStep } from '../../form/flow/navigation.ts';
import { groupAt, personAt, type Step, urlOf } from '../../form/flow/steps.ts';
import type { Person } from '../../form/people/people.ts';
import { applySave, type Save, skipOf } from '../../form/state/saves.ts';
import type { Typed } from '../state/page-state.ts';
import { usePageStore, usePeople, useSaving } from '../state/use-page.ts';
import { useBusy } from './use-busy.ts';
import { useGo } from './use-navigation.ts';

/** Returns true if this move leaves a section of the form for another section. */
function leavesSection(from: Step, to: Step): boolean {
  const section = sectionOf(from.screen);
  return sectionKeys.some((key) => key === section) && sectionOf(to.screen) !== section;
}

/** Returns the functions for Next and Skip at a step, together with `busy` and `during` of `useBusy`. */
export function useSaveAndGo(step: Step) {
  const { application, dispatch } = usePageStore();
  const { save: send, settled } = useSaving();
  const people = usePeople();
  const go = useGo();
  const { busy, during } = useBusy();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  function moveOn(next: Step, completed: SectionKey | undefined): void {
    go(next);
    if (!completed) return;
    const sectionDone = { section: completed, next: next.screen, url: urlOf(next) };
    dispatch({ type: 'sectionCompleted', sectionDone });
  }

  /**
   * Moves on once everything is saved, unless the person has left the screen in the meantime, with Back or because the server
   * refused an answer.
   */
  async function moveOnOnceSaved(completed: SectionKey | undefined): Promise<void> {
    const isSaved = await during(settled(() => void moveOnOnceSaved(completed)));
    if (isSaved && isHere.current) moveOn(nextStep(step, application()), completed);
  }

  /**
   * Saves valid answers and moves on immediately (D44). At the end of a section, moves on only after everything is saved, and
   * confirms a completed section (D11). If the server refuses the answers, the inputs show `typed` again. `about` is the person
   * of the answers, if that is not the person of the step.
   */
  async function saveAndGo(save: Save, typed: Typed = {}, about?: Person): Promise<void> {
    const before = application();
    const person = about ?? personAt(step, before);
    const section = confirmsSection(step, applySave(before, save, person?.id));
    const sent: Save = section ? { ...save, sections: { [section]: true } } : save;
    send(sent, { url: urlOf(step), typed }, person?.id);
    if (section) return moveOnOnceSaved(before.sections[section] ? undefined : section);
    const next = nextStep(step, application());
    if (leavesSection(step, next)) await moveOnOnceSaved(undefined);
    else moveOn(next, undefined);
  }

  /**
   * Skips the step and leaves its answers out (D14). If an owner or authorized user is being entered, removes them and returns to
   * the list.
   */
  async function skip(): Promise<void> {
    const person = personAt(step, application());
    if (person && person.personnelType !== 'applicant') {
      const isRemoved = await during(people.remove(person, () => void skip()));
      // The call may have waited a long time for the network, so move on only if the person is still on this screen.
      if (isRemoved && urlOf(step) === location.pathname + location.search)
        go(listOf(step, application()), { replace: true });
      return;
    }
    const group = groupAt(step);
    const { save } = skipOf(group, application());
    dispatch({ type: 'groupSkipped', group });
    await saveAndGo(save);
  }

  return { busy, during, saveAndGo, skip: () => void skip() };
}
