/** Underlines the typed words in the rows that were found (art direction, "Industry"). */

/** The rows appear at once; underlining waits for a pause, so that it never delays the next key. */
const pauseMillis = 80;

/** The name of the highlight in `theme/industry.css`. */
const name = 'match';

/** Matches the start of a word that was typed, and the typed word without its plural ending, as the search does. */
function pattern(query: string): RegExp | undefined {
  const typed = query.match(/[\p{L}\d]+/gu);
  const words = typed?.flatMap((word) => [word, word.replace(/(?<=.)e?s$/i, '(?![\\p{L}\\d])')]);
  return words && new RegExp(`(?<![\\p{L}\\d])(?:${words.join('|')})`, 'giu');
}

/** Returns the matches in the texts of a list. The texts stay as they are, and no element is drawn again. */
function places(list: Element, found: RegExp): StaticRange[] {
  const ranges: StaticRange[] = [];
  const texts = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const { 0: text, index } of (node.nodeValue ?? '').matchAll(found)) {
      const container = { startContainer: node, endContainer: node };
      ranges.push(new StaticRange({ ...container, startOffset: index, endOffset: index + text.length }));
    }
  return ranges;
}

/** Underlines the words of a query in a list after a pause, if the browser can. Returns a function that undoes or cancels it. */
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
