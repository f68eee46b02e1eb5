/**
 * Declares all settings. Only environment variables set them. An empty value counts as unset. The server checks all settings at
 * startup (X17, D36).
 */
import { isAbsolute } from 'node:path';
import { parseRanges } from '../net/client-address.ts';
import { hostAddresses, parseBucketAddress, parseClamdUrl } from '../net/service-addresses.ts';
import { parseDeliverySecrets } from '../net/webhook-signature.ts';
import { parseKeyList } from './key-list.ts';

/**
 * Returns a function that declares a setting. `about` is the text in docs/settings.md: what the setting does and, if there is no
 * default, what happens while it is unset. `form` is the end of the error "{name} must be …". Errors never quote a value, because
 * a value may be a misplaced secret. `read` returns the parsed value, or undefined if the text is malformed.
 */
function setting<Value>(form: string, read: (text: string) => Value | undefined) {
  return <Default extends string | undefined = undefined>(name: string, about: string, unset?: Default) => ({
    name,
    about,
    default: unset as Default,
    form,
    read,
  });
}

function anyText(text: string): string {
  return text;
}

function matching(pattern: RegExp): (text: string) => string | undefined {
  return (text) => (pattern.test(text) ? text : undefined);
}

function startingWith(...starts: string[]): (text: string) => string | undefined {
  return (text) => (starts.some((start) => text.startsWith(start)) && URL.canParse(text) ? text : undefined);
}

function wholeNumber(from: number, to: number) {
  const isInRange = (text: string) => /^\d{1,7}$/.test(text) && Number(text) >= from && Number(text) <= to;
  return setting(`a whole number from ${from} to ${to}`, (text) =>
    isInRange(text) ? Number(text) : undefined,
  );
}

function choice<const Choice extends string>(...choices: Choice[]) {
  return setting(`${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`, (text) =>
    choices.find((one) => one === text),
  );
}

/** The only hosts that http:// URLs may have by default: the names and addresses of this machine. */
const here = ['localhost', '127.0.0.1', '[::1]'];
/** The hosts that the http:// URL of container credentials may have: this machine, and the agents of ECS and EKS. */
const containerAgents = [...here, '169.254.170.2', '169.254.170.23', '[fd00:ec2::23]'];

/**
 * Returns the text if it is an https URL, or an http URL with a host in `unencrypted`. Returns undefined for other texts, and for
 * a URL with a user name.
 */
function encryptedUrl(text: string, unencrypted = here): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, username } = new URL(text);
  const isHere = unencrypted.includes(hostname);
  return username === '' && (protocol === 'https:' || (protocol === 'http:' && isHere)) ? text : undefined;
}

