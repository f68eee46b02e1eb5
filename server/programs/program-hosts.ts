/** The hosts of a program and the origins of links to its page (D20, D70). All functions are pure. */
import type { ProgramSettings } from './program-settings.ts';

type HostEntry = ProgramSettings['hosts'][number];

/** Returns the host of an entry of `hosts`. */
export function hostOf(entry: HostEntry): string {
  return typeof entry === 'string' ? entry : entry.host;
}

/** Returns the public origins that a program configures. */
export function configuredOrigins({ hosts }: Pick<ProgramSettings, 'hosts'>): readonly string[] {
  return hosts.flatMap((entry) => (typeof entry === 'string' ? [] : [entry.origin]));
}

/** The page that caused a mail: the host as `readHost` returns it, and the origin as the request states it. */
export type RequestingPage = { readonly host: string; readonly origin: string };

/**
 * Returns the origin for a link in a mail. It is the origin that the program configures for the page's host. Without one, it is
 * `https://{host}` in production and the page's own origin elsewhere. In production, a host that the program does not list, such
 * as `{domainKey}.localhost`, gets the origin of the first listed host, because a caller can send any host name.
 */
export function originOfLinks(
  { hosts }: Pick<ProgramSettings, 'hosts'>,
  page: RequestingPage,
  isProduction: boolean,
): string {
  const listed = hosts.find((entry) => hostOf(entry) === page.host);
  const entry = listed ?? (isProduction ? hosts[0] : undefined);
  if (typeof entry === 'object') return entry.origin;
  return isProduction && entry !== undefined ? `https://${entry}` : page.origin;
}
