/** Contains the checks of `doctor`, which are pure functions of the facts. Each finding is one line that says what to do. */
import { type OutboxFigures, providerOfLane } from '../../db/queries/outbox.ts';
import { doesBoth } from '../../db/roles.ts';
import { toleratedMillis } from '../../observability/clock-watch.ts';
import { inWords } from '../../preflight/production.ts';
import type { KeyUse } from '../encryption/rotate-keys.ts';
import { counted } from '../terminal-text.ts';
import type { BucketFacts, DoctorFacts } from './facts.ts';

/** `problem`: must be fixed; `advice`: should be considered; `fine`: nothing to do. */
export type State = 'fine' | 'advice' | 'problem';

interface Said {
  readonly state: State;
  /** One line of text. For a problem or advice, it says what is wrong and what to do. */
  readonly says: string;
}

export interface Finding extends Said {
  readonly check: string;
}

const fine = (says: string): Said => ({ state: 'fine', says });
const advice = (says: string): Said => ({ state: 'advice', says });
const problem = (says: string): Said => ({ state: 'problem', says });

/** `false` means that the installation does not have this problem. */
type Findings = readonly (Said | false)[];

/** Returns the findings. If all of them are false, returns a single finding with the state `fine` and this text. */
function orFine(findings: Findings, says: string): Findings {
  return findings.some(Boolean) ? findings : [fine(says)];
}

/**
 * Number of days after which a key should be changed. NIST SP 800-57 recommends one to two years, and this is the shorter period.
 */
const keyDays = 365;

/**
 * Age in seconds at which the last export of the audit heads becomes a problem: one day, which is the export interval, plus an
 * hour.
 */
const headsSeconds = 25 * 3600;

const outboxSeconds = 3600;

const mebibyte = 1024 * 1024;
/** Number of free bytes on the disk below which the embedded store accepts no writes. */
const leastFree = 256 * mebibyte;
const adviseFree = 1024 * mebibyte;

/**
 * Returns the function that creates a finding about something that only production must have: `problem` in production, otherwise
 * `advice`.
 */
const inProduction = ({ isProduction }: DoctorFacts) => (isProduction ? problem : advice);

