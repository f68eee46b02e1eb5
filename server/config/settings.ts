/**
 * Every setting of the server, declared once: its name, default, meaning, form. All come from the environment, are
 * read here and nowhere else, and are checked together at start (X17, D36). An empty value counts as unset.
 */

import { isAbsolute } from 'node:path';
import { parseBucketAddress } from '../net/bucket-address.ts';
import { parseClamdUrl } from '../net/clamd-address.ts';
import { parseRanges } from '../net/client-address.ts';
import { hostAddresses } from '../net/database-addresses.ts';
import { parseDeliverySecrets } from '../net/webhook-signature.ts';
import { parseKeyList } from './key-list.ts';

type Declaration = {
  readonly name: string;
  readonly default: string | undefined;
  /** What the setting does, for the table in docs/settings.md; without a default, also what happens when it is unset. */
  readonly about: string;
  /** Ends the sentence "{name} must be …". Problems never repeat a value: it may be a secret in the wrong place. */
  readonly form: string;
  /** The value in use, or undefined when the text is malformed. */
  readonly read: (text: string) => unknown;
};

const databaseForm =
  'an address that begins with postgres:// or postgresql://, its hosts separated by commas before the name of the database, characters such as / # ? of its password percent-encoded, and target_session_attrs, if there, read-write or primary';

