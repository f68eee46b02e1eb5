/**
 * Every setting of the server, declared once: its name, default, description and form. Settings come only from the environment,
 * are read only here, and are checked together at start (X17, D36). An empty value counts as unset.
 */

import { isAbsolute } from 'node:path';
import { parseRanges } from '../net/client-address.ts';
import { hostAddresses, parseBucketAddress, parseClamdUrl } from '../net/service-addresses.ts';
import { parseDeliverySecrets } from '../net/webhook-signature.ts';
import { parseKeyList } from './key-list.ts';

type Declaration = {
  readonly name: string;
  readonly default: string | undefined;
  /** What the setting does, for the table in docs/settings.md. Without a default, also what happens if it is unset. */
  readonly about: string;
  /** Ends the sentence "{name} must be …". Problems never repeat a value, which may be a misplaced secret. */
  readonly form: string;
  /** Returns the parsed value, or undefined if the text is malformed. */
  readonly read: (text: string) => unknown;
};

const databaseForm =
  'a URL that begins with postgres:// or postgresql://, with its hosts separated by commas before the database name, characters such as / # ? in its password percent-encoded, and target_session_attrs, if present, read-write or primary';

const declarations = {
  port: {
    name: 'PORT',
    default: '3000',
    about: 'Port of the page and the API; 0 means any free port',
    form: 'a whole number from 0 to 65535',
    read: port,
  },
  host: {
    name: 'HOST',
    default: 'localhost',
    about: 'Address to listen on; `0.0.0.0` or `::` for all, as in a container',
    form: 'a host name or an address',
    read: (text: string) => (/^[\w.:-]+$/.test(text) ? text : undefined),
  },
  dataDir: {
    name: 'DATA_DIR',
    default: './data',
    about:
      'Folder of the embedded store, its keys, mails and deliveries; with PostgreSQL, only of deliveries waiting to be sent. The server’s user must be able to write there',
    form: 'a folder',
    read: anyText,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    default: undefined,
    about:
      'URL of PostgreSQL; if unset, the embedded store is used. Of several hosts, `h1:5432,h2:5432`, the server uses the one that accepts writes. Required in production',
    form: databaseForm,
    read: databaseAddress,
  },
  migrateDatabaseUrl: {
    name: 'MIGRATE_DATABASE_URL',
    default: undefined,
    about:
      'URL of the same database, not through a pooler, for the role that owns the tables. It runs migrations and grants the role of `DATABASE_URL` its rights. Best set only for `operator migrate`; if unset, one role does both',
    form: databaseForm,
    read: databaseAddress,
  },
  preparedStatements: {
    name: 'PREPARED_STATEMENTS',
    default: 'on',
    about:
      '`off` behind a pooler in transaction mode: no statement stays prepared, and connections keep no session settings',
    form: 'on or off',
    read: oneOf('on', 'off'),
  },
  programsDir: {
    name: 'PROGRAMS_DIR',
    default: './programs',
    about: 'Folder that contains one folder per card program',
    form: 'a folder',
    read: anyText,
  },
  encryptionKeys: {
    name: 'ENCRYPTION_KEYS',
    default: undefined,
    about:
      'Encryption keys as `id:base64`, the current one first, or names of keys in a service, `id:vault:transit/key` or `id:kms:key`; if neither this nor the file is set, `DATA_DIR/encryption-keys` is used. Required in production',
    form: 'entries id:key separated by commas or line breaks, each id once, each key 32 random bytes in base64, or vault: or kms: and a name',
    read: (text: string) => (parseKeyList(text) === undefined ? undefined : text),
  },
  encryptionKeysFile: {
    name: 'ENCRYPTION_KEYS_FILE',
    default: undefined,
    about: 'File with the encryption keys, instead of `ENCRYPTION_KEYS`; reread when it changes',
    form: 'a file',
    read: anyText,
  },
  vaultAddress: {
    name: 'VAULT_ADDR',
    default: undefined,
    about: 'Address of Vault or OpenBao that holds encryption keys; if unset, neither is used',
    form: 'an address that begins with https://, or with http:// on this machine',
    read: (text: string) => encryptedAddress(text),
  },
  vaultNamespace: {
    name: 'VAULT_NAMESPACE',
    default: undefined,
    about: 'Namespace in Vault; if unset, the root',
    form: 'a namespace such as team/cards',
    read: (text: string) => (/^[\w./-]+$/.test(text) ? text : undefined),
  },
  vaultTokenFile: {
    name: 'VAULT_TOKEN_FILE',
    default: undefined,
    about: 'File with Vault’s token, as Vault Agent writes it; reread when Vault refuses the current token',
    form: 'a file',
    read: anyText,
  },
  vaultAppRoleFile: {
    name: 'VAULT_APPROLE_FILE',
    default: undefined,
    about:
      'File with `role_id` and `secret_id` as JSON, and `mount` if it is not `approle`, instead of a token',
    form: 'a file',
    read: anyText,
  },
  awsRegion: {
    name: 'AWS_REGION',
    default: undefined,
    about: 'Region of the AWS KMS that holds encryption keys; if unset, KMS is not used',
    form: 'a region such as us-east-1',
    read: (text: string) => (/^[a-z0-9-]{4,40}$/.test(text) ? text : undefined),
  },
  awsKmsEndpoint: {
    name: 'AWS_ENDPOINT_URL_KMS',
    default: undefined,
    about: 'Address of a different KMS endpoint, such as a VPC or FIPS endpoint; if unset, the region’s own',
    form: 'an address that begins with https://, or with http:// on this machine',
    read: (text: string) => encryptedAddress(text),
  },
  awsAccessKeyId: {
    name: 'AWS_ACCESS_KEY_ID',
    default: undefined,
    about: 'Access key for KMS; if unset, the container’s role or else the credentials file is used',
    form: 'an access key id',
    read: (text: string) => (/^\w{16,128}$/.test(text) ? text : undefined),
  },
  awsSecretAccessKey: {
    name: 'AWS_SECRET_ACCESS_KEY',
    default: undefined,
    about: 'Secret of that access key',
    form: 'a secret access key',
    read: anyText,
  },
  awsSessionToken: {
    name: 'AWS_SESSION_TOKEN',
    default: undefined,
    about:
      'Session token of that access key, if it is temporary; a temporary key is better in a file, which is reread',
    form: 'a session token',
    read: anyText,
  },
  awsContainerCredentials: {
    name: 'AWS_CONTAINER_CREDENTIALS_FULL_URI',
    default: undefined,
    about:
      'URL where a container gets an access key for its role, as EKS sets it; called again when the key has expired',
    form: 'an address that begins with https://, or with http:// on this machine or of the agent beside a container',
    read: containerAddress,
  },
  awsContainerTokenFile: {
    name: 'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE',
    default: undefined,
    about: 'File with the token for that URL, read for each call',
    form: 'a file',
    read: anyText,
  },
  awsCredentialsFile: {
    name: 'AWS_SHARED_CREDENTIALS_FILE',
    default: undefined,
    about: 'File with the access key in the format of the AWS tools; reread when the key has expired',
    form: 'a file',
    read: anyText,
  },
  awsProfile: {
    name: 'AWS_PROFILE',
    default: 'default',
    about: 'Profile in the credentials file',
    form: 'a name of a profile',
    read: anyText,
  },
  deliverySecrets: {
    name: 'DELIVERY_SECRETS',
    default: undefined,
    about:
      'Secrets that sign deliveries over https, as `providerId:whsec_…`; two per provider while they are rotated. Required for every provider with https delivery',
    form: 'entries providerId:whsec_… separated by commas or line breaks, at most two per provider, each 24 to 64 random bytes in base64',
    read: (text: string) => (parseDeliverySecrets(text) === undefined ? undefined : text),
  },
  deliverySecretsFile: {
    name: 'DELIVERY_SECRETS_FILE',
    default: undefined,
    about: 'File with the delivery secrets, instead of `DELIVERY_SECRETS`',
    form: 'a file',
    read: anyText,
  },
  auditHeadsSink: {
    name: 'AUDIT_HEADS_SINK',
    default: undefined,
    about:
      'Folder or `https://` address to which the signed heads of the audit trails are exported once a day, best one where nothing can be overwritten; if unset, they are only exported by hand',
    form: 'an absolute folder, or an address that begins with https://',
    read: (text: string) => (isAbsolute(text) ? text : address('https://')(text)),
  },
  smtpUrl: {
    name: 'SMTP_URL',
    default: undefined,
    about: 'URL of the mail server; if unset, mails are written to `DATA_DIR` as files',
    form: 'an address that begins with smtp:// or smtps://',
    read: address('smtp://', 'smtps://'),
  },
  clamdUrl: {
    name: 'CLAMD_URL',
    default: undefined,
    about:
      'Address of the virus scanner for uploads, `tcp://host:port` or `unix:///path`; if unset, uploads are not scanned',
    form: 'an address such as tcp://localhost:3310 or unix:///run/clamd.sock',
    read: parseClamdUrl,
  },
  documentsUrl: {
    name: 'DOCUMENTS_URL',
    default: undefined,
    about:
      'Bucket that stores uploaded documents, sealed, `https://host/bucket/prefix?region=us-east-1`, in Amazon S3 or a compatible service; if unset, the database stores them',
    form: 'an address such as https://host/bucket/prefix?region=us-east-1; with http:// only on this machine',
    read: (text: string) => (encryptedAddress(text) === undefined ? undefined : parseBucketAddress(text)),
  },
  newDocuments: {
    name: 'NEW_DOCUMENTS',
    default: 'bucket',
    about:
      'Where new documents are stored while `DOCUMENTS_URL` is set, `bucket` or `database`; existing ones are read from both',
    form: 'bucket or database',
    read: oneOf('bucket', 'database'),
  },
  documentsAccessKeyId: {
    name: 'DOCUMENTS_ACCESS_KEY_ID',
    default: undefined,
    about:
      'Access key for the bucket; if unset, `DOCUMENTS_CREDENTIALS_FILE` is used, or else the container’s role',
    form: 'an access key id',
    read: (text: string) => (/^[\w-]{3,128}$/.test(text) ? text : undefined),
  },
  documentsSecretAccessKey: {
    name: 'DOCUMENTS_SECRET_ACCESS_KEY',
    default: undefined,
    about: 'Secret of that access key',
    form: 'a secret access key',
    read: anyText,
  },
  documentsCredentialsFile: {
    name: 'DOCUMENTS_CREDENTIALS_FILE',
    default: undefined,
    about:
      'File with the access key for the bucket in the format of the AWS tools, profile `default`; reread when the key has expired',
    form: 'a file',
    read: anyText,
  },
  documentCheckers: {
    name: 'DOCUMENT_CHECKERS',
    default: '2',
    about:
      'Number of uploaded documents checked at the same time, each in a process of up to 512 MB; with 1, one uploader can delay all others',
    form: 'a whole number from 1 to 32',
    read: (text: string) => (/^([1-9]|[12]\d|3[0-2])$/.test(text) ? Number(text) : undefined),
  },
  placesApiKey: {
    name: 'PLACES_API_KEY',
    default: undefined,
    about:
      'Google Places key for address suggestions, sent to every browser: restrict it to the programs’ websites and the Places API. If unset, the embedded suggestions are used',
    form: 'a key of letters, digits, - and _',
    read: (text: string) => (/^[\w-]+$/.test(text) ? text : undefined),
  },
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    default: '',
    about:
      'Addresses and ranges of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted; none by default',
    form: 'addresses or ranges such as 10.0.0.0/8 separated by commas',
    read: parseRanges,
  },
  publicUrlScheme: {
    name: 'PUBLIC_URL_SCHEME',
    default: undefined,
    about:
      '`http` or `https`, as browsers see it; if unset, `https` in production, elsewhere the scheme of the request',
    form: 'http or https',
    read: oneOf('http', 'https'),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'info',
    about: 'Lowest level that is logged: fatal, error, warn, info, debug, trace, or silent',
    form: 'fatal, error, warn, info, debug, trace or silent',
    read: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
  metricsPort: {
    name: 'METRICS_PORT',
    default: undefined,
    about: 'Port of the metrics for Prometheus; if unset, no metrics are served',
    form: 'a whole number from 0 to 65535',
    read: port,
  },
  otelEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: undefined,
    about:
      'Address of the collector that receives traces, by OTLP over HTTP at `/v1/traces` below it; if unset, no traces are sent',
    form: 'an address that begins with http:// or https://',
    read: address('http://', 'https://'),
  },
  apiDocs: {
    name: 'API_DOCS',
    default: undefined,
    about:
      '`on` or `off`: whether the API’s documentation is served at `/docs`; if unset, `off` in production, elsewhere `on`',
    form: 'on or off',
    read: oneOf('on', 'off'),
  },
  maxConnections: {
    name: 'MAX_CONNECTIONS',
    default: '2000',
    about: 'Most connections in total; beyond that, idle ones are closed, then new ones refused',
    form: 'a whole number from 1 to 1000000',
    read: count,
  },
  maxConnectionsPerAddress: {
    name: 'MAX_CONNECTIONS_PER_ADDRESS',
    default: '100',
    about:
      'Most connections from one address, likewise; connections from `TRUSTED_PROXIES` are not counted by address',
    form: 'a whole number from 1 to 1000000',
    read: count,
  },
  operatorsFile: {
    name: 'OPERATORS_FILE',
    default: undefined,
    about:
      'File with the roles of each operator, one line `name: read, decide` each; if unset, anyone who can run a command may do everything',
    form: 'a file',
    read: anyText,
  },
  operatorSocket: {
    name: 'OPERATOR_SOCKET',
    default: undefined,
    about:
      'Socket where the server accepts commands from operators without keys, and through which their commands call it; needs `OPERATORS_FILE`. If unset, only the embedded store has a socket, for its own user',
    form: 'an absolute path',
    read: (text: string) => (isAbsolute(text) ? text : undefined),
  },
  limitsFactor: {
    name: 'LIMITS_FACTOR',
    default: '1',
    about: 'Multiplies every rate limit, for load tests',
    form: 'a number above 0',
    read: (text: string) => (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0 ? Number(text) : undefined),
  },
  databaseTls: {
    name: 'DATABASE_TLS',
    default: 'on',
    about:
      '`off`: production may connect to PostgreSQL on another machine without TLS that verifies the host',
    form: 'on or off',
    read: oneOf('on', 'off'),
  },
  mailFiles: {
    name: 'MAIL_FILES',
    default: 'off',
    about: '`on`: production may write mails as files, without `SMTP_URL`',
    form: 'on or off',
    read: oneOf('on', 'off'),
  },
  virusScan: {
    name: 'VIRUS_SCAN',
    default: 'on',
    about: '`off`: production does not warn if `CLAMD_URL` is unset',
    form: 'on or off',
    read: oneOf('on', 'off'),
  },
  loadTest: {
    name: 'LOAD_TEST',
    default: 'off',
    about: '`on`: production may have a `LIMITS_FACTOR` other than 1',
    form: 'on or off',
    read: oneOf('on', 'off'),
  },
  deliveryFiles: {
    name: 'DELIVERY_FILES',
    default: 'off',
    about: '`on`: production may deliver as files (`way: directory`)',
    form: 'on or off',
    read: oneOf('on', 'off'),
  },
  sampleAgreements: {
    name: 'SAMPLE_AGREEMENTS',
    default: 'off',
    about: '`on`: production may show sample agreements, recognized by words that only a sample has',
    form: 'on or off',
    read: oneOf('on', 'off'),
  },
  demoProgram: {
    name: 'DEMO_PROGRAM',
    default: 'off',
    about: '`on`: production may serve demonstration programs',
    form: 'on or off',
    read: oneOf('on', 'off'),
  },
  sandboxProvider: {
    name: 'SANDBOX_PROVIDER',
    default: 'off',
    about: '`on`: production may deliver to a provider’s sandbox',
    form: 'on or off',
    read: oneOf('on', 'off'),
  },
  nodeEnv: {
    name: 'NODE_ENV',
    default: 'development',
    about: '`production` refuses to start with settings that are only suitable for development; see below',
    form: 'development, production or test',
    read: oneOf('development', 'production', 'test'),
  },
} satisfies Record<string, Declaration>;

