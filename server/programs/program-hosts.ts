/** Finds the hosts of a program, and the origins for links to the program's page (D20, D70). The functions are pure. */
import type { ProgramSettings } from './program-settings.ts';

type HostEntry = ProgramSettings['hosts'][number];

/** Returns the host of an entry in a program's `hosts`. */
export function hostOf(entry: HostEntry): string {
  return typeof entry === 'string' ? entry : entry.host;
}

/** Returns the origin for links to a host in production: the origin in the settings, or else `https://{host}`. */
export function originOf(entry: HostEntry): string {
  return typeof entry === 'string' ? `https://${entry}` : entry.origin;
}

/**
 * Returns the origin for links in an email: the origin that the settings name for the page's host. In production, if the page's
 * host (such as `{domainKey}.localhost`) isn't listed, uses the first listed host instead. If the settings name no origin for the
 * host, returns `https://{host}` in production, and the page's own origin outside production.
 */
export function originOfLinks(
  { hosts }: Pick<ProgramSettings, 'hosts'>,
  page: { readonly host: string; readonly origin: string },
  isProduction: boolean,
): string {
  const listed = hosts.find((entry) => hostOf(entry) === page.host);
  const entry = listed ?? (isProduction ? hosts[0] : undefined);
  return entry && (isProduction || typeof entry === 'object') ? originOf(entry) : page.origin;
}
