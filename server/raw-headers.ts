/**
 * Every value that a request carries for one header, in the order sent. Node joins or drops repeated headers in
 * `request.headers`; where a repeat is an attack (Host, Origin) or an order matters (X-Forwarded-For), the raw list
 * of names and values is what counts.
 * @param rawHeaders `IncomingMessage.rawHeaders`: name, value, name, value …
 * @param name In lower case.
 */
export function headerValues(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}