const declarations = {
  port: {
    name: 'PORT',
    default: '3000',
    about: 'Port of the page and the API; 0 takes any free one',
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
      'Folder of the embedded store with its keys, mails and deliveries; with PostgreSQL, of deliveries that wait to be sent. The server’s user must be able to write there',
    form: 'a folder',
    read: anyText,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    default: undefined,
    about:
      'Address of PostgreSQL. Of several hosts, `h1:5432,h2:5432`, the server finds the one that takes writes. Required in production; without it the server uses the embedded store',
    form: databaseForm,
    read: databaseAddress,
  },
  migrateDatabaseUrl: {
    name: 'MIGRATE_DATABASE_URL',
    default: undefined,
    about:
      'Address of the same database, direct and as the role that owns the tables. Migrations run over it and grant the role of `DATABASE_URL` what it needs. Best given to `operator migrate` alone; without it one role does both',
    form: databaseForm,
    read: databaseAddress,
  },
  preparedStatements: {
    name: 'PREPARED_STATEMENTS',
    default: 'on',
    about:
      '`off` behind a pooler in transaction mode: the server keeps no prepared statements and nothing else on a connection beyond its transaction',
    form: 'on or off',
    read: oneOf('on', 'off'),
  },
  programsDir: {
    name: 'PROGRAMS_DIR',
    default: './programs',
    about: 'Folder that holds one folder for each card program',
    form: 'a folder',
    read: anyText,
  },
  encryptionKeys: {
    name: 'ENCRYPTION_KEYS',
    default: undefined,
    about:
      'Keys as `id:base64`, the current one first, or the names of keys in a service, `id:vault:transit/key` and `id:kms:key`. This or the file is required in production; without either the server creates `DATA_DIR/encryption-keys`',
    form: 'entries id:key separated by commas or line breaks, each id once, each key 32 random bytes in base64, or vault: or kms: and a name',
    read: (text: string) => (parseKeyList(text) === undefined ? undefined : text),
  },
  encryptionKeysFile: {
    name: 'ENCRYPTION_KEYS_FILE',
    default: undefined,
    about:
      'File that holds the keys, instead of `ENCRYPTION_KEYS`; the server reads it again when it changes',
    form: 'a file',
    read: anyText,
  },
  vaultAddress: {
    name: 'VAULT_ADDR',
    default: undefined,
    about: 'Address of Vault or OpenBao with encryption keys; without it the server uses none',
    form: 'an address that begins with https://, or with http:// on this machine',
    read: (text: string) => encryptedAddress(text),
  },
  vaultNamespace: {
    name: 'VAULT_NAMESPACE',
    default: undefined,
    about: 'Namespace in Vault; without it the root',
    form: 'a namespace such as team/cards',
    read: (text: string) => (/^[\w./-]+$/.test(text) ? text : undefined),
  },
  vaultTokenFile: {
    name: 'VAULT_TOKEN_FILE',
    default: undefined,
    about:
      'File with the token for Vault, as Vault Agent writes it; the server reads it again when Vault refuses the token',
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
    about: 'Region of the AWS KMS with encryption keys; without it the server uses none',
    form: 'a region such as us-east-1',
    read: (text: string) => (/^[a-z0-9-]{4,40}$/.test(text) ? text : undefined),
  },
  awsKmsEndpoint: {
    name: 'AWS_ENDPOINT_URL_KMS',
    default: undefined,
    about: 'Another address of KMS, such as a VPC endpoint or the one for FIPS; without it the region’s own',
    form: 'an address that begins with https://, or with http:// on this machine',
    read: (text: string) => encryptedAddress(text),
  },
  awsAccessKeyId: {
    name: 'AWS_ACCESS_KEY_ID',
    default: undefined,
    about: 'Access key for KMS; without it the container’s role or the credentials file',
    form: 'an access key id',
    read: (text: string) => (/^\w{16,128}$/.test(text) ? text : undefined),
  },
  awsSecretAccessKey: {
    name: 'AWS_SECRET_ACCESS_KEY',
    default: undefined,
    about: 'Secret of the access key for KMS',
    form: 'a secret access key',
    read: anyText,
  },
  awsSessionToken: {
    name: 'AWS_SESSION_TOKEN',
    default: undefined,
    about:
      'Session token of a temporary access key for KMS; a file is better, because the server reads it again',
    form: 'a session token',
    read: anyText,
  },
  awsContainerCredentials: {
    name: 'AWS_CONTAINER_CREDENTIALS_FULL_URI',
    default: undefined,
    about:
      'Address at which a container gets the access key of its role, as EKS sets it; the server asks again when KMS says that the key has ended',
    form: 'an address that begins with https://, or with http:// on this machine or of the agent beside a container',
    read: containerAddress,
  },
  awsContainerTokenFile: {
    name: 'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE',
    default: undefined,
    about: 'File with the token for that address; the server reads it each time',
    form: 'a file',
    read: anyText,
  },
  awsCredentialsFile: {
    name: 'AWS_SHARED_CREDENTIALS_FILE',
    default: undefined,
    about:
      'File with the access key for KMS in the format of the AWS tools; the server reads it again when KMS says that the key has ended',
    form: 'a file',
    read: anyText,
  },
  awsProfile: {
    name: 'AWS_PROFILE',
    default: 'default',
    about: 'Profile in `AWS_SHARED_CREDENTIALS_FILE`',
    form: 'a name of a profile',
    read: anyText,
  },
  deliverySecrets: {
    name: 'DELIVERY_SECRETS',
    default: undefined,
    about:
      'Secrets that sign deliveries over https, as `providerId:whsec_…`; two for a provider while its secret changes. Required for every provider that gets deliveries over https',
    form: 'entries providerId:whsec_… separated by commas or line breaks, at most two per provider, each 24 to 64 random bytes in base64',
    read: (text: string) => (parseDeliverySecrets(text) === undefined ? undefined : text),
  },
  deliverySecretsFile: {
    name: 'DELIVERY_SECRETS_FILE',
    default: undefined,
    about: 'File that holds the secrets, instead of `DELIVERY_SECRETS`',
    form: 'a file',
    read: anyText,
  },
  auditHeadsSink: {
    name: 'AUDIT_HEADS_SINK',
    default: undefined,
    about:
      'Folder or `https://` address to which the server exports the signed heads of the audit trails once a day, best one where nothing can be overwritten; without it you export them by hand',
    form: 'an absolute folder, or an address that begins with https://',
    read: (text: string) => (isAbsolute(text) ? text : address('https://')(text)),
  },
  smtpUrl: {
    name: 'SMTP_URL',
    default: undefined,
    about:
      'Mail server. Required in production, unless `MAIL_FILES` is `on`; without it mails are files in `DATA_DIR`',
    form: 'an address that begins with smtp:// or smtps://',
    read: address('smtp://', 'smtps://'),
  },
  clamdUrl: {
    name: 'CLAMD_URL',
    default: undefined,
    about:
      'Virus scanner for uploads, `tcp://host:port` or `unix:///path`; without it uploads are not scanned',
    form: 'an address such as tcp://localhost:3310 or unix:///run/clamd.sock',
    read: parseClamdUrl,
  },
  documentsUrl: {
    name: 'DOCUMENTS_URL',
    default: undefined,
    about:
      'Bucket for uploaded documents, which are sealed: `https://host/bucket/prefix?region=us-east-1`, of Amazon S3 or a compatible service; without it they are in the database',
    form: 'an address such as https://host/bucket/prefix?region=us-east-1; with http:// only on this machine',
    read: (text: string) => (encryptedAddress(text) === undefined ? undefined : parseBucketAddress(text)),
  },
  newDocuments: {
    name: 'NEW_DOCUMENTS',
    default: 'bucket',
    about:
      'Place of new documents while `DOCUMENTS_URL` is set, `bucket` or `database`; the server reads existing ones from either',
    form: 'bucket or database',
    read: oneOf('bucket', 'database'),
  },
  documentsAccessKeyId: {
    name: 'DOCUMENTS_ACCESS_KEY_ID',
    default: undefined,
    about: 'Access key for the bucket; without it `DOCUMENTS_CREDENTIALS_FILE`, else the container’s role',
    form: 'an access key id',
    read: (text: string) => (/^[\w-]{3,128}$/.test(text) ? text : undefined),
  },
  documentsSecretAccessKey: {
    name: 'DOCUMENTS_SECRET_ACCESS_KEY',
    default: undefined,
    about: 'Secret of the access key for the bucket',
    form: 'a secret access key',
    read: anyText,
  },
  documentsCredentialsFile: {
    name: 'DOCUMENTS_CREDENTIALS_FILE',
    default: undefined,
    about:
      'File with the access key for the bucket in the format of the AWS tools, profile `default`; the server reads it again when the bucket says that the key has ended',
    form: 'a file',
    read: anyText,
  },
  documentCheckers: {
    name: 'DOCUMENT_CHECKERS',
    default: '2',
    about:
      'Number of uploaded documents that are checked at the same time, each in a process of up to 512 MB; with 1, one sender can keep the others waiting',
    form: 'a whole number from 1 to 32',
    read: (text: string) => (/^([1-9]|[12]\d|3[0-2])$/.test(text) ? Number(text) : undefined),
  },
  placesApiKey: {
    name: 'PLACES_API_KEY',
    default: undefined,
    about:
      'Google Places key for address suggestions. Every browser gets it: restrict it to the programs’ websites and the Places API. Without it the server suggests from its own data',
    form: 'a key of letters, digits, - and _',
    read: (text: string) => (/^[\w-]+$/.test(text) ? text : undefined),
  },
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    default: '',
    about:
      'Addresses and ranges whose `X-Forwarded-For` and `X-Forwarded-Proto` the server believes; none by default',
    form: 'addresses or ranges such as 10.0.0.0/8 separated by commas',
    read: parseRanges,
  },
  publicUrlScheme: {
    name: 'PUBLIC_URL_SCHEME',
    default: undefined,
    about:
      '`http` or `https` as browsers see it; without it `https` in production, elsewhere what the request says',
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
    about: 'Port of the metrics for Prometheus; without it there are none',
    form: 'a whole number from 0 to 65535',
    read: port,
  },
  otelEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: undefined,
    about:
      'Collector that gets traces, by OTLP over HTTP at `/v1/traces` below this address; without it no traces are sent',
    form: 'an address that begins with http:// or https://',
    read: address('http://', 'https://'),
  },
  apiDocs: {
    name: 'API_DOCS',
    default: undefined,
    about:
      '`on` or `off`: the description of the API as a page at `/docs`; without it `off` in production, elsewhere `on`',
    form: 'on or off',
    read: oneOf('on', 'off'),
  },
  maxConnections: {
    name: 'MAX_CONNECTIONS',
    default: '2000',
    about: 'Most connections in all. Beyond them the server closes unused ones, then refuses new ones',
    form: 'a whole number from 1 to 1000000',
    read: count,
  },
  maxConnectionsPerAddress: {
    name: 'MAX_CONNECTIONS_PER_ADDRESS',
    default: '100',
    about:
      'Most connections of one address, in the same way; those of `TRUSTED_PROXIES` are not counted by address',
    form: 'a whole number from 1 to 1000000',
    read: count,
  },
  operatorsFile: {
    name: 'OPERATORS_FILE',
    default: undefined,
    about:
      'File with the roles of each operator, a line `name: read, decide` each; without it anyone who can run a command may do everything',
    form: 'a file',
    read: anyText,
  },
  operatorSocket: {
    name: 'OPERATOR_SOCKET',
    default: undefined,
    about:
      'Socket at which the server takes the commands of operators who have no keys, and which the commands call; needs `OPERATORS_FILE`. Without it only the embedded store has one, for its own user',
    form: 'an absolute path',
    read: (text: string) => (isAbsolute(text) ? text : undefined),
  },
  limitsFactor: {
    name: 'LIMITS_FACTOR',
    default: '1',
    about: 'Factor of every rate limit, for load tests',
    form: 'a number above 0',
    read: (text: string) => (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0 ? Number(text) : undefined),
  },
  databaseTls: {
    name: 'DATABASE_TLS',
    default: 'on',
    about: '`off` lets production reach PostgreSQL on another machine without TLS that proves who it is',
    form: 'on or off',
    read: oneOf('on', 'off'),
  },
  mailFiles: {
    name: 'MAIL_FILES',
    default: 'off',
    about: '`on` lets production write mails as files, without `SMTP_URL`',
    form: 'on or off',
    read: oneOf('on', 'off'),
  },
  virusScan: {
    name: 'VIRUS_SCAN',
    default: 'on',
    about: '`off` ends the warning of production that `CLAMD_URL` is not set',
    form: 'on or off',
    read: oneOf('on', 'off'),
  },
  loadTest: {
    name: 'LOAD_TEST',
    default: 'off',
    about: '`on` lets production have a `LIMITS_FACTOR` other than 1',
    form: 'on or off',
    read: oneOf('on', 'off'),
  },
  deliveryFiles: {
    name: 'DELIVERY_FILES',
    default: 'off',
    about: '`on` lets production deliver as files (`directory`)',
    form: 'on or off',
    read: oneOf('on', 'off'),
  },
  sampleAgreements: {
    name: 'SAMPLE_AGREEMENTS',
    default: 'off',
    about:
      '`on` lets production show agreements that say they are samples, or that hold sample figures and addresses',
    form: 'on or off',
    read: oneOf('on', 'off'),
  },
  demoProgram: {
    name: 'DEMO_PROGRAM',
    default: 'off',
    about: '`on` lets production serve demonstration programs',
    form: 'on or off',
    read: oneOf('on', 'off'),
  },
  sandboxProvider: {
    name: 'SANDBOX_PROVIDER',
    default: 'off',
    about: '`on` lets production deliver to a provider’s sandbox',
    form: 'on or off',
    read: oneOf('on', 'off'),
  },
  nodeEnv: {
    name: 'NODE_ENV',
    default: 'development',
    about: '`production` refuses settings that are only fit for a trial; see below',
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

/** The same declarations as data, in the order of that table. */
export const settingsTable: readonly Pick<Declaration, 'name' | 'default' | 'about'>[] = Object.values(
  declarations,
).map((declared) => ({ name: declared.name, default: declared.default, about: declared.about }));

/**
 * Reads the environment. Returns the settings, or every problem at once, each one sentence for the operator that names
 * the setting and never its value. Files and services that settings name are tried later, by their users.
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
 * In production, unless the operator says otherwise, the page is served over https, for a safe cookie (X4), and the API
 * does not show itself.
 */
function byEnvironment(settings: Settings): Settings {
  const isProduction = settings.nodeEnv === 'production';
  return {
    ...settings,
    publicUrlScheme: settings.publicUrlScheme ?? (isProduction ? 'https' : undefined),
    apiDocs: settings.apiDocs ?? (isProduction ? 'off' : 'on'),
  };
}

/** What is wrong with settings that are each well-formed. `given`: whether a setting is there at all, valid or not. */
function contradictions(settings: Settings, given: (name: string) => boolean): string[] {
  const production = settings.nodeEnv === 'production';
  const keysGiven = given('ENCRYPTION_KEYS') || given('ENCRYPTION_KEYS_FILE');
  const checks: readonly (readonly [wrong: boolean, problem: string])[] = [
    [production && !given('DATABASE_URL'), 'Production needs DATABASE_URL.'],
    [production && !keysGiven, 'Production needs ENCRYPTION_KEYS or ENCRYPTION_KEYS_FILE.'],
    [
      settings.migrateDatabaseUrl !== undefined && !given('DATABASE_URL'),
      'MIGRATE_DATABASE_URL needs DATABASE_URL, the address for the role of the server.',
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
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY belong together.',
    ],
    [
      given('DOCUMENTS_ACCESS_KEY_ID') !== given('DOCUMENTS_SECRET_ACCESS_KEY'),
      'DOCUMENTS_ACCESS_KEY_ID and DOCUMENTS_SECRET_ACCESS_KEY belong together.',
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

/** The addresses of this machine, and those at which ECS and EKS give a container what its role may use. */
const here = ['localhost', '127.0.0.1', '[::1]'];
const agentsOfContainers = [...here, '169.254.170.2', '169.254.170.23', '[fd00:ec2::23]'];

function containerAddress(text: string): string | undefined {
  return encryptedAddress(text, agentsOfContainers);
}

/** What is sent there must not be read on the way: TLS, or no network at all, as for an agent beside the server. */
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
