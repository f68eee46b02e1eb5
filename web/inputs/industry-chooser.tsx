import { useDeferredValue, useMemo, useState } from 'react';
import type { Copy } from '../../copy/copy.ts';
import { Icon } from '../components/icon.tsx';
import { Loading } from '../components/loading.tsx';
import type { LaterState } from '../later.ts';
import { useCopy } from '../use-copy.ts';
import { useCombobox } from './combobox.ts';
import type { IndustryList } from './industry-list.ts';
import { useSettled } from './use-settled.ts';

/** The most rows that are drawn; to see others, the person types more. */
const mostShown = 50;

function countText(words: Copy['page'], query: string, count: number): string {
  if (query.trim() === '') return words.industryPrompt;
  if (count === 0) return words.industryNone;
  return count > mostShown ? words.industryShown(mostShown, count) : words.industryCount(count);
}

/** The search field and the list of industries. */
export function IndustryChooser({
  id,
  label,
  industries: { value: list, failed, retry },
  onPick,
  onDismiss,
}: {
  readonly id: string;
  readonly label: string;
  readonly industries: LaterState<IndustryList>;
  readonly onPick: (code: string) => void;
  readonly onDismiss: () => void;
}) {
  const { page: words } = useCopy();
  const [query, setQuery] = useState('');
  const searched = useDeferredValue(query);
  const found = useMemo(() => list?.search(searched) ?? [], [list, searched]);
  const shown = found.slice(0, mostShown);
  const count = countText(words, searched, found.length);
  const spoken = useSettled(count);
  const combobox = useCombobox({
    id,
    count: shown.length,
    onPick: (index) => {
      const picked = shown[index];
      if (picked) onPick(picked.code);
    },
    onDismiss,
    keepsEnter: true,
  });

  return (
    <div className="chooser">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="chooser-search">
        <Icon name="search" />
        <input
          {...combobox.input}
          className="control"
          type="text"
          data-initial-focus=""
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          value={query}
          onChange={(event) => {
            combobox.reset();
            setQuery(event.currentTarget.value);
          }}
        />
      </div>
      {failed ? (
        <div className="chooser-failed" role="alert">
          <p>{words.industryFailed}</p>
          <button type="button" className="button button--secondary" onClick={retry}>
            {words.tryAgain}
          </button>
        </div>
      ) : list ? (
        <p className="chooser-count" aria-hidden="true">
          {count}
        </p>
      ) : (
        <Loading />
      )}
      <span className="visually-hidden" role="status">
        {list && spoken}
      </span>
      <ul {...combobox.list} className="chooser-list" aria-label={words.matches}>
        {shown.map(({ code, title }, index) => (
          <li key={code} {...combobox.option(index)} className="chooser-option">
            <span>{title}</span>
            <span className="chooser-code">{code}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
