/**
 * Objects of JSON that name a member twice. RFC 8259, section 4, leaves open which of the two counts: a filter before this
 * server could have read the other one.
 */

/**
 * Strings whole, so that what is in them does not count, and the signs that structure JSON. A string that never ends is one
 * too: were it none, each of its quotes would be read to the end again.
 */
const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\]:,]/g;

/** Whether an object names a member twice, in whatever spelling. The text must be JSON. */
export function namesTwice(json: string): boolean {
  /** The names of each object that is open; of an array none. */
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
