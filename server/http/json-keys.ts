/**
 * Finds JSON objects with two members of the same name. A firewall in front of this server could check one of the two values
 * while this server uses the other (RFC 8259, section 4).
 */

/** Matches structural characters and strings. Also matches an unterminated string, so that no text is scanned twice. */
const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\]:,]/g;

/** Returns whether an object in a JSON text has two members of the same name, even if the names are escaped differently. */
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
