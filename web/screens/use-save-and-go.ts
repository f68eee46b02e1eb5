import { useEffect, useRef } from 'react';
import { type SectionKey, sectionKeys } from '../../form/fields/application-state.ts';
import { sectionOf } from '../../form/flow/flow.ts';
import { confirmsSection, listOf, nextStep } from '../../form/flow/navigation.ts';
import { groupAt, personAt, type Step, urlOf } from '../../form/flow/steps.ts';
import type { Person, PersonnelType } from '../../form/people/people.ts';
import { applySave, type Save, skipOf } from '../../form/state/saves.ts';
import { addressToReturnTo, navigate } from '../browser/history-entries.ts';
import type { Typed } from '../state/page-state.ts';
import { usePageStore, usePeople, useSaving } from '../state/use-page.ts';
import { useBusy } from './use-busy.ts';
import { useGo } from './use-navigation.ts';

function leavesSection(from: Step, to: Step): boolean {
  const section = sectionOf(from.screen);
  return sectionKeys.some((key) => key === section) && sectionOf(to.screen) !== section;
}

/** Returns the functions for Next and Skip at a step, together with the result of `useBusy`. */
export function useSaveAndGo(step: Step) {
  const { application, dispatch } = usePageStore();
  const { save: send, settled } = useSaving();
  const people = usePeople();
  const go = useGo();
  const { busy, during } = useBusy();
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  /** Returns true if the person is still on this screen. A call may have waited a long time for the network. */
  const isHere = () => urlOf(step) === location.pathname + location.search;

  function moveOn(next: Step, completed: SectionKey | undefined): void {
    const list = addressToReturnTo();
    if (list) navigate(list);
    else go(next);
    if (!completed) return;
    const sectionDone = { section: completed, next: next.screen, url: urlOf(next) };
    dispatch({ type: 'sectionCompleted', sectionDone });
  }

  /** Moves on once everything is saved, unless the person has left the screen in the meantime. */
  async function moveOnOnceSaved(completed: SectionKey | undefined): Promise<void> {
    const isSaved = await during(settled(() => void moveOnOnceSaved(completed)));
    if (isSaved && isMounted.current) moveOn(nextStep(step, application()), completed);
  }

  /**
   * Saves valid answers and moves on immediately (D44). At the end of a section, first waits until everything is saved. If the
   * section is complete, the save confirms it (D11). If the server refuses the answers, the inputs show `typed` again. `about` is
   * the person whom the answers are about; by default, the step's person.
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

  /** Removes the owner or authorized user of the step, or skips the step and clears answers that would not apply (D14). */
  async function skip(): Promise<void> {
    const person = personAt(step, application());
    if (person && person.personnelType !== 'applicant') {
      const isRemoved = await during(people.remove(person, () => void skip()));
      if (isRemoved && isHere()) go(listOf(step, application()), { replace: true });
      return;
    }
    const group = groupAt(step);
    const { save } = skipOf(group, application());
    dispatch({ type: 'groupSkipped', group });
    await saveAndGo(save);
  }

  /** Adds a person and moves on. If the call fails, an alert offers `tryAgain`. */
  async function addAndGo(
    type: PersonnelType,
    answers: Readonly<Record<string, unknown>>,
    typed: Typed,
    tryAgain: () => void,
  ): Promise<void> {
    const added = await during(people.add(type, answers, { url: urlOf(step), typed }, tryAgain));
    if (added && isHere()) go(nextStep(step, application()));
  }

  return { busy, during, isHere, saveAndGo, addAndGo, skip: () => void skip() };
}
