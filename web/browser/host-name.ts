/** Returns the host of the page, without the dot at its end that some addresses have. */
export const hostName = (): string => location.hostname.replace(/\.$/, '');
