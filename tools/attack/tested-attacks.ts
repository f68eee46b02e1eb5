/**
 * The attacks that are test files of the test suite. These files start their own servers. The runner runs each file completely
 * and counts its tests.
 */

/** A kind of attack, and the test files that carry it out. */
export interface TestedAttack {
  readonly name: string;
  readonly demands: readonly string[];
  readonly about: string;
  readonly files: readonly string[];
}

export const testedAttacks: readonly TestedAttack[] = [
  {
    name: 'cross-session',
    demands: ['X1'],
    about: 'every call with the ids of another session of the same or another program',
    files: ['tests/api/foreign-session.test.ts'],
  },
  {
    name: 'other-site',
    demands: ['X5'],
    about:
      'calls that change data and lack a header or cookie that another site cannot send, or come from foreign origins',
    files: ['server/http/guards/request-context.test.ts', 'server/http/guards/host-and-origin.test.ts'],
  },
  {
    name: 'raw-sockets',
    demands: ['X6'],
    about:
      'hosts, targets, lengths and forwarded addresses that contradict each other, and bytes that are not HTTP',
    files: ['server/http/broken-request.test.ts', 'server/net/client-address.test.ts'],
  },
  {
    name: 'mass-assignment',
    demands: ['X9'],
    about: 'each field that only the server may set, in each object of each body',
    files: ['tests/api/server-fields.test.ts'],
  },
  {
    name: 'illegal-orders',
    demands: ['X10'],
    about:
      'calls in random order: without consent, after submit, after the session’s end, from other sessions',
    files: ['tests/api/illegal-orders.test.ts'],
  },
  {
    name: 'coming-back',
    demands: ['X22'],
    about:
      'tries to continue another person’s draft: guesses from many IP addresses on two nodes, used and planted secrets, other programs, malformed cookies, and every race with the owner',
    files: [
      'tests/api/coming-back-attacks.thorough.test.ts',
      'tests/api/coming-back-races.thorough.test.ts',
      'server/http/routes/resume.test.ts',
      'server/http/routes/resume-device-tokens.test.ts',
    ],
  },
  {
    name: 'coming-back-by-email',
    demands: ['X22'],
    about:
      'links and codes that are guessed, forwarded, replayed, raced for, planted, used in another program, or requested too often; enumeration of links by response and time, with 500 calls each',
    files: [
      'tests/api/resume-by-email.test.ts',
      'tests/api/resume-by-email-mails.test.ts',
      'tests/api/resume-by-email.thorough.test.ts',
      'tools/attack/link-enumeration.test.ts',
    ],
  },
  {
    name: 'inner-addresses',
    demands: ['X15'],
    about: 'providers whose addresses are private, change between two lookups, redirect or are misleading',
    files: ['server/net/outgoing-address.test.ts', 'server/delivery/https-delivery.test.ts'],
  },
  {
    name: 'active-content',
    demands: ['X12', 'X19'],
    about:
      'documents with scripts, files, links and misleading names, in every spelling, checked with three PDF readers',
    files: ['tests/api/crafted-documents.thorough.test.ts', 'server/documents/virus-scan.test.ts'],
  },
  {
    name: 'stolen-database',
    demands: ['X2', 'X21'],
    about:
      'search for canary values of a whole application in files, WAL, statement log and backup, on both stores',
    files: ['tests/api/canaries.thorough.test.ts'],
  },
  {
    name: 'forged-delivery',
    demands: [],
    about:
      'deliveries that an attacker wrote, changed, sent again with another id, or passed on to another bank, checked with two receivers',
    files: ['tests/docs/delivery-forgeries.test.ts', 'server/delivery/delivery-keys.test.ts'],
  },
  {
    name: 'lying-operator',
    demands: [],
    about:
      'an operator who claims another name, with text, links, renamed files and rows, or calls commands that no role or approval allows',
    files: [
      'server/operator/operator-socket.test.ts',
      'server/operator/access/socket-proof.test.ts',
      'server/operator/access/operator-identity.long.test.ts',
      'server/operator/access/operator-roles.test.ts',
      'server/operator/access/shared-socket.thorough.test.ts',
      'server/operator/access/four-eyes.long.test.ts',
    ],
  },
  {
    name: 'slow-patterns',
    demands: ['X16'],
    about: 'for each regular expression of the product, the slowest input that recheck finds',
    files: ['tests/docs/linear-patterns.thorough.test.ts'],
  },
  {
    name: 'other-user',
    demands: [],
    about: 'another user of the machine, who reads files that a server without a umask wrote',
    files: ['server/start/private-files.thorough.test.ts'],
  },
  {
    name: 'key-rotation',
    demands: ['X13'],
    about: 'a change of keys while two nodes serve: within the file, to Vault, to KMS and back',
    files: ['server/operator/encryption/rotate-keys.long.test.ts'],
  },
  {
    name: 'altered-rows',
    demands: ['X14', 'X21'],
    about:
      'an attacker who can write to the database alters, swaps, removes and restores rows and the audit trail',
    files: ['server/evidence/tampering.test.ts', 'server/evidence/verify-audit-trail.test.ts'],
  },
];
