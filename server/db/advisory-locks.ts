/**
 * The keys of PostgreSQL's advisory locks: arbitrary numbers, the same on all nodes. Each purpose has its own lock, because
 * transactions that take the same lock wait for each other.
 */
export const advisoryLocks = {
  /** Taken to grant rights to the server's role, because PostgreSQL refuses concurrent grants. */
  grants: 7_205_931,
  /** Taken by a node that builds indexes concurrently, because two such nodes would deadlock. */
  indexes: 7_205_932,
  /**
   * Taken in shared mode to store a newly wrapped key. A key rotation takes it exclusively, which waits for those transactions.
   */
  newKeys: 7_205_933,
} as const;
