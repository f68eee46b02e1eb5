/** The checks of `doctor`. Each is a name and a pure function of the facts; its result is one line about what to do. */

import { type OutboxFigures, providerOfLane } from '../../db/queries/outbox.ts';
import { doesBoth } from '../../db/roles.ts';
import { toleratedMillis } from '../../observability/clock-watch.ts';
import { withWaiver } from '../../preflight/production.ts';
import type { KeyUse } from '../encryption/rotate-keys.ts';
import { counted } from '../terminal-text.ts';
import type { BucketFacts, DoctorFacts, DocumentsFacts } from './facts.ts';

/** `problem`: to be settled; `advice`: worth a thought; `fine`: nothing to do. */
export type State = 'fine' | 'advice' | 'problem';

export interface Finding {
  readonly check: string;
  readonly state: State;
  /** One line; for a problem or advice, what is wrong and what to do. */
  readonly says: string;
}

type Said = readonly [state: State, says: string];

interface Check {
  readonly name: string;
  /** What is worth saying; nothing where there is nothing to look at. */
  readonly look: (facts: DoctorFacts) => readonly Said[];
}

/** Days after which keys are advised to be changed: the shorter end of NIST SP 800-57’s one to two years. */
const keyDays = 365;

/** What waits, in a word, and for whom. */
function jobsOf({ lane, kind }: OutboxFigures): string {
  const provider = providerOfLane(lane);
  return provider === undefined ? kind : `${kind} to ${provider}`;
}

/** An hour more than the day between two exports. */
const headsSeconds = 25 * 3600;

const outboxSeconds = 3600;

const mebibyte = 1024 * 1024;
/** The embedded store takes no writes below this. */
const leastFree = 256 * mebibyte;
const adviseFree = 1024 * mebibyte;

/** What production must have and others may lack. */
const inProduction = ({ isProduction }: DoctorFacts): State => (isProduction ? 'problem' : 'advice');

