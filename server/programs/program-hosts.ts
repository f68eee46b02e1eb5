/** Finds the hosts of a program, and the origins of links to its page (D20, D70). Pure. */
import type { ProgramSettings } from './program-settings.ts';

type HostEntry = ProgramSettings['hosts'][number];

/** Returns the host of an entry in a program's `hosts`. */
export function hostOf(entry: HostEntry): string {
  return typeof entry === 'string' ? entry : entry.host;
}

/** Returns the public origins that a program configures. */
export function configuredOrigins({ hosts }: Pick<ProgramSettings, 'hosts'>): readonly string[] {
  return hosts.flatMap((entry) => (typeof entry === 'string' ? [] : [entry.origin]));
}

/** The page whose request causes a mail: the host as `readHost` returns it, and the origin as the request states it. */
export type RequestingPage = { readonly host: string; readonly origin: string };

/**
 * Returns the origin for links in a mail: the one that the program configures for the page's host or, without one,
 * `https://{host}` in production and the page's own origin elsewhere. In production, a host that the program doesn't list gets
 * the origin of the first listed host, because a caller can send other names that lead to this program, such as
 * `{domainKey}.localhost`.
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
