/** Underlines the typed words in the rows of the industry search (art direction, "Industry"). */

/** Milliseconds between the last key press and the underlining, so that underlining never delays the next key press. */
const pauseMillis = 80;

/** Name of the CSS highlight that `theme/industry.css` styles. */
const name = 'match';

/** Returns a pattern for words that begin with a typed word, or that equal a typed word without its plural ending. */
function pattern(query: string): RegExp | undefined {
  const typed = query.match(/[\p{L}\d]+/gu);
  const words = typed?.flatMap((word) => [word, word.replace(/(?<=.)e?s$/i, '(?![\\p{L}\\d])')]);
  return words && new RegExp(`(?<![\\p{L}\\d])(?:${words.join('|')})`, 'giu');
}

/** Returns the ranges of all matches in a list. Highlighting ranges changes no elements, so React does not render again. */
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

/** After a pause, underlines a query's words in a list, if the browser can. Returns a function that removes the underlines. */
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