const checks: readonly Check[] = [
  {
    name: 'production',
    look: ({ production, isProduction }) => {
      if (production.length === 0) return [['fine', 'Nothing is set that production refuses or warns of.']];
      return production.map((finding) => {
        if (finding.waived)
          return ['advice', `${finding.problem} ${finding.waiver.setting} says that it is meant.`];
        if (!isProduction) return ['advice', `In production: ${finding.problem}`];
        return [finding.refuses ? 'problem' : 'advice', withWaiver(finding)];
      });
    },
  },
  {
    name: 'database role',
    look: ({ postgres }) => {
      if (!postgres) return [];
      const { role, hasOwner } = postgres;
      return [
        doesBoth(role)
          ? [
              'problem',
              `One role does both: ${role.role} serves, and can change tables, triggers or evidence. Give the tables an owner of their own (docs/operating.md, PostgreSQL), and run "migrate".`,
            ]
          : ['fine', `${role.role} reads and writes rows, and can do nothing else.`],
        ...(hasOwner
          ? ([
              [
                'advice',
                'MIGRATE_DATABASE_URL is among these settings. If the server has it too, it holds the owner’s password: give it to "migrate" alone.',
              ],
            ] as const)
          : []),
      ];
    },
  },
  {
    name: 'database TLS',
    look: ({ postgres }) => {
      if (!postgres) return [];
      if (postgres.overTls === undefined) return [['fine', 'The database is on this machine.']];
      if (postgres.overTls) return [['fine', 'The connection to the database is under TLS.']];
      return [
        [
          postgres.tlsIsWaived ? 'advice' : 'problem',
          'The connection to the database is not under TLS. Set sslmode to verify-full in DATABASE_URL.',
        ],
      ];
    },
  },
  {
    name: 'files',
    look: ({ files }) => {
      const said = files.flatMap(({ path, kind, found }): Said[] => {
        if ('code' in found) return [['problem', `${path} cannot be looked at (${found.code}).`]];
        const { mode } = found;
        if (kind === 'trusted')
          return (mode & 0o022) === 0
            ? []
            : [['problem', `${path} can be changed by others (${octal(mode)}). Run: chmod go-w ${path}`]];
        if ((mode & 0o027) !== 0)
          return [['problem', `${path} is open to others (${octal(mode)}). Run: chmod go-rwx ${path}`]];
        return (mode & 0o040) === 0
          ? []
          : [['advice', `${path} can be read by its group (${octal(mode)}): make sure who is in it.`]];
      });
      return said.length > 0 ? said : [['fine', 'Keys, secrets and data are open to their user alone.']];
    },
  },
  {
    name: 'data folder',
    look: ({ dataFolder }) => {
      if ('missing' in dataFolder)
        return [
          [
            'problem',
            `DATA_DIR, ${dataFolder.missing}, is not there. Make it, as the folder of the server’s user, mode 0700.`,
          ],
        ];
      if ('isHidden' in dataFolder)
        return [
          [
            'advice',
            'Only the server’s user and root can see whether DATA_DIR can be written. Call the doctor as one of them.',
          ],
        ];
      return dataFolder.problems.length > 0
        ? dataFolder.problems.map((problem): Said => ['problem', problem])
        : [['fine', 'The server’s user can write to DATA_DIR.']];
    },
  },
  {
    name: 'proxy',
    look: ({ isForwardedIgnored }) =>
      isForwardedIgnored
        ? [
            [
              'problem',
              'A node ignored X-Forwarded-For within the last two hours: TRUSTED_PROXIES does not name its sender. Name your proxy there: else everyone behind it shares one address, in limits and consents.',
            ],
          ]
        : [['fine', 'No X-Forwarded-For was ignored.']],
  },
  {
    name: 'encryption keys',
    look: ({ keys }) => {
      const said: Said[] = [
        ...keys.keys.flatMap((use) => ofKey(use)),
        ...(keys.ageDays !== undefined && keys.ageDays > keyDays
          ? ([
              [
                'advice',
                `The encryption keys have not changed for ${keys.ageDays} days. Change them once a year (docs/operating.md, Changing the key).`,
              ],
            ] as const)
          : []),
      ];
      return said.length > 0 ? said : [['fine', `Every data key is under ${keys.currentKey}.`]];
    },
  },
  {
    name: 'sealed',
    look: ({ unsealed }) =>
      unsealed === 0
        ? [['fine', 'All personal data is sealed.']]
        : [
            [
              'problem',
              `${counted(unsealed, 'application has', 'applications have')} personal data that is not sealed. Run: encryption seal`,
            ],
          ],
  },
  {
    name: 'clock',
    look: ({ clockAheadSeconds: ahead }) => {
      if (Math.abs(ahead) * 1000 <= toleratedMillis)
        return [['fine', 'The clock here is that of the database.']];
      const seconds = Math.round(Math.abs(ahead));
      return [
        [
          'problem',
          `The clock here is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} the database’s. Set both by NTP.`,
        ],
      ];
    },
  },
  {
    name: 'providers’ keys',
    look: (facts) =>
      facts.providers.map(({ providerId, bits }) => {
        if (bits === undefined)
          return [
            inProduction(facts),
            `${providerId} has no public key: ${facts.isProduction ? 'production does not start' : 'a demonstration key is used, whose other half lies beside the deliveries'}. Put provider-key.pem into the folder of a program.`,
          ];
        return ['fine', `The key of ${providerId} has ${bits} bits.`];
      }),
  },
  {
    name: 'delivery key',
    look: ({ deliveryKeyDays: days }) => {
      if (days === undefined) return [['fine', 'No delivery was signed yet.']];
      return days > keyDays
        ? [
            [
              'advice',
              `The key of deliveries has signed for ${days} days. Change it once a year (docs/operating.md, Delivery to the bank).`,
            ],
          ]
        : [['fine', `The key of deliveries has signed for ${counted(days, 'day', 'days')}.`]];
    },
  },
  {
    name: 'audit heads',
    look: (facts) => {
      const { isOn, ageSeconds } = facts.heads;
      if (!isOn)
        return [
          [
            inProduction(facts),
            'The heads of the audit trails are not exported: set AUDIT_HEADS_SINK to where nothing can be written over.',
          ],
        ];
      if (ageSeconds === undefined)
        return [
          ['problem', 'The heads of the audit trails were never exported. The log of the nodes says why.'],
        ];
      return ageSeconds > headsSeconds
        ? [
            [
              'problem',
              `The heads of the audit trails were last exported ${hours(ageSeconds)} ago. The log of the nodes says why.`,
            ],
          ]
        : [['fine', `The heads of the audit trails were exported ${hours(ageSeconds)} ago.`]];
    },
  },
  {
    name: 'outbox',
    look: ({ outbox }) => {
      const said = outbox.flatMap((figures): Said[] => {
        const { pending, dead, oldestSeconds } = figures;
        return [
          ...(dead > 0
            ? ([
                [
                  'problem',
                  `${dead} of ${jobsOf(figures)} given up. See: deliveries list --dead; then: deliveries retry`,
                ],
              ] as const)
            : []),
          ...(oldestSeconds > outboxSeconds
            ? ([
                [
                  'problem',
                  `${pending} of ${jobsOf(figures)} not sent, the oldest for ${hours(oldestSeconds)}. See: deliveries list`,
                ],
              ] as const)
            : []),
        ];
      });
      return said.length > 0 ? said : [['fine', 'Nothing waits to be sent for long.']];
    },
  },
  {
    name: 'documents',
    look: ({ documents }) => {
      if (!documents) return [];
      const { bucket } = documents;
      const said: Said[] = [
        ...('code' in bucket ? [unusable(bucket.code)] : ofBucket(bucket)),
        ...ofPlaces(documents),
        ...(documents.oldestUnnamedSeconds > outboxSeconds
          ? ([
              [
                'problem',
                `Objects of documents that are gone have been in the bucket for ${hours(documents.oldestUnnamedSeconds)}. The log of the nodes says why.`,
              ],
            ] as const)
          : []),
      ];
      return said.length > 0
        ? said
        : [
            [
              'fine',
              `${counted(documents.inBucket, 'document is', 'documents are')} in the bucket, which is closed to others.`,
            ],
          ];
    },
  },
  {
    name: 'drafts',
    look: ({ overdueDrafts }) =>
      overdueDrafts === 0
        ? [['fine', 'No draft is kept for longer than somebody can come back to it.']]
        : [
            [
              'problem',
              `${counted(overdueDrafts, 'draft was', 'drafts were')} to be looked at ten minutes ago, perhaps to be erased. Is a node running? Its log says why.`,
            ],
          ],
  },
  {
    name: 'disk',
    look: ({ freeBytes }) => {
      if (freeBytes === undefined) return [];
      const free = `${Math.floor(freeBytes / mebibyte)} MB are free for DATA_DIR`;
      if (freeBytes < leastFree)
        return [['problem', `${free}: the embedded store takes no writes. Make room.`]];
      return [freeBytes < adviseFree ? ['advice', `${free}. Make room.`] : ['fine', `${free}.`]];
    },
  },
];