/** All checks by name, in the order of the output. A check that does not apply to the installation returns an empty list. */
const checks: Readonly<Record<string, (facts: DoctorFacts) => Said | Findings>> = {
  production: ({ production, isProduction }) =>
    orFine(
      production.map((finding) => {
        if (!finding.waived && !isProduction) return advice(`In production: ${finding.problem}`);
        return (finding.refuses && !finding.waived ? problem : advice)(inWords(finding));
      }),
      'No setting is one that production refuses or warns about.',
    ),

  'database role': ({ postgres }) =>
    postgres
      ? [
          doesBoth(postgres.role)
            ? problem(
                `One role does both: ${postgres.role.role} serves, and can change tables, triggers or evidence. Give the tables an owner of their own (docs/operating.md, PostgreSQL), and run "migrate".`,
              )
            : fine(`${postgres.role.role} reads and writes rows, and can do nothing else.`),
          postgres.hasOwner &&
            advice(
              'MIGRATE_DATABASE_URL is among these settings. If the server has it too, it holds the owner’s password: give it to "migrate" alone.',
            ),
        ]
      : [],

  'database TLS': ({ postgres }) => {
    if (!postgres) return [];
    if (postgres.overTls === undefined) return fine('The database is on this machine.');
    if (postgres.overTls) return fine('The connection to the database is under TLS.');
    return (postgres.tlsIsWaived ? advice : problem)(
      'The connection to the database is not under TLS. Set sslmode to verify-full in DATABASE_URL.',
    );
  },

  files: ({ files }) =>
    orFine(
      files.map(({ path, kind, found }) => {
        if ('code' in found) return problem(`${path} cannot be looked at (${found.code}).`);
        const { mode } = found;
        const octal = mode.toString(8).padStart(4, '0');
        if (kind === 'trusted')
          return (
            (mode & 0o022) !== 0 &&
            problem(`${path} can be changed by others (${octal}). Run: chmod go-w ${path}`)
          );
        if ((mode & 0o027) !== 0)
          return problem(`${path} is open to others (${octal}). Run: chmod go-rwx ${path}`);
        return (
          (mode & 0o040) !== 0 &&
          advice(`${path} can be read by its group (${octal}): make sure who is in it.`)
        );
      }),
      'Keys, secrets and data are open to their user alone.',
    ),

  'data folder': ({ dataFolder }) => {
    if ('missing' in dataFolder)
      return problem(
        `DATA_DIR, ${dataFolder.missing}, is not there. Make it, as the folder of the server’s user, mode 0700.`,
      );
    if ('isHidden' in dataFolder)
      return advice(
        'Only the server’s user and root can see whether DATA_DIR can be written. Call the doctor as one of them.',
      );
    return orFine(dataFolder.problems.map(problem), 'The server’s user can write to DATA_DIR.');
  },

  proxy: ({ isForwardedIgnored }) =>
    isForwardedIgnored
      ? problem(
          'A node ignored X-Forwarded-For within the last two hours: TRUSTED_PROXIES does not name its sender. Name your proxy there: else everyone behind it shares one address, in limits and consents.',
        )
      : fine('No X-Forwarded-For was ignored.'),

  'encryption keys': ({ keys }) =>
    orFine(
      [
        ...keys.keys.map(ofKey),
        keys.ageDays !== undefined &&
          keys.ageDays > keyDays &&
          advice(
            `The encryption keys have not changed for ${keys.ageDays} days. Change them once a year (docs/operating.md, Changing the key).`,
          ),
      ],
      `Every data key is under ${keys.currentKey}.`,
    ),

  sealed: ({ unsealed }) =>
    unsealed === 0
      ? fine('All personal data is sealed.')
      : problem(
          `${counted(unsealed, 'application has', 'applications have')} personal data that is not sealed. Run: encryption seal`,
        ),

  clock: ({ clockAheadSeconds: ahead }) => {
    const seconds = Math.abs(ahead);
    return seconds * 1000 <= toleratedMillis
      ? fine('This machine’s clock agrees with the database’s.')
      : problem(
          `The clock here is ${Math.round(seconds)} s ${ahead > 0 ? 'ahead of' : 'behind'} the database’s. Set both by NTP.`,
        );
  },

  'providers’ keys': (facts) =>
    facts.providers.map(({ providerId, bits }) =>
      bits === undefined
        ? inProduction(facts)(
            `${providerId} has no public key: ${facts.isProduction ? 'production does not start' : 'a demonstration key is used, whose private half is stored next to the deliveries'}. Put provider-key.pem into the folder of a program.`,
          )
        : fine(`The key of ${providerId} has ${bits} bits.`),
    ),

  'delivery key': ({ deliveryKeyDays: days }) => {
    if (days === undefined) return fine('No delivery was signed yet.');
    return days > keyDays
      ? advice(
          `The key of deliveries has signed for ${days} days. Change it once a year (docs/operating.md, Delivery to the bank).`,
        )
      : fine(`The key of deliveries has signed for ${counted(days, 'day')}.`);
  },

  'audit heads': (facts) => {
    const { isOn, ageSeconds } = facts.heads;
    const heads = 'The heads of the audit trails';
    if (!isOn)
      return inProduction(facts)(
        `${heads} are not exported: set AUDIT_HEADS_SINK to where nothing can be written over.`,
      );
    const why = 'The log of the nodes says why.';
    if (ageSeconds === undefined) return problem(`${heads} were never exported. ${why}`);
    return ageSeconds > headsSeconds
      ? problem(`${heads} were last exported ${hours(ageSeconds)} ago. ${why}`)
      : fine(`${heads} were exported ${hours(ageSeconds)} ago.`);
  },

  outbox: ({ outbox }) =>
    orFine(
      outbox.flatMap((figures) => [
        figures.dead > 0 &&
          problem(
            `${figures.dead} of ${jobsOf(figures)} given up. See: deliveries list --dead; then: deliveries retry`,
          ),
        figures.oldestSeconds > outboxSeconds &&
          problem(
            `${figures.pending} of ${jobsOf(figures)} not sent, the oldest for ${hours(figures.oldestSeconds)}. See: deliveries list`,
          ),
      ]),
      'Nothing waits to be sent for long.',
    ),

  documents: ({ documents }) => {
    if (!documents) return [];
    const { bucket, newDocuments, inBucket, inDatabase, oldestUnnamedSeconds } = documents;
    const left = newDocuments === 'bucket' ? inDatabase : inBucket;
    return orFine(
      [
        ...ofBucket(bucket),
        left > 0 &&
          advice(
            `${counted(left, 'document is', 'documents are')} not where new ones go. Run: documents move --to ${newDocuments}`,
          ),
        oldestUnnamedSeconds > outboxSeconds &&
          problem(
            `Objects of documents that are gone have been in the bucket for ${hours(oldestUnnamedSeconds)}. The log of the nodes says why.`,
          ),
      ],
      `${counted(inBucket, 'document is', 'documents are')} in the bucket, which is closed to others.`,
    );
  },

  drafts: ({ overdueDrafts }) =>
    overdueDrafts === 0
      ? fine('No draft is stored for longer than it can be resumed.')
      : problem(
          `${counted(overdueDrafts, 'draft was', 'drafts were')} to be looked at ten minutes ago, perhaps to be erased. Is a node running? Its log says why.`,
        ),

  disk: ({ freeBytes }) => {
    if (freeBytes === undefined) return [];
    const free = `${Math.floor(freeBytes / mebibyte)} MB are free for DATA_DIR`;
    if (freeBytes < leastFree) return problem(`${free}: the embedded store takes no writes. Make room.`);
    return freeBytes < adviseFree ? advice(`${free}. Make room.`) : fine(`${free}.`);
  },
};

