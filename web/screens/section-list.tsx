import { type CountedSectionKey, countedSections, type FlowSectionKey } from '../../form/flow/flow.ts';
import { firstStepOf } from '../../form/flow/navigation.ts';
import { ExtraIcon } from '../components/extra-icon.tsx';
import { Icon } from '../components/icon.tsx';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { usePageState } from '../state/use-page.ts';

/** Lists all sections with their states. The sections are not links, because people must complete them in order. */
export function SectionList({ current }: { readonly current: FlowSectionKey }) {
  const { sections: names } = useCopy();
  const { application } = usePageState();
  const stateOf = (key: CountedSectionKey) => {
    if (key === current) return 'current';
    if (!firstStepOf(key, application)) return 'none';
    return key !== 'review' && application.sections[key] ? 'done' : 'todo';
  };
  return (
    <ol>
      {countedSections.map((key) => {
        const state = stateOf(key);
        return (
          <li key={key} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <ExtraIcon name={key} />
            <span>{names[key]}</span>
            {state === 'done' && <Icon name="check" />}
            <span className="visually-hidden">{` ${customScreensCopy.sectionState[state]}`}</span>
          </li>
        );
      })}
    </ol>
  );
}
