/** The lazily loaded part for industries: the search, its component, and the titles. */
import {
  Fragment,
  type MouseEvent,
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  exampleIndustries,
  type IndustriesFound,
  prepareSearch as prepare,
  replacedIn,
  searchIndustries,
  tradeFound,
} from '../../../form/industry-search/search-industries.ts';
import { type Industry, industries } from '../../../form/lists/industries.ts';
import { Button } from '../../components/buttons/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { PhonePanel } from '../../components/phone-panel.tsx';
import { Spoken } from '../../components/spoken.tsx';
import { industrySearchCopy } from '../../copy/industry-search-copy.ts';
import { useCopy } from '../../copy/use-copy.ts';
import { useCombobox } from '../../inputs/combobox.ts';
import { useSettled } from '../../inputs/use-settled.ts';
import { markMatches } from './mark-matches.ts';

/** The largest number of rows in the list. To see other industries, the person must type more. */
const mostShown = 50;

/** Number of rows that are rendered after each key press: as many as fit on a phone's screen. Scrolling renders the rest. */
const drawnAtFirst = 12;

/** Returns the text above the list: a prompt, the number of matches, or a note that the list shows only the closest matches. */
export function countText(query: string, { likely, lessLikely }: IndustriesFound): string {
  const words = industrySearchCopy;
  const count = likely.length || lessLikely.length;
  if (query.trim() === '') return words.prompt;
  if (count === 0) return words.none(query.trim());
  const shown = words.shown(Math.min(count, mostShown), count);
  const replaced = replacedIn(query);
  const closest = replaced ? words.replaced(replaced) : likely.length === 0 && words.noneExact;
  return [closest, (!closest || count > mostShown) && shown].filter(Boolean).join(' ');
}

/** Keeps the focus in the search while a button next to it is pressed. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

export function IndustryChooser({
  id,
  chosen,
  onPick,
  onDismiss,
}: {
  readonly id: string;
  readonly chosen: string;
  readonly onPick: (code: string) => void;
  readonly onDismiss: () => void;
}) {
  const { page: words } = useCopy();
  const [query, setQuery] = useState('');
  const found = useMemo(() => searchIndustries(query), [query]);
  const [showsAll, setShowsAll] = useState(false);
  const isBlank = query.trim() === '';
  const likely = found.likely.length;
  const all = isBlank ? exampleIndustries : [...found.likely, ...found.lessLikely].slice(0, mostShown);
  const shown = likely > 0 && !showsAll ? all.slice(0, likely) : all;
  const hidden = all.length - shown.length;
  const count = countText(query, found);
  const isDivided = likely > 0 && likely < shown.length;
  const isNone = shown.length === 0;
  const more = isNone ? industrySearchCopy.other : isDivided && industrySearchCopy.lessLikelyFrom(likely + 1);
  const spoken = useSettled(more ? `${count}. ${more}` : count);
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
  const rows = useRowsDrawn(shown.length, combobox.current);
  const input = useRef<HTMLInputElement>(null);
  // This component may load after its dialog has opened and moved the focus, so it must focus its input itself.
  useLayoutEffect(() => input.current?.focus(), []);
  const { list, drawn } = rows;

  function change(text: string): void {
    combobox.reset();
    rows.reset();
    setShowsAll(false);
    setQuery(text);
    input.current?.focus();
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` is a dependency because added rows contain more matches.
  useEffect(() => markMatches(list.current, query), [list, query, drawn]);

  return (
    <div className="chooser">
      <label className="field-label" htmlFor={id}>
        {industrySearchCopy.label}
      </label>
      <div className="chooser-search">
        <Icon name="search" />
        <input
          {...combobox.input}
          ref={input}
          className="control"
          type="text"
          data-initial-focus=""
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          value={query}
          onChange={(event) => change(event.currentTarget.value)}
        />
        {query && (
          <Button
            className="icon-button"
            aria-label={industrySearchCopy.clear}
            onMouseDown={keepFocus}
            onPress={() => change('')}
          >
            <Icon name="close" />
          </Button>
        )}
      </div>
      <p className="chooser-count" data-none={isNone || undefined} aria-hidden="true">
        {count}
      </p>
      <Spoken>{spoken}</Spoken>
      <div className="chooser-list">
        <ul {...combobox.list} ref={list} aria-label={industrySearchCopy.matches}>
          {shown.slice(0, drawn).map((industry, index) => {
            const { code, title } = industry;
            const option = combobox.option(index);
            return (
              <Fragment key={option.id}>
                {(isBlank ? index === 0 : isDivided && index === likely) && (
                  <li className="chooser-divider" aria-hidden="true">
                    {isBlank ? industrySearchCopy.examples : industrySearchCopy.lessLikely}
                  </li>
                )}
                <Row
                  {...option}
                  {...{ code, title, index }}
                  count={shown.length}
                  about={industrySearchCopy.about(words.industryCode(code), tradeFound(query, industry))}
                  chosen={code === chosen}
                />
              </Fragment>
            );
          })}
        </ul>
        <div className="chooser-end">
          {hidden > 0 && (
            <Button
              onMouseDown={keepFocus}
              onPress={() => {
                setShowsAll(true);
                input.current?.focus();
              }}
              label={industrySearchCopy.showLessLikely(hidden)}
            />
          )}
          <p>{industrySearchCopy.other}</p>
          <PhonePanel lead={industrySearchCopy.call} />
        </div>
      </div>
    </div>
  );
}

/** Returns how many rows to render: a few at first, and all once the last of these is visible or an arrow key moves past it. */
function useRowsDrawn(count: number, current: number) {
  const list = useRef<HTMLUListElement>(null);
  const [isEndSeen, setEndSeen] = useState(false);
  const drawsAll = count <= drawnAtFirst || current >= drawnAtFirst || isEndSeen;
  useEffect(() => {
    const last = list.current?.lastElementChild;
    if (drawsAll || !list.current || !last) return;
    const seen = (entries: readonly IntersectionObserverEntry[]) =>
      setEndSeen(entries.some((entry) => entry.isIntersecting));
    const observer = new IntersectionObserver(seen, { root: list.current.parentElement });
    observer.observe(last);
    return () => observer.disconnect();
  }, [drawsAll]);
  return {
    list,
    drawn: drawsAll ? count : drawnAtFirst,
    reset: () => {
      list.current?.parentElement?.scrollTo(0, 0);
      setEndSeen(false);
    },
  };
}

/** A row with an industry. Each key press changes the texts of existing rows, which is faster than creating new elements. */
const Row = memo(function Row({
  code,
  title,
  index,
  count,
  about,
  chosen,
  ...option
}: Industry & {
  readonly index: number;
  readonly count: number;
  /** The code. If the title doesn't show why the industry was found, also the reason. */
  readonly about: string;
  readonly chosen: boolean;
} & ReturnType<ReturnType<typeof useCombobox>['option']>) {
  return (
    <li
      {...option}
      className="chooser-option"
      aria-posinset={index + 1}
      aria-setsize={count}
      aria-current={chosen || undefined}
    >
      <span>{title}</span>
      <span className="chooser-code">{about}</span>
      {chosen && <Icon name="check" />}
    </li>
  );
});

export const prepareSearch = prepare;

/** Returns the title of a NAICS code; undefined if the code is not in the list. */
export function titleOf(code: string): string | undefined {
  return industries.find((industry) => industry.code === code)?.title;
}