type Declarations = typeof declarations;

/** The settings in use. One without a default may be undefined. */
export type Settings = {
  readonly [Key in keyof Declarations]:
    | Exclude<ReturnType<Declarations[Key]['read']>, undefined>
    | Extract<Declarations[Key]['default'], undefined>;
};

/** The declarations as data for the table in docs/settings.md, in its order. */
export const settingsTable: readonly Pick<Declaration, 'name' | 'default' | 'about'>[] = Object.values(
  declarations,
).map((declared) => ({ name: declared.name, default: declared.default, about: declared.about }));

/**
 * Reads the environment. Returns the settings, or all problems at once. Each problem is one sentence for the operator that names
 * the setting but never its value. Files and services that settings name are checked later by the code that uses them.
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
): { readonly ok: true; readonly settings: Settings } | { readonly ok: false; readonly problems: string[] } {
  const problems: string[] = [];
  const values = Object.entries<Declaration>(declarations).map(([key, declared]) => {
    const text = env[declared.name]?.trim() || declared.default;
    const value = text === undefined ? undefined : declared.read(text);
    if (text !== undefined && value === undefined)
      problems.push(`${declared.name} must be ${declared.form}.`);
    return [key, value] as const;
  });
  const settings = byEnvironment(Object.fromEntries(values) as Settings);
  problems.push(...contradictions(settings, (name) => Boolean(env[name]?.trim())));
  return problems.length === 0 ? { ok: true, settings } : { ok: false, problems };
}

/**
 * Fills in the defaults that depend on the environment. Production serves the page over https, for a secure cookie (X4), and
 * doesn't serve the API's documentation, unless the operator says otherwise.
 */
