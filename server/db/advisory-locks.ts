/**
 * The keys of the PostgreSQL advisory locks that nodes take, one for each purpose. The numbers are arbitrary, but the same on all
 * nodes.
 */
export const advisoryLocks = {
  /** Taken to grant rights to the server's role, because PostgreSQL refuses concurrent grants. */
  grants: 7_205_931,
  /** Taken by a node that builds indexes concurrently, because two such nodes would deadlock. */
  indexes: 7_205_932,
  /**
   * Taken in shared mode by transactions that store a newly wrapped key. A key rotation takes it in exclusive mode, to wait for
   * those transactions.
   */
  newKeys: 7_205_933,
} as const;
