import { expect, test } from 'vitest';
import { findingsOf } from './checks.ts';
import type { DoctorFacts } from './facts.ts';

const postgres = {
  role: { role: 'card', owner: 'card_owner', owns: false, makes: false, rewrites: false },
  hasOwner: false,
  overTls: true,
  tlsIsWaived: false,
};

const healthy: DoctorFacts = {
  isProduction: true,
  production: [],
  postgres,
  files: [
    { path: '/data', kind: 'secret', found: { mode: 0o700 } },
    { path: '/keys', kind: 'secret', found: { mode: 0o600 } },
    { path: '/programs', kind: 'trusted', found: { mode: 0o755 } },
  ],
  dataFolder: [],
  keys: {
    currentKey: 'key-2',
    keys: [{ keyId: 'key-2', dataKeys: 7, state: 'current' }],
    outdated: 0,
    ageDays: 20,
  },
  unsealed: 0,
  clockAheadSeconds: 0.2,
  providers: [{ providerId: 'bank', bits: 4096 }],
  deliveryKeyDays: 1,
  heads: { isOn: true, ageSeconds: 7200 },
  outbox: [{ lane: 'mail', kind: 'mail', pending: 2, dead: 0, oldestSeconds: 30 }],
  documents: {
    newDocuments: 'bucket',
    inBucket: 12,
    inDatabase: 0,
    bucket: { isOpenToAll: false, keepsVersions: false, locksObjects: undefined },
    oldestUnnamedSeconds: 20,
  },
  isForwardedIgnored: false,
  overdueDrafts: 0,
  freeBytes: 40e9,
};

test('each check of a healthy installation says in one line that it is fine', () => {
  const findings = findingsOf(healthy);
  expect(findings.filter(({ state }) => state !== 'fine')).toEqual([]);
  expect(findings.map(({ check }) => check)).toEqual([
    'production',
    'database role',
    'database TLS',
    'files',
    'data folder',
    'proxy',
    'encryption keys',
    'sealed',
    'clock',
    'providers’ keys',
    'delivery key',
    'audit heads',
    'outbox',
    'documents',
    'drafts',
    'disk',
  ]);
  for (const { says } of findings) expect(says).not.toContain('\n');
});

const finding = {
  problem: 'SMTP_URL is not set.',
  waiver: { setting: 'MAIL_FILES', value: 'on' },
  waived: false,
  refuses: true,
} as const;
const ringOf = (...keys: DoctorFacts['keys']['keys']) => ({
  ...healthy.keys,
  keys: [...healthy.keys.keys, ...keys],
});
const file = (kind: 'secret' | 'trusted', mode: number) => [{ path: '/keys', kind, found: { mode } }];
const documents = (changed: Partial<NonNullable<DoctorFacts['documents']>>): Partial<DoctorFacts> => ({
  documents: healthy.documents && { ...healthy.documents, ...changed },
});
const closed = { isOpenToAll: false, keepsVersions: false, locksObjects: false };
const mail = { lane: 'mail', kind: 'mail', pending: 2, dead: 0, oldestSeconds: 30 } as const;

