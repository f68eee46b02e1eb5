/**
 * Finds JSON objects that name a member twice. RFC 8259, section 4, leaves open which of the two counts: a filter in front of
 * this server could have read the other one.
 */

/**
 * Matches whole strings, whose contents then do not count, and the characters that structure JSON. An unterminated string also
 * matches; otherwise each of its quotes would be scanned to the end again.
 */
const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\]:,]/g;

/** Returns whether an object names a member twice, however it is escaped. The text must be JSON. */
export function namesTwice(json: string): boolean {
  /** The names seen in each open object; undefined for an open array. */
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
