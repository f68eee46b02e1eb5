import { useEffect, useRef } from 'react';
import type { SectionKey } from '../../form/fields/application-state.ts';
import { sectionKeys } from '../../form/fields/application-state.ts';
import { sectionOf } from '../../form/flow/flow.ts';
import { confirmsSection, nextStep } from '../../form/flow/navigation.ts';
import type { Step } from '../../form/flow/steps.ts';
import { personAt, urlOf } from '../../form/flow/steps.ts';
import type { Save } from '../../form/state/saves.ts';
import { applySave } from '../../form/state/saves.ts';
import { usePageStore, useSaving } from '../state/use-page.ts';
import type { Busy } from './use-busy.ts';
import { useBusy } from './use-busy.ts';
import { useGo } from './use-navigation.ts';

export type KeepAndGo = (save: Save, typed?: Readonly<Record<string, string>>) => Promise<void>;

/** True if this move leaves a section of the form for another one. */
function leavesSection(from: Step, to: Step): boolean {
  const section = sectionOf(from.screen);
  return sectionKeys.some((key) => key === section) && sectionOf(to.screen) !== section;
}

/**
 * What Next does with valid answers: saves them and moves on at once (D44). At the end of a section it confirms the
 * section (D11) and waits until everything is saved; if that fails the person stays, and Try again goes on. The next
 * screen announces the completed section. If the server refuses the answers, `typed` is put back into the inputs.
 */
export function useKeepAndGo(step: Step): Busy & { readonly keepAndGo: KeepAndGo } {
  const { application, dispatch } = usePageStore();
  const { save: send, settled } = useSaving();
  const go = useGo();
  const { busy, during } = useBusy();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  function goOn(next: Step, completed: SectionKey | undefined): void {
    go(next);
    if (!completed) return;
    const sectionDone = { section: completed, next: next.screen, url: urlOf(next) };
    dispatch({ type: 'sectionCompleted', sectionDone });
  }

  /** Does not move a person who has left the screen meanwhile, by Back or because an answer was refused. */
  async function goOnOnceKept(completed: SectionKey | undefined): Promise<void> {
    const isKept = await during(settled(() => void goOnOnceKept(completed)));
    if (isKept && isHere.current) goOn(nextStep(step, application()), completed);
  }

  return {
    busy,
    during,
    keepAndGo: async (save, typed = {}) => {
      const before = application();
      const person = personAt(step, before);
      const section = confirmsSection(step, applySave(before, save, person?.id));
      send(
        section ? { ...save, sections: { [section]: true } } : save,
        { url: urlOf(step), typed },
        person?.id,
      );
      const completed = section && !before.sections[section] ? section : undefined;
      if (section) return goOnOnceKept(completed);
      const next = nextStep(step, application());
      if (leavesSection(step, next)) await goOnOnceKept(undefined);
      else goOn(next, undefined);
    },
  };
}
