/** The host of the page, without the dot of the root at its end, which means nothing to a reader. */
export const hostName = (): string => location.hostname.replace(/\.$/, '');