/** Returns the kind of a queue's jobs, followed by their provider if they have one. */
function jobsOf({ lane, kind }: OutboxFigures): string {
  const provider = providerOfLane(lane);
  return provider === undefined ? kind : `${kind} to ${provider}`;
}

function ofBucket(bucket: BucketFacts): Findings {
  if ('code' in bucket)
    return [
      problem(
        `The bucket of documents does not let us put, read and remove (${bucket.code}): no document can be sent. See docs/operating.md, Documents in a bucket.`,
      ),
    ];
  return [
    bucket.isOpenToAll && problem('Anybody can read the bucket of documents. Close it to the public.'),
    bucket.keepsVersions === true &&
      advice(
        'The bucket keeps versions: what is removed stays there, sealed under a key that is destroyed with the application. Let versions expire.',
      ),
    bucket.locksObjects === true &&
      advice(
        'The bucket locks objects: what is removed stays there for its time, sealed under a key that is destroyed with the application.',
      ),
  ];
}

function ofKey({ keyId, dataKeys, state }: KeyUse): Said | false {
  if (state === 'current') return false;
  if (dataKeys === 0) return advice(`${keyId} wraps nothing any more. Remove it once no backup needs it.`);
  const under = `${counted(dataKeys, 'data key is', 'data keys are')} under`;
  return problem(
    state === 'missing'
      ? `${under} ${keyId}, which is missing: the data that they encrypt cannot be decrypted. Put the key back.`
      : `${under} the older key ${keyId}. Run: encryption rotate`,
  );
}

function hours(seconds: number): string {
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
}

/** Returns all findings, in the order of the checks. */
export function findingsOf(facts: DoctorFacts): readonly Finding[] {
  return Object.entries(checks).flatMap(([check, look]) =>
    [look(facts)].flat().flatMap((said) => (said ? [{ check, ...said }] : [])),
  );
}
