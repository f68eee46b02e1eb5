/** Returns the host name of the page, without the trailing dot that some URLs have. */
export const hostName = (): string => location.hostname.replace(/\.$/, '');
