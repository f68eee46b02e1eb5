/** Contains the checks of `doctor`, which are pure functions of the facts. Each finding is one line that says what to do. */
import { type OutboxFigures, providerOfLane } from '../../db/queries/outbox.ts';
import { doesBoth } from '../../db/roles.ts';
import { toleratedMillis } from '../../observability/clock-watch.ts';
import { inWords } from '../../preflight/production.ts';
import type { KeyUse } from '../encryption/rotate-keys.ts';
import { counted } from '../terminal-text.ts';
import type { BucketFacts, DoctorFacts } from './facts.ts';

/** The state of a finding: a `problem` must be fixed, `advice` should be considered, and `fine` needs no action. */
export type State = 'fine' | 'advice' | 'problem';

/** `says` is one line of text. For a problem or advice, it says what is wrong and what to do. */
type Said = { readonly state: State; readonly says: string };

export type Finding = Said & { readonly check: string };

const fine = (says: string): Said => ({ state: 'fine', says });
const advice = (says: string): Said => ({ state: 'advice', says });
const problem = (says: string): Said => ({ state: 'problem', says });

/** The findings of one check. `false` means that the installation does not have a certain problem. */
type Findings = readonly (Said | false)[];

/** Returns the findings. If all of them are false, returns a single finding with the state `fine` and this text. */
function orFine(findings: Findings, says: string): Findings {
  return findings.some(Boolean) ? findings : [fine(says)];
}

/** Number of days after which a key should be changed. NIST SP 800-57 recommends one to two years. */
const keyDays = 365;

/** Age in seconds at which the last export of the audit heads becomes a problem: the export interval plus an hour. */
const headsSeconds = 25 * 3600;

const outboxSeconds = 3600;

const mebibyte = 1024 * 1024;
/** The free disk space in bytes below which the embedded store accepts no writes. */
const leastFree = 256 * mebibyte;
/** The free disk space in bytes below which the doctor advises the operator to free space. */
const adviseFree = 1024 * mebibyte;