function unusable(code: string): Said {
  return [
    'problem',
    `The bucket of documents does not let us put, read and remove (${code}): no document can be sent. See docs/operating.md, Documents in a bucket.`,
  ];
}

function ofBucket({ isOpenToAll, keepsVersions, locksObjects }: BucketFacts): Said[] {
  return [
    ...(isOpenToAll
      ? ([['problem', 'Anybody can read the bucket of documents. Close it to the public.']] as const)
      : []),
    ...(keepsVersions
      ? ([
          [
            'advice',
            'The bucket keeps versions: what is removed stays there, sealed under a key that is destroyed with the application. Let versions expire.',
          ],
        ] as const)
      : []),
    ...(locksObjects
      ? ([
          [
            'advice',
            'The bucket locks objects: what is removed stays there for its time, sealed under a key that is destroyed with the application.',
          ],
        ] as const)
      : []),
  ];
}

function ofPlaces({ newDocuments, inBucket, inDatabase }: DocumentsFacts): Said[] {
  const [left, to] = newDocuments === 'bucket' ? [inDatabase, 'bucket'] : [inBucket, 'database'];
  return left === 0
    ? []
    : [
        [
          'advice',
          `${counted(left, 'document is', 'documents are')} not where new ones go. Run: documents move --to ${to}`,
        ],
      ];
}

function ofKey({ keyId, dataKeys, state }: KeyUse): Said[] {
  if (state === 'current') return [];
  if (dataKeys === 0)
    return [['advice', `${keyId} wraps nothing any more. Take it away once no backup needs it.`]];
  const under = `${counted(dataKeys, 'data key is', 'data keys are')} under`;
  return state === 'missing'
    ? [['problem', `${under} ${keyId}, which is not there: what they seal cannot be opened. Put it back.`]]
    : [['problem', `${under} the older key ${keyId}. Run: encryption rotate`]];
}

/** All findings, in the order of the checks. Pure. */
export function findingsOf(facts: DoctorFacts): readonly Finding[] {
  return checks.flatMap(({ name, look }) =>
    look(facts).map(([state, says]) => ({ check: name, state, says })),
  );
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}

function hours(seconds: number): string {
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
}
