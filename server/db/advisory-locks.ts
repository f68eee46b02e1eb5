/**
 * The keys of PostgreSQL's advisory locks: arbitrary constants, the same on all nodes. Each purpose has its own, because
 * transactions that take the same one wait for each other.
 */
export const advisoryLocks = {
  /** Taken by a grant of rights: PostgreSQL refuses concurrent grants. */
  grants: 7_205_931,
  /** Taken by a node that builds indexes concurrently: two such nodes would wait for each other. */
  indexes: 7_205_932,
  /** Shared by transactions that store a newly wrapped key; taken exclusively by a key rotation, which waits for them. */
  newKeys: 7_205_933,
} as const;