/** Returns the function to report a fault that matters only in production: `problem` there, otherwise `advice`. */
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

  'database role': ({ postgres }) => {
    if (!postgres) return [];
    const { role } = postgres.role;
    return [
      doesBoth(postgres.role)
        ? problem(
            `One role does both: ${role} serves, and can change tables, triggers or evidence. Give the tables an owner of their own (docs/operating.md, PostgreSQL), and run "migrate".`,
          )
        : fine(`${role} reads and writes rows, and can do nothing else.`),
      postgres.hasOwner &&
        advice(
          'MIGRATE_DATABASE_URL is set, and contains the owner’s password. Set it only for "migrate", not for the server.',
        ),
    ];
  },

  'database TLS': ({ postgres }) => {
    if (!postgres) return [];
    if (postgres.overTls === undefined) return fine('The database is on this machine.');
    if (postgres.overTls) return fine('The connection to the database uses TLS.');
    const says = 'The connection to the database does not use TLS. Set sslmode=verify-full in DATABASE_URL.';
    return postgres.tlsIsWaived ? advice(says) : problem(says);
  },

  files: ({ files }) =>
    orFine(
      files.map(({ path, kind, found }) => {
        if ('code' in found) return problem(`The permissions of ${path} cannot be read (${found.code}).`);
        const allows = (bits: number) => (found.mode & bits) !== 0;
        const octal = found.mode.toString(8).padStart(4, '0');
        if (kind === 'trusted' && allows(0o022))
          return problem(`Others can change ${path} (${octal}). Run: chmod go-w ${path}`);
        if (kind === 'secret' && allows(0o027))
          return problem(`${path} is open to others (${octal}). Run: chmod go-rwx ${path}`);
        const isShared = kind === 'secret' && allows(0o040);
        return isShared && advice(`The group of ${path} can read it (${octal}). Check who is in the group.`);
      }),
      'Keys, secrets and data are open to their user alone.',
    ),

  'data folder': ({ dataFolder }) =>
    dataFolder
      ? orFine(dataFolder.map(problem), 'The server’s user can write to DATA_DIR.')
      : advice('Only root and the server’s user can check DATA_DIR. Run the doctor as one of them.'),

  proxy: ({ isForwardedIgnored }) =>
    isForwardedIgnored
      ? problem(
          'In the last two hours, a node ignored X-Forwarded-For from a sender that is not in TRUSTED_PROXIES. Add your proxy there: otherwise all its users share one address in limits and consents.',
        )
      : fine('No X-Forwarded-For was ignored.'),

  'encryption keys': ({ keys }) =>
    orFine(
      [
        ...keys.keys.map(ofKey),
        (keys.ageDays ?? 0) > keyDays &&
          advice(
            `The encryption keys have not changed for ${keys.ageDays} days. Change them once a year (docs/operating.md, Changing the key).`,
          ),
      ],
      `Every data key is under ${keys.currentKey}.`,
    ),

  sealed: ({ unsealed }) => {
    if (unsealed === 0) return fine('All personal data is sealed.');
    const have = counted(unsealed, 'application has', 'applications have');
    return problem(`${have} personal data that is not sealed. Run: encryption seal`);
  },

  clock: ({ clockAheadSeconds: ahead }) => {
    const seconds = Math.abs(ahead);
    if (seconds * 1000 <= toleratedMillis) return fine('This machine’s clock agrees with the database’s.');
    const difference = `${Math.round(seconds)} s ${ahead > 0 ? 'ahead of' : 'behind'}`;
    return problem(`The clock here is ${difference} the database’s. Set both by NTP.`);
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
    if (days === undefined) return fine('No delivery has been signed yet.');
    const used = `The delivery key has been in use for ${counted(days, 'day')}.`;
    if (days <= keyDays) return fine(used);
    return advice(`${used} Change it once a year (docs/operating.md, Delivery to the bank).`);
  },

  'audit heads': (facts) => {
    const { isOn, ageSeconds } = facts.heads;
    const heads = 'The heads of the audit trails';
    const where = 'Set AUDIT_HEADS_SINK to a place where no one can overwrite files.';
    if (!isOn) return inProduction(facts)(`${heads} are not exported. ${where}`);
    const why = 'The nodes’ logs say why.';
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
      'No email or delivery has waited for long.',
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
            `${counted(left, 'document is', 'documents are')} not in the ${newDocuments}. Run: documents move --to ${newDocuments}`,
          ),
        oldestUnnamedSeconds > outboxSeconds &&
          problem(
            `Deleted documents have been in the bucket for ${hours(oldestUnnamedSeconds)}. The nodes’ logs say why.`,
          ),
      ],
      `${counted(inBucket, 'document is', 'documents are')} in the bucket, which is closed to others.`,
    );
  },

  drafts: ({ overdueDrafts }) =>
    overdueDrafts === 0
      ? fine('No draft is stored for longer than it can be resumed.')
      : problem(
          `The sweep is ten minutes late for ${counted(overdueDrafts, 'draft')}, which it may have to erase. Check that a node is running, and read its log.`,
        ),

  disk: ({ freeBytes }) => {
    if (freeBytes === undefined) return [];
    const free = `${Math.floor(freeBytes / mebibyte)} MB are free for DATA_DIR`;
    if (freeBytes < leastFree) return problem(`${free}: the embedded store refuses writes. Free more space.`);
    return freeBytes < adviseFree ? advice(`${free}. Free more space.`) : fine(`${free}.`);
  },
};

function jobsOf({ lane, kind }: OutboxFigures): string {
  const provider = providerOfLane(lane);
  return provider === undefined ? kind : `${kind} to ${provider}`;
}

const removed =
  'a removed object, sealed under a key that is destroyed with the application, stays in the bucket';

function ofBucket(bucket: BucketFacts): Findings {
  if ('code' in bucket)
    return [
      problem(
        `The document bucket refuses to put, read or remove objects (${bucket.code}), so no document can be sent. See docs/operating.md, Documents in a bucket.`,
      ),
    ];
  return [
    bucket.isOpenToAll && problem('The document bucket is public. Block public access to it.'),
    bucket.keepsVersions === true && advice(`The bucket keeps versions: ${removed}. Let versions expire.`),
    bucket.locksObjects === true && advice(`The bucket locks objects: ${removed} until the lock expires.`),
  ];
}

function ofKey({ keyId, dataKeys, state }: KeyUse): Said | false {
  if (state === 'current') return false;
  if (dataKeys === 0) return advice(`${keyId} no longer wraps any key. Remove it once no backup needs it.`);
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
