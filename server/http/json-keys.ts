/**
 * Finds JSON objects that name a member twice. RFC 8259, section 4, does not say which of the two values is valid, so a filter in
 * front of the server could use the other value.
 */

/**
 * Matches JSON's structural characters and whole strings. Also matches an unterminated string, because otherwise the search would
 * scan to the end of the text again from each of its quotes.
 */
const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\]:,]/g;

/** Returns whether an object in a JSON text names a member twice, even if the two names are escaped differently. */
export function namesTwice(json: string): boolean {
  /** The objects and arrays around the current token: the names seen so far in each object, and undefined for each array. */
  const open: (Set<string> | undefined)[] = [];
  let last = '';
  for (const [token] of json.matchAll(tokens)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const names = open.at(-1);
      const name = JSON.parse(last) as string;
      if (names?.has(name)) return true;
      names?.add(name);
    }
    last = token;
  }
  return false;
}