const file = setting('a file', anyText);
const folder = setting('a folder', anyText);
const secretKey = setting('a secret access key', anyText);
const onOrOff = choice('on', 'off');
const port = wholeNumber(0, 65_535);
const connectionCount = wholeNumber(1, 1_000_000);
const encryptedAddress = setting(
  'an address that begins with https://, or with http:// on this machine',
  (text) => encryptedUrl(text),
);
const databaseUrl = setting(
  'a URL that begins with postgres:// or postgresql://, with its hosts separated by commas before the database name, characters such as / # ? in its password percent-encoded, and target_session_attrs, if present, read-write or primary',
  (text) => hostAddresses(text) && text,
);

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const declarations = {
  port: port('PORT', 'Port of the page and the API; 0 means any free port', '3000'),
  host: setting('a host name or an address', matching(/^[\w.:-]+$/))(
    'HOST',
    'Address to listen on; `0.0.0.0` or `::` means all addresses, which a container needs',
    'localhost',
  ),
  dataDir: folder(
    'DATA_DIR',
    'Folder for the embedded store, encryption keys, emails and deliveries; in production, usually only for deliveries waiting to be sent. The server’s user must be able to write there',
    './data',
  ),
  databaseUrl: databaseUrl(
    'DATABASE_URL',
    'URL of PostgreSQL; if unset, the embedded store is used. It may name several hosts, as in `h1:5432,h2:5432`: the server uses the one that accepts writes. Required in production',
  ),
  migrateDatabaseUrl: databaseUrl(
    'MIGRATE_DATABASE_URL',
    'URL of the same database, not through a pooler, for the role that owns the tables. This role runs migrations and grants privileges to the role of `DATABASE_URL`. Preferably set it only for `operator migrate`; if unset, the role of `DATABASE_URL` also runs migrations',
  ),
  preparedStatements: onOrOff(
    'PREPARED_STATEMENTS',
    'Set it to `off` behind a pooler in transaction mode: the server then leaves no prepared statements on a connection and needs no session settings',
    'on',
  ),
  programsDir: folder('PROGRAMS_DIR', 'Folder that contains one folder per card program', './programs'),
  encryptionKeys: setting(
    'entries id:key separated by commas or line breaks, each id once, each key 32 random bytes in base64, or vault: or kms: and a name',
    (text) => parseKeyList(text) && text,
  )(
    'ENCRYPTION_KEYS',
    'Encryption keys, the current one first: each as `id:base64`, or a key of Vault as `id:vault:transit/key` or of AWS KMS as `id:kms:key`; if neither this setting nor `ENCRYPTION_KEYS_FILE` is set, `DATA_DIR/encryption-keys` is used. Production requires one of the two settings',
  ),
  encryptionKeysFile: file(
    'ENCRYPTION_KEYS_FILE',
    'File with the encryption keys, instead of `ENCRYPTION_KEYS`; reread when it changes',
  ),
  vaultAddress: encryptedAddress('VAULT_ADDR', 'URL of Vault or OpenBao with encryption keys; none if unset'),
  vaultNamespace: setting('a namespace such as team/cards', matching(/^[\w./-]+$/))(
    'VAULT_NAMESPACE',
    'Namespace in Vault; if unset, the root namespace',
  ),
  vaultTokenFile: file(
    'VAULT_TOKEN_FILE',
    'File with a Vault token, which Vault Agent can write; reread when Vault refuses the current token',
  ),
  vaultAppRoleFile: file(
    'VAULT_APPROLE_FILE',
    'JSON file with `role_id` and `secret_id`, and with `mount` if it is not `approle`. Used instead of a token',
  ),
  awsRegion: setting('a region such as us-east-1', matching(/^[a-z0-9-]{4,40}$/))(
    'AWS_REGION',
    'Region of the AWS KMS that holds encryption keys; if unset, KMS is not used',
  ),
  awsKmsEndpoint: encryptedAddress(
    'AWS_ENDPOINT_URL_KMS',
    'URL of a different KMS endpoint, such as a VPC or FIPS endpoint; if unset, the endpoint of the region is used',
  ),
  awsAccessKeyId: setting('an access key id', matching(/^\w{16,128}$/))(
    'AWS_ACCESS_KEY_ID',
    'Access key for KMS; if unset, the container’s role is used, or else the credentials file',
  ),
  awsSecretAccessKey: secretKey('AWS_SECRET_ACCESS_KEY', 'Secret of `AWS_ACCESS_KEY_ID`'),
  awsSessionToken: setting('a session token', anyText)(
    'AWS_SESSION_TOKEN',
    'Session token of `AWS_ACCESS_KEY_ID`, if that key is temporary; preferably store a temporary key in a file, because the server rereads the file',
  ),
  awsContainerCredentials: setting(
    'an address that begins with https://, or with http:// on this machine or at the credentials agent of ECS or EKS',
    (text) => encryptedUrl(text, containerAgents),
  )(
    'AWS_CONTAINER_CREDENTIALS_FULL_URI',
    'URL, set by EKS, from which a container gets an access key for its role; called again when the key has expired',
  ),
  awsContainerTokenFile: file(
    'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE',
    'File with the token for `AWS_CONTAINER_CREDENTIALS_FULL_URI`, read for each call',
  ),
  awsCredentialsFile: file(
    'AWS_SHARED_CREDENTIALS_FILE',
    'File with the access key in the format of the AWS tools; reread when the key has expired',
  ),
  awsProfile: setting('a profile name', anyText)('AWS_PROFILE', 'Profile in the credentials file', 'default'),
  deliverySecrets: setting(
    'entries providerId:whsec_… separated by commas or line breaks, at most two per provider, each 24 to 64 random bytes in base64',
    (text) => parseDeliverySecrets(text) && text,
  )(
    'DELIVERY_SECRETS',
    'Secrets that sign deliveries over https, as `providerId:whsec_…`; two for a provider whose secret is being rotated. Required for every provider with https delivery',
  ),
  deliverySecretsFile: file('DELIVERY_SECRETS_FILE', 'File with the secrets, instead of `DELIVERY_SECRETS`'),
  auditHeadsSink: setting('an absolute folder, or an address that begins with https://', (text) =>
    isAbsolute(text) ? text : startingWith('https://')(text),
  )(
    'AUDIT_HEADS_SINK',
    'Folder or `https://` URL to which the server exports the signed heads of the audit trails once a day. Choose a place where no one can overwrite files. If unset, only the command `audit heads` exports the heads',
  ),
  smtpUrl: setting('an address that begins with smtp:// or smtps://', startingWith('smtp://', 'smtps://'))(
    'SMTP_URL',
    'URL of the mail server; if unset, emails are written to `DATA_DIR` as files',
  ),
  clamdUrl: setting('an address such as tcp://localhost:3310 or unix:///run/clamd.sock', parseClamdUrl)(
    'CLAMD_URL',
    'URL of the virus scanner for uploads, `tcp://host:port` or `unix:///path`; if unset, uploads are not scanned',
  ),
  documentsUrl: setting(
    'an address such as https://host/bucket/prefix?region=us-east-1; with http:// only on this machine',
    (text) => (encryptedUrl(text) === undefined ? undefined : parseBucketAddress(text)),
  )(
    'DOCUMENTS_URL',
    'URL of the bucket in Amazon S3 or a compatible service that stores the encrypted uploaded documents, such as `https://host/bucket/prefix?region=us-east-1`; if unset, the database stores them',
  ),
  newDocuments: choice('bucket', 'database')(
    'NEW_DOCUMENTS',
    'Where new documents are stored if `DOCUMENTS_URL` is set: `bucket` or `database`. Existing documents are read from both',
    'bucket',
  ),
  documentsAccessKeyId: setting('an access key id', matching(/^[\w-]{3,128}$/))(
    'DOCUMENTS_ACCESS_KEY_ID',
    'Access key for the bucket; if unset, `DOCUMENTS_CREDENTIALS_FILE` is used, or else the container’s role',
  ),
  documentsSecretAccessKey: secretKey('DOCUMENTS_SECRET_ACCESS_KEY', 'Secret of `DOCUMENTS_ACCESS_KEY_ID`'),
  documentsCredentialsFile: file(
    'DOCUMENTS_CREDENTIALS_FILE',
    'File in the format of the AWS tools with the access key for the bucket, under the profile `default`; reread when the key has expired',
  ),
  documentCheckers: wholeNumber(1, 32)(
    'DOCUMENT_CHECKERS',
    'Number of uploaded documents checked at the same time, each in a process of up to 512 MB. If it is 1, one uploader can delay all others',
    '2',
  ),
  placesApiKey: setting('a key of letters, digits, - and _', matching(/^[\w-]+$/))(
    'PLACES_API_KEY',
    'Google Places key for address suggestions, sent to every browser: restrict it to the programs’ websites and the Places API. If unset, the embedded suggestions are used',
  ),
  trustedProxies: setting('addresses or ranges such as 10.0.0.0/8 separated by commas', parseRanges)(
    'TRUSTED_PROXIES',
    'Addresses and ranges of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted; none by default',
    '',
  ),
  publicUrlScheme: choice('http', 'https')(
    'PUBLIC_URL_SCHEME',
    'Scheme of the page’s URL as browsers see it, `http` or `https`; if unset, `https` in production, and otherwise the scheme of the request',
  ),
  logLevel: choice(...logLevels)('LOG_LEVEL', `Lowest logged level: ${logLevels.join(', ')}`, 'info'),
  metricsPort: port('METRICS_PORT', 'Port of the metrics for Prometheus; if unset, no metrics are served'),
  otelEndpoint: setting(
    'an address that begins with http:// or https://',
    startingWith('http://', 'https://'),
  )(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'URL of the collector that receives traces with OTLP over HTTP; the server adds `/v1/traces`. If unset, no traces are sent',
  ),
  apiDocs: onOrOff(
    'API_DOCS',
    '`on` serves the API’s documentation at `/docs`, `off` does not; if unset, `off` in production and otherwise `on`',
  ),
  maxConnections: connectionCount(
    'MAX_CONNECTIONS',
    'Maximum number of connections. At this limit, the server closes idle connections. If no connection is idle, it refuses new connections',
    '2000',
  ),
  maxConnectionsPerAddress: connectionCount(
    'MAX_CONNECTIONS_PER_ADDRESS',
    'Maximum number of connections from one IP address. At this limit, the server closes idle connections of that address. If none of them is idle, it refuses new connections from that address. Does not apply to `TRUSTED_PROXIES`',
    '100',
  ),
  operatorsFile: file(
    'OPERATORS_FILE',
    'File with the roles of each operator, in lines such as `name: read, decide`; if unset, anyone who can run a command may do everything',
  ),
  operatorSocket: setting('an absolute path', (text) => (isAbsolute(text) ? text : undefined))(
    'OPERATOR_SOCKET',
    'Unix socket through which operators who have no encryption keys send commands to the server. Set it for the operators and for the server, and set `OPERATORS_FILE` for the server. If unset, only a server with the embedded store has a socket, which only its own user can open',
  ),
  limitsFactor: setting('a number above 0', (text) =>
    /^\d+(\.\d+)?$/.test(text) && Number(text) > 0 ? Number(text) : undefined,
  )('LIMITS_FACTOR', 'Multiplies every rate limit, for load tests', '1'),
  databaseTls: onOrOff(
    'DATABASE_TLS',
    '`off`: production may use a remote database without verified TLS',
    'on',
  ),
  mailFiles: onOrOff('MAIL_FILES', '`on`: production may write emails as files, without `SMTP_URL`', 'off'),
  virusScan: onOrOff('VIRUS_SCAN', '`off`: production does not warn if `CLAMD_URL` is unset', 'on'),
  loadTest: onOrOff('LOAD_TEST', '`on`: production may have a `LIMITS_FACTOR` other than 1', 'off'),
  deliveryFiles: onOrOff(
    'DELIVERY_FILES',
    '`on`: production may deliver as files (`"way": "directory"`)',
    'off',
  ),
  sampleAgreements: onOrOff(
    'SAMPLE_AGREEMENTS',
    '`on`: production may show sample agreements. The server recognizes them by words that only samples contain',
    'off',
  ),
  demoProgram: onOrOff('DEMO_PROGRAM', '`on`: production may serve demonstration programs', 'off'),
  sandboxProvider: onOrOff('SANDBOX_PROVIDER', '`on`: production may deliver to a provider’s sandbox', 'off'),
  nodeEnv: choice('development', 'production', 'test')(
    'NODE_ENV',
    'If this is `production`, the server refuses to start with settings that are only suitable for development',
    'development',
  ),
};

