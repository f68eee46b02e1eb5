/** The statuses of an application. */

/** D26; nothing but these transitions happens: see the server's store of applications. */
export const statuses = [
  'draft',
  'submitted',
  'pending',
  'approved',
  'declined',
  'cancelled',
  'timed_out',
  'expired',
  'withdrawn',
] as const;

export type Status = (typeof statuses)[number];
