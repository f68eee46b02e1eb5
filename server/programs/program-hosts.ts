/** The hosts that a program lists, and the origins that links to its page lead to (D20, D70). Pure. */
import type { ProgramSettings } from './program-settings.ts';

type HostEntry = ProgramSettings['hosts'][number];

/** The host of an entry of `hosts`. */
export function hostOf(entry: HostEntry): string {
  return typeof entry === 'string' ? entry : entry.host;
}

/** The public origins that a program states. */
export function statedOrigins({ hosts }: Pick<ProgramSettings, 'hosts'>): readonly string[] {
  return hosts.flatMap((entry) => (typeof entry === 'string' ? [] : [entry.origin]));
}

/** The page that caused a mail: the host of its request, as `readHost` gives it, and its origin as the request says it. */
export interface AskingPage {
  readonly host: string;
  readonly origin: string;
}

/**
 * The origin that a link in a mail leads to. It is the one that the program states for the host of the page. Without one it is
 * `https://{host}` in production, and the page's own origin elsewhere. In production a host that the program does not list, such
 * as `{domainKey}.localhost`, gets the origin of the first that it lists: whoever calls can send any of these names.
 */
export function originOfLinks(
  { hosts }: Pick<ProgramSettings, 'hosts'>,
  page: AskingPage,
  isProduction: boolean,
): string {
  const listed = hosts.find((entry) => hostOf(entry) === page.host);
  const entry = listed ?? (isProduction ? hosts[0] : undefined);
  if (typeof entry === 'object') return entry.origin;
  return isProduction && entry !== undefined ? `https://${entry}` : page.origin;
}