function byEnvironment(settings: Settings): Settings {
  const isProduction = settings.nodeEnv === 'production';
  return {
    ...settings,
    publicUrlScheme: settings.publicUrlScheme ?? (isProduction ? 'https' : undefined),
    apiDocs: settings.apiDocs ?? (isProduction ? 'off' : 'on'),
  };
}

/** Returns the contradictions between well-formed settings. `given`: whether a setting has a value, valid or not. */
function contradictions(settings: Settings, given: (name: string) => boolean): string[] {
  const production = settings.nodeEnv === 'production';
  const keysGiven = given('ENCRYPTION_KEYS') || given('ENCRYPTION_KEYS_FILE');
  const checks: readonly (readonly [wrong: boolean, problem: string])[] = [
    [production && !given('DATABASE_URL'), 'Production needs DATABASE_URL.'],
    [production && !keysGiven, 'Production needs ENCRYPTION_KEYS or ENCRYPTION_KEYS_FILE.'],
    [
      settings.migrateDatabaseUrl !== undefined && !given('DATABASE_URL'),
      'MIGRATE_DATABASE_URL needs DATABASE_URL, the URL for the role of the server.',
    ],
    [
      given('ENCRYPTION_KEYS') && given('ENCRYPTION_KEYS_FILE'),
      'Only one of ENCRYPTION_KEYS and ENCRYPTION_KEYS_FILE may be set.',
    ],
    [
      given('VAULT_ADDR') && given('VAULT_TOKEN_FILE') === given('VAULT_APPROLE_FILE'),
      'VAULT_ADDR needs one of VAULT_TOKEN_FILE and VAULT_APPROLE_FILE.',
    ],
    [
      given('AWS_ACCESS_KEY_ID') !== given('AWS_SECRET_ACCESS_KEY'),
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together.',
    ],
    [
      given('DOCUMENTS_ACCESS_KEY_ID') !== given('DOCUMENTS_SECRET_ACCESS_KEY'),
      'DOCUMENTS_ACCESS_KEY_ID and DOCUMENTS_SECRET_ACCESS_KEY must be set together.',
    ],
    [
      given('DOCUMENTS_URL') &&
        !given('DOCUMENTS_ACCESS_KEY_ID') &&
        !given('DOCUMENTS_CREDENTIALS_FILE') &&
        !given('AWS_CONTAINER_CREDENTIALS_FULL_URI'),
      'DOCUMENTS_URL needs DOCUMENTS_CREDENTIALS_FILE, or DOCUMENTS_ACCESS_KEY_ID, or a container’s role.',
    ],
    [
      given('DOCUMENTS_ACCESS_KEY_ID') && given('DOCUMENTS_CREDENTIALS_FILE'),
      'Only one of DOCUMENTS_ACCESS_KEY_ID and DOCUMENTS_CREDENTIALS_FILE may be set.',
    ],
    [
      given('DELIVERY_SECRETS') && given('DELIVERY_SECRETS_FILE'),
      'Only one of DELIVERY_SECRETS and DELIVERY_SECRETS_FILE may be set.',
    ],
    [
      settings.metricsPort !== undefined &&
        settings.metricsPort !== 0 &&
        settings.metricsPort === settings.port,
      'METRICS_PORT must differ from PORT.',
    ],
  ];
  return checks.filter(([wrong]) => wrong).map(([, problem]) => problem);
}

