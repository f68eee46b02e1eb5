/** Underlines what was typed where it stands in the rows that were found (art direction, "Industry"). */

/** Milliseconds without a key before anything is underlined: rows come at once, and the next key never waits for this. */
const pauseMillis = 80;

/** The name of the highlight in `theme/industry.css`. */
const name = 'match';

/** Where a word begins as one of those typed, or is one of them without its plural ending, as the search finds it. */
function pattern(query: string): RegExp | undefined {
  const typed = query.match(/[\p{L}\d]+/gu);
  const words = typed?.flatMap((word) => [word, word.replace(/(?<=.)e?s$/i, '(?![\\p{L}\\d])')]);
  return words && new RegExp(`(?<![\\p{L}\\d])(?:${words.join('|')})`, 'giu');
}

/** The places in the texts of a list, which stay as they are: no element is drawn anew. */
function places(list: Element, found: RegExp): StaticRange[] {
  const ranges: StaticRange[] = [];
  const texts = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const { 0: text, index } of (node.nodeValue ?? '').matchAll(found))
      ranges.push(
        new StaticRange({
          startContainer: node,
          startOffset: index,
          endContainer: node,
          endOffset: index + text.length,
        }),
      );
  return ranges;
}

/**
 * Underlines the words of a query in a list after a pause, in a browser that has highlights. Returns the function that
 * takes it back, or sees to it that it does not happen.
 */
export function markMatches(list: Element | null, query: string): () => void {
  const found = pattern(query);
  if (!list || !found || !CSS.highlights) return () => {};
  const timer = setTimeout(
    () => CSS.highlights.set(name, new Highlight(...places(list, found))),
    pauseMillis,
  );
  return () => {
    clearTimeout(timer);
    CSS.highlights.delete(name);
  };
}
