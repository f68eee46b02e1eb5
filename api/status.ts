/** Every status of an application (D26). */
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
