/**
 * The attacks that are tests of the suite, which start their own servers. The runner runs these test files completely and counts
 * their tests.
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
    about: 'every call with the ids of another session, of the same and of another program',
    files: ['tests/api/foreign-session.test.ts'],
  },
  {
    name: 'other-site',
    demands: ['X5'],
    about: 'changes without each of what another site cannot send, and from foreign origins',
    files: ['server/http/guards/request-context.test.ts', 'server/http/guards/host-and-origin.test.ts'],
  },
  {
    name: 'raw-sockets',
    demands: ['X6'],
    about:
      'hosts, targets, lengths and forwarded addresses that contradict each other, and bytes that are no HTTP',
    files: ['server/http/broken-request.test.ts', 'server/net/client-address.test.ts'],
  },
  {
    name: 'mass-assignment',
    demands: ['X9'],
    about: 'each field that only the server sets, in each object of each body',
    files: ['tests/api/server-fields.test.ts'],
  },
  {
    name: 'illegal-orders',
    demands: ['X10'],
    about: 'calls in random orders: without consent, after submit, after the end, of other sessions',
    files: ['tests/api/illegal-orders.test.ts'],
  },
  {
    name: 'coming-back',
    demands: ['X22'],
    about:
      'tries to continue somebody’s draft: guesses from many addresses on two nodes, used and planted secrets, other programs, malformed cookies, and every race with its owner',
    files: ['tests/api/coming-back-attacks.thorough.test.ts', 'server/http/routes/resume.test.ts'],
  },
  {
    name: 'coming-back-by-email',
    demands: ['X22'],
    about:
      'links and codes that are guessed, forwarded, replayed, raced for, planted, taken to another program, or asked for too often; links enumerated by answer and time, 500 calls each',
    files: [
      'tests/api/resume-by-email.test.ts',
      'tests/api/resume-by-email.thorough.test.ts',
      'tools/attack/link-enumeration.test.ts',
    ],
  },
  {
    name: 'inner-addresses',
    demands: ['X15'],
    about: 'providers whose addresses are private, change between two look-ups, redirect or lie',
    files: ['server/net/outgoing-address.test.ts', 'server/delivery/https-delivery.test.ts'],
  },
  {
    name: 'active-content',
    demands: ['X12', 'X19'],
    about:
      'documents with scripts, files, links and lying names, in every spelling, read back by three readers',
    files: ['tests/api/crafted-documents.thorough.test.ts', 'server/documents/virus-scan.test.ts'],
  },
  {
    name: 'stolen-database',
    demands: ['X2', 'X21'],
    about: 'canaries of a whole application sought in files, WAL, statement log and backup, on both stores',
    files: ['tests/api/canaries.thorough.test.ts'],
  },
  {
    name: 'forged-delivery',
    demands: [],
    about:
      'deliveries that somebody else wrote, changed, sent again under another id, or passed on to another bank, read by two receivers',
    files: ['tests/docs/delivery-page.test.ts', 'server/delivery/delivery-keys.test.ts'],
  },
  {
    name: 'lying-operator',
    demands: [],
    about:
      'an operator who claims another name, by words, links, renamed files and rows, or calls what no role of theirs and nobody else allows',
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
    about: 'for each regular expression of the product the text that it reads longest, as recheck finds it',
    files: ['tests/docs/linear-patterns.thorough.test.ts'],
  },
  {
    name: 'other-user',
    demands: [],
    about: 'another user of the machine, who looks into what a server without a umask wrote',
    files: ['server/start/private-files.thorough.test.ts'],
  },
  {
    name: 'key-rotation',
    demands: ['X13'],
    about: 'keys that change on two nodes while both serve: within the file, to Vault, to KMS and back',
    files: ['server/operator/encryption/rotate-keys.long.test.ts'],
  },
  {
    name: 'altered-rows',
    demands: ['X14', 'X21'],
    about:
      'rows altered, exchanged, removed and put back as they were, and the trail too, by one who can write to the database',
    files: ['server/evidence/tampering.test.ts', 'server/evidence/verify-audit-trail.test.ts'],
  },
];