type Declarations = typeof declarations;

/** The parsed values of all settings. A setting without a default may be undefined. */
export type Settings = {
  readonly [Key in keyof Declarations]:
    | Exclude<ReturnType<Declarations[Key]['read']>, undefined>
    | Extract<Declarations[Key]['default'], undefined>;
};

/** The declarations in the order of the table in docs/settings.md. */
export const settingsTable = Object.values(declarations);

/** Returns the settings from the environment, or one sentence for each problem. A sentence never contains a setting's value. */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
): { readonly ok: true; readonly settings: Settings } | { readonly ok: false; readonly problems: string[] } {
  const problems: string[] = [];
  const values = Object.entries(declarations).map(([key, declared]) => {
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

/** Fills in the defaults that depend on NODE_ENV. In production, browsers use https, so cookies get `Secure` (X4). */
function byEnvironment(settings: Settings): Settings {
  const isProduction = settings.nodeEnv === 'production';
  return {
    ...settings,
    publicUrlScheme: settings.publicUrlScheme ?? (isProduction ? 'https' : undefined),
    apiDocs: settings.apiDocs ?? (isProduction ? 'off' : 'on'),
  };
}

/**
 * Returns a sentence for each contradiction and each missing setting. `given` returns whether a setting has a value, even an
 * invalid one.
 */
function contradictions(settings: Settings, given: (name: string) => boolean): string[] {
  const production = settings.nodeEnv === 'production';
  const keysGiven = given('ENCRYPTION_KEYS') || given('ENCRYPTION_KEYS_FILE');
  type Check = readonly [isWrong: boolean, problem: string];
  const together = (one: string, other: string): Check => [
    given(one) !== given(other),
    `${one} and ${other} must be set together.`,
  ];
  const onlyOne = (one: string, other: string): Check => [
    given(one) && given(other),
    `Only one of ${one} and ${other} may be set.`,
  ];
  const checks: readonly Check[] = [
    [production && !given('DATABASE_URL'), 'Production needs DATABASE_URL.'],
    [production && !keysGiven, 'Production needs ENCRYPTION_KEYS or ENCRYPTION_KEYS_FILE.'],
    [
      settings.migrateDatabaseUrl !== undefined && !given('DATABASE_URL'),
      'MIGRATE_DATABASE_URL needs DATABASE_URL, the URL for the role of the server.',
    ],
    onlyOne('ENCRYPTION_KEYS', 'ENCRYPTION_KEYS_FILE'),
    [
      given('VAULT_ADDR') && given('VAULT_TOKEN_FILE') === given('VAULT_APPROLE_FILE'),
      'VAULT_ADDR needs one of VAULT_TOKEN_FILE and VAULT_APPROLE_FILE.',
    ],
    together('AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'),
    together('DOCUMENTS_ACCESS_KEY_ID', 'DOCUMENTS_SECRET_ACCESS_KEY'),
    [
      given('DOCUMENTS_URL') &&
        !given('DOCUMENTS_ACCESS_KEY_ID') &&
        !given('DOCUMENTS_CREDENTIALS_FILE') &&
        !given('AWS_CONTAINER_CREDENTIALS_FULL_URI'),
      'DOCUMENTS_URL needs DOCUMENTS_CREDENTIALS_FILE, or DOCUMENTS_ACCESS_KEY_ID, or a container’s role.',
    ],
    onlyOne('DOCUMENTS_ACCESS_KEY_ID', 'DOCUMENTS_CREDENTIALS_FILE'),
    onlyOne('DELIVERY_SECRETS', 'DELIVERY_SECRETS_FILE'),
    [
      settings.metricsPort !== undefined &&
        settings.metricsPort !== 0 &&
        settings.metricsPort === settings.port,
      'METRICS_PORT must differ from PORT.',
    ],
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, problem]) => problem);
}
