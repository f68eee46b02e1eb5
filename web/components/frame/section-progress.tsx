import type { Copy } from '../../../copy/copy.ts';
import type { CountedSectionKey } from '../../../form/flow/flow.ts';
import { useCopy } from '../../copy/use-copy.ts';
import type { Component } from '../../jsx/types.ts';
import { Icon } from '../icon.tsx';

export type SectionState = keyof Copy['page']['sectionState'];

/** The line below the header: a segment for each section, filled as far as the person has come. Words say it too. */
export function ProgressLine({
  done,
}: {
  /** How much of each section lies behind, from 0 to 1. */
  readonly done: readonly number[];
}) {
  return (
    <div className="progress-line" aria-hidden="true">
      {done.map((share, section) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sections are always the same.
        <span key={section} style={{ ['--done' as string]: share }} />
      ))}
    </div>
  );
}

/** All sections with their states, beside the form. Not links, because they are filled in in order. */
export function SectionList({
  sections,
  icon: SectionIcon,
}: {
  readonly sections: readonly {
    readonly key: CountedSectionKey;
    readonly label: string;
    readonly state: SectionState;
  }[];
  /** Draws the icon of a section, once it is loaded. */
  readonly icon: Component<{ readonly name: CountedSectionKey }> | undefined;
}) {
  const { page: words } = useCopy();
  return (
    <section className="section-list" aria-label={words.sectionListTitle}>
      <ol>
        {sections.map(({ key, label, state }) => (
          <li key={key} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            {SectionIcon && <SectionIcon name={key} />}
            <span>{label}</span>
            {state === 'done' && <Icon name="check" />}
            <span className="visually-hidden">{` ${words.sectionState[state]}`}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