function anyText(text: string): string {
  return text;
}

function port(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
}

function count(text: string): number | undefined {
  return /^[1-9]\d{0,6}$/.test(text) && Number(text) <= 1_000_000 ? Number(text) : undefined;
}

function oneOf<const Choice extends string>(...choices: Choice[]): (text: string) => Choice | undefined {
  return (text) => choices.find((choice) => choice === text);
}

/** This machine's addresses, and those where ECS and EKS give a container the credentials of its role. */
const here = ['localhost', '127.0.0.1', '[::1]'];
const agentsOfContainers = [...here, '169.254.170.2', '169.254.170.23', '[fd00:ec2::23]'];

function containerAddress(text: string): string | undefined {
  return encryptedAddress(text, agentsOfContainers);
}

/** Returns a URL whose traffic can't be read on the network: TLS, or no network at all, as for an agent on the same machine. */
function encryptedAddress(text: string, unencrypted: readonly string[] = here): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, username } = new URL(text);
  const isHere = unencrypted.includes(hostname);
  return username === '' && (protocol === 'https:' || (protocol === 'http:' && isHere)) ? text : undefined;
}

function databaseAddress(text: string): string | undefined {
  return hostAddresses(text) && text;
}

function address(...starts: string[]): (text: string) => string | undefined {
  return (text) => (starts.some((start) => text.startsWith(start)) && URL.canParse(text) ? text : undefined);
}
