/** The keys of the nodes' PostgreSQL advisory locks. The numbers are arbitrary, but must be the same on all nodes. */
export const advisoryLocks = {
  /** Held while granting rights to the server's role, because PostgreSQL refuses concurrent grants. */
  grants: 7_205_931,
  /** Held by a node that builds indexes concurrently, because two such nodes would deadlock. */
  indexes: 7_205_932,
  /** Held in shared mode by transactions that store a newly wrapped key. A key rotation waits for them with an exclusive lock. */
  newKeys: 7_205_933,
} as const;
