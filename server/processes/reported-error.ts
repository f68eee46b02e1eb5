/** The answer with which a process reports that its job failed. */
import { type Message, noBytes } from './messages.ts';

export interface Reported {
  readonly message: string;
  /** Such as ENOSPC. */
  readonly code?: string | undefined;
}

/** Characters of a message that are kept: a process that a document has compromised may write anything. */
const longestText = 1_000;

/** Returns the answer that reports an error. */
export function reportOf(error: unknown): Message {
  const { message, code } = (error instanceof Error ? error : { message: String(error) }) as Reported;
  return { head: { error: { message, code } }, bytes: noBytes };
}

/** Returns the error that an answer reports, or undefined if it reports none. */
export function reportedIn({ head }: Message): Reported | undefined {
  const error = memberOf(head, 'error');
  if (error === undefined) return undefined;
  const text = (name: string) => {
    const value = memberOf(error, name);
    return typeof value === 'string' ? value.slice(0, longestText) : undefined;
  };
  return { message: text('message') ?? '', code: text('code') };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
