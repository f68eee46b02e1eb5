import type { Copy } from '../../../copy/copy.ts';
import { useCopy } from '../../use-copy.ts';
import { Icon } from '../icon.tsx';

export type SectionState = keyof Copy['page']['sectionState'];

/** How far the person has come, in words; the segments are decoration. */
export function SectionProgress({
  number,
  of,
  label,
}: {
  /** Number of the current section, from 1. */
  readonly number: number;
  readonly of: number;
  readonly label: string;
}) {
  const { page: words } = useCopy();
  const stateOf = (segment: number): SectionState =>
    segment < number ? 'done' : segment === number ? 'current' : 'todo';
  return (
    <div className="section-progress">
      <p className="section-line">{words.sectionOf(number, of, label)}</p>
      <div className="segments" aria-hidden="true">
        {Array.from({ length: of }, (_, index) => index + 1).map((segment) => (
          <span key={segment} className="segment" data-state={stateOf(segment)} />
        ))}
      </div>
    </div>
  );
}

/** All sections with their states, in the side panel. Not links, because they are filled in in order. */
export function SectionList({
  sections,
}: {
  readonly sections: readonly { readonly label: string; readonly state: SectionState }[];
}) {
  const { page: words } = useCopy();
  return (
    <section className="section-list" aria-labelledby="section-list">
      <h2 id="section-list">{words.sectionListTitle}</h2>
      <ol>
        {sections.map(({ label, state }) => (
          <li key={label} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <span className="section-mark" aria-hidden="true">
              {state === 'done' && <Icon name="check" />}
            </span>
            <span>
              {label} <span className="visually-hidden">{words.sectionState[state]}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