const sick: readonly (readonly [sickness: Partial<DoctorFacts>, says: readonly string[]])[] = [
  [
    { overdueDrafts: 2 },
    [
      'problem The sweep is ten minutes late for 2 drafts, which it may have to erase. Check that a node is running',
    ],
  ],
  [{ production: [finding] }, ['problem SMTP_URL is not set. If this is intended, set MAIL_FILES to on.']],
  [
    { production: [{ ...finding, waived: true }] },
    ['advice SMTP_URL is not set. MAIL_FILES confirms that this is intended.'],
  ],
  [{ production: [{ ...finding, refuses: false }] }, ['advice SMTP_URL is not set. If this is intended']],
  [{ production: [finding], isProduction: false }, ['advice In production: SMTP_URL is not set.']],
  [
    { postgres: { ...postgres, role: { ...postgres.role, owns: true } } },
    ['problem One role does both: card serves, and can change tables, triggers or evidence.'],
  ],
  [{ postgres: { ...postgres, role: { ...postgres.role, makes: true } } }, ['problem One role does both']],
  [{ postgres: { ...postgres, role: { ...postgres.role, rewrites: true } } }, ['problem One role does both']],
  [{ postgres: { ...postgres, hasOwner: true } }, ['advice MIGRATE_DATABASE_URL is set']],
  [
    { postgres: { ...postgres, overTls: false } },
    ['problem The connection to the database does not use TLS.'],
  ],
  [
    { postgres: { ...postgres, overTls: false, tlsIsWaived: true } },
    ['advice The connection to the database does not use TLS.'],
  ],
  [{ postgres: { ...postgres, overTls: undefined } }, []],
  [{ postgres: undefined }, []],
  [{ files: file('secret', 0o644) }, ['problem /keys is open to others (0644). Run: chmod go-rwx /keys']],
  [{ files: file('secret', 0o620) }, ['problem /keys is open to others (0620).']],
  [{ files: file('secret', 0o640) }, ['advice The group of /keys can read it (0640)']],
  [{ files: file('trusted', 0o775) }, ['problem Others can change /keys (0775). Run: chmod go-w /keys']],
  [
    { files: [{ path: '/keys', kind: 'secret', found: { code: 'EACCES' } }] },
    ['problem The permissions of /keys cannot be read (EACCES).'],
  ],
  [{ isForwardedIgnored: true }, ['problem In the last two hours, a node ignored X-Forwarded-For']],
  [{ dataFolder: ['/data/outgoing cannot be written.'] }, ['problem /data/outgoing cannot be']],
  [{ dataFolder: undefined }, ['advice Only root and the server’s user can check']],
  [
    { keys: ringOf({ keyId: 'key-1', dataKeys: 3, state: 'known' }) },
    ['problem 3 data keys are under the older key key-1. Run: encryption rotate'],
  ],
  [
    { keys: ringOf({ keyId: 'key-1', dataKeys: 0, state: 'known' }) },
    ['advice key-1 no longer wraps any key.'],
  ],
  [
    { keys: ringOf({ keyId: 'key-0', dataKeys: 1, state: 'missing' }) },
    ['problem 1 data key is under key-0, which is missing'],
  ],
  [
    { keys: { ...healthy.keys, ageDays: 366 } },
    ['advice The encryption keys have not changed for 366 days.'],
  ],
  [{ keys: { ...healthy.keys, ageDays: undefined } }, []],
  [{ deliveryKeyDays: 365 }, []],
  [{ deliveryKeyDays: 366 }, ['advice The delivery key has been in use for 366 days.']],
  [{ deliveryKeyDays: undefined }, []],
  [{ unsealed: 1 }, ['problem 1 application has personal data that is not sealed. Run: encryption seal']],
  [{ clockAheadSeconds: -5.6 }, ['problem The clock here is 6 s behind the database’s.']],
  [{ clockAheadSeconds: 90 }, ['problem The clock here is 90 s ahead of the database’s.']],
  [{ providers: [{ providerId: 'bank', bits: undefined }] }, ['problem bank has no public key']],
  [
    { providers: [{ providerId: 'bank', bits: undefined }], isProduction: false },
    ['advice bank has no public key'],
  ],
  [
    { heads: { isOn: false, ageSeconds: undefined } },
    ['problem The heads of the audit trails are not exported'],
  ],
  [
    { heads: { isOn: false, ageSeconds: undefined }, isProduction: false },
    ['advice The heads of the audit trails are not exported'],
  ],
  [{ heads: { isOn: true, ageSeconds: undefined } }, ['problem The heads of the audit trails were never']],
  [
    { heads: { isOn: true, ageSeconds: 30 * 3600 } },
    ['problem The heads of the audit trails were last exported 30 h ago.'],
  ],
  [{ outbox: [{ ...mail, dead: 4 }] }, ['problem 4 of mail given up. See: deliveries list --dead']],
  [{ outbox: [{ ...mail, oldestSeconds: 7300 }] }, ['problem 2 of mail not sent, the oldest for 2 h.']],
  [{ documents: undefined }, []],
  [
    documents({ bucket: { code: 'S3_AccessDenied' } }),
    ['problem The document bucket refuses to put, read or remove objects (S3_AccessDenied)'],
  ],
  [documents({ bucket: { ...closed, isOpenToAll: true } }), ['problem The document bucket is public.']],
  [documents({ bucket: { ...closed, keepsVersions: true } }), ['advice The bucket keeps versions']],
  [documents({ bucket: { ...closed, locksObjects: true } }), ['advice The bucket locks objects']],
  [documents({ bucket: { ...closed, keepsVersions: undefined } }), []],
  [
    documents({ inDatabase: 3 }),
    ['advice 3 documents are not in the bucket. Run: documents move --to bucket'],
  ],
  [
    documents({ newDocuments: 'database' }),
    ['advice 12 documents are not in the database. Run: documents move --to database'],
  ],
  [documents({ oldestUnnamedSeconds: 7300 }), ['problem Deleted documents have been in the bucket']],
  [{ freeBytes: 100e6 }, ['problem 95 MB are free for DATA_DIR: the embedded store refuses writes.']],
  [{ freeBytes: 900e6 }, ['advice 858 MB are free for DATA_DIR. Free more space.']],
  [{ freeBytes: undefined }, []],
];

const cases = sick.map(([sickness, says]) => ({
  sickness,
  says,
  title: says[0] ?? `nothing of ${JSON.stringify(sickness)}`,
}));

test.each(cases)('says $title', ({ sickness, says }) => {
  const found = findingsOf({ ...healthy, ...sickness }).filter(({ state }) => state !== 'fine');
  expect(found.map(({ state, says: words }) => `${state} ${words}`)).toEqual(
    says.map((line) => expect.stringContaining(line)),
  );
});
