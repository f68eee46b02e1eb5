import { describe, expect, test } from 'vitest';
import { newKeyEntry } from '../security/key-ring.ts';
import { readSettings, settingsTable } from './settings.ts';

function settingsOf(env: Record<string, string>) {
  const result = readSettings(env);
  if (!result.ok) throw new Error(result.problems.join('\n'));
  return result.settings;
}

function problemsOf(env: Record<string, string>): string[] {
  const result = readSettings(env);
  return result.ok ? [] : result.problems;
}

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://app@db.internal/cards',
  ENCRYPTION_KEYS: newKeyEntry(),
};

describe('the settings', () => {
  test('have defaults that run the demo', () => {
    const { trustedProxies, ...settings } = settingsOf({});
    expect(settings).toEqual({
      port: 3000,
      host: 'localhost',
      dataDir: './data',
      databaseUrl: undefined,
      migrateDatabaseUrl: undefined,
      preparedStatements: 'on',
      programsDir: './programs',
      operatorSocket: undefined,
      operatorsFile: undefined,
      vaultAddress: undefined,
      vaultNamespace: undefined,
      vaultTokenFile: undefined,
      vaultAppRoleFile: undefined,
      awsRegion: undefined,
      awsKmsEndpoint: undefined,
      awsAccessKeyId: undefined,
      awsSecretAccessKey: undefined,
      awsSessionToken: undefined,
      awsContainerCredentials: undefined,
      awsContainerTokenFile: undefined,
      awsCredentialsFile: undefined,
      awsProfile: 'default',
      encryptionKeys: undefined,
      encryptionKeysFile: undefined,
      deliverySecrets: undefined,
      deliverySecretsFile: undefined,
      smtpUrl: undefined,
      clamdUrl: undefined,
      documentsUrl: undefined,
      newDocuments: 'bucket',
      documentsAccessKeyId: undefined,
      documentsSecretAccessKey: undefined,
      documentsCredentialsFile: undefined,
      documentCheckers: 2,
      placesApiKey: undefined,
      publicUrlScheme: undefined,
      logLevel: 'info',
      metricsPort: undefined,
      otelEndpoint: undefined,
      apiDocs: 'on',
      maxConnections: 2000,
      maxConnectionsPerAddress: 100,
      limitsFactor: 1,
      databaseTls: 'on',
      mailFiles: 'off',
      virusScan: 'on',
      loadTest: 'off',
      deliveryFiles: 'off',
      sampleAgreements: 'off',
      demoProgram: 'off',
      sandboxProvider: 'off',
      nodeEnv: 'development',
    });
    expect(trustedProxies.contains('127.0.0.1')).toBe(false);
  });

  test('are trimmed; an empty value counts as unset', () => {
    const keys = newKeyEntry();
    const settings = settingsOf({
      PORT: ' 0 ',
      HOST: '::',
      DATA_DIR: '/var/lib/cards',
      DATABASE_URL: 'postgresql:///cards?host=/run/postgresql',
      MIGRATE_DATABASE_URL: 'postgresql://db1:5432,db2/cards?target_session_attrs=read-write',
      PROGRAMS_DIR: '',
      ENCRYPTION_KEYS: keys,
      SMTP_URL: 'smtps://user:pass@mail.example',
      CLAMD_URL: 'unix:///run/clamd.sock',
      PLACES_API_KEY: 'AIza-key_1',
      TRUSTED_PROXIES: '10.0.0.0/8,::1',
      PUBLIC_URL_SCHEME: 'https',
      LOG_LEVEL: 'silent',
      METRICS_PORT: '9464',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      LIMITS_FACTOR: '2.5',
      NODE_ENV: 'test',
    });
    expect(settings).toMatchObject({
      port: 0,
      host: '::',
      programsDir: './programs',
      encryptionKeys: keys,
      clamdUrl: { path: '/run/clamd.sock' },
      publicUrlScheme: 'https',
      metricsPort: 9464,
      limitsFactor: 2.5,
    });
    expect(settings.trustedProxies.contains('10.1.2.3')).toBe(true);
  });

  test.each([
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['HOST', 'http://localhost'],
    ['DATABASE_URL', 'mysql://db/cards'],
    ['DATABASE_URL', 'postgres:cards'],
    ['DATABASE_URL', 'postgres://db:port/cards'],
    ['DATABASE_URL', 'postgres://db1,db2:port/cards'],
    ['DATABASE_URL', 'postgres://db1,db2/cards?target_session_attrs=standby'],
    ['MIGRATE_DATABASE_URL', 'mysql://db/cards'],
    ['ENCRYPTION_KEYS', 'a:short'],
    ['VAULT_NAMESPACE', 'two words'],
    ['AWS_REGION', 'US East'],
    ['AWS_ENDPOINT_URL_KMS', 'http://kms.internal'],
    ['AWS_CONTAINER_CREDENTIALS_FULL_URI', 'http://169.254.169.254/latest'],
    ['SMTP_URL', 'mail.example'],
    ['CLAMD_URL', 'tcp://localhost'],
    ['PLACES_API_KEY', 'two words'],
    ['TRUSTED_PROXIES', '10.0.0.0/99'],
    ['PUBLIC_URL_SCHEME', 'HTTPS'],
    ['LOG_LEVEL', 'loud'],
    ['METRICS_PORT', 'x'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['API_DOCS', 'true'],
    ['MAX_CONNECTIONS', '0'],
    ['MAX_CONNECTIONS_PER_ADDRESS', '1e3'],
    ['LIMITS_FACTOR', '0'],
    ['LIMITS_FACTOR', '-1'],
    ['LIMITS_FACTOR', 'Infinity'],
    ['NODE_ENV', 'prod'],
  ])('refuse %s=%s in one sentence', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} must be .+\\.$`))]);
  });

  test('list every problem at once, and no secret', () => {
    const problems = problemsOf({
      PORT: 'x',
      DATABASE_URL: 'hunter2-database',
      ENCRYPTION_KEYS: 'hunter2-keys',
      SMTP_URL: 'hunter2-mail',
      PLACES_API_KEY: 'hunter2 places',
      LOG_LEVEL: 'hunter2-level',
    });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'ENCRYPTION_KEYS',
      'SMTP_URL',
      'PLACES_API_KEY',
      'LOG_LEVEL',
    ]);
    expect(problems.join()).not.toContain('hunter2');
  });

  test('refuse keys in two places, an owner without a server, and two services on one port', () => {
    expect(problemsOf({ ENCRYPTION_KEYS: newKeyEntry(), ENCRYPTION_KEYS_FILE: '/keys' })).toEqual([
      'Only one of ENCRYPTION_KEYS and ENCRYPTION_KEYS_FILE may be set.',
    ]);
    expect(problemsOf({ MIGRATE_DATABASE_URL: 'postgres://owner@db/cards' })).toEqual([
      'MIGRATE_DATABASE_URL needs DATABASE_URL, the URL for the role of the server.',
    ]);
    expect(problemsOf({ METRICS_PORT: '3000' })).toEqual(['METRICS_PORT must differ from PORT.']);
    expect(problemsOf({ PORT: '0', METRICS_PORT: '0' })).toEqual([]);
  });
});

describe('a key service', () => {
  const files = { VAULT_TOKEN_FILE: '/run/token' };

  test('is reached over TLS, or on this machine', () => {
    for (const address of ['https://vault.internal:8200', 'http://127.0.0.1:8100', 'http://localhost:8100'])
      expect(settingsOf({ VAULT_ADDR: address, ...files }).vaultAddress).toBe(address);
    for (const address of ['http://vault.internal:8200', 'vault:8200', 'https://me:secret@vault.internal'])
      expect(problemsOf({ VAULT_ADDR: address, ...files })).toEqual([
        'VAULT_ADDR must be an address that begins with https://, or with http:// on this machine.',
      ]);
  });

  test('has credentials of one kind', () => {
    const needs = 'VAULT_ADDR needs one of VAULT_TOKEN_FILE and VAULT_APPROLE_FILE.';
    const address = { VAULT_ADDR: 'https://vault.internal' };
    expect(problemsOf(address)).toEqual([needs]);
    expect(problemsOf({ ...address, ...files, VAULT_APPROLE_FILE: '/run/role' })).toEqual([needs]);
    expect(problemsOf({ AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE' })).toEqual([
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together.',
    ]);
  });
});

describe('a bucket of documents', () => {
  const url = { DOCUMENTS_URL: 'https://s3.example.com/cards/documents?region=eu-central-1' };
  const key = { DOCUMENTS_ACCESS_KEY_ID: 'cards', DOCUMENTS_SECRET_ACCESS_KEY: 'hunter2' };
  const file = { DOCUMENTS_CREDENTIALS_FILE: '/etc/card/bucket' };

  test('is reached over TLS, or on this machine, by its path alone', () => {
    for (const address of [url.DOCUMENTS_URL, 'http://127.0.0.1:9000/cards', 'http://localhost:9000/cards'])
      expect(settingsOf({ DOCUMENTS_URL: address, ...file }).documentsUrl?.bucket.pathname).toBe('/cards');
    for (const address of [
      'http://minio.internal/cards',
      'http://169.254.169.254/cards',
      's3://cards',
      'https://me:hunter2@s3.example.com/cards',
      'https://s3.example.com',
      'https://s3.example.com/cards?endpoint=http://elsewhere',
    ]) {
      const problems = problemsOf({ DOCUMENTS_URL: address, ...file });
      expect(problems).toEqual([expect.stringMatching(/^DOCUMENTS_URL must be an address such as/)]);
      expect(problems.join()).not.toContain('hunter2');
    }
  });

  test('has its own credentials of one kind, or a container’s role', () => {
    for (const credentials of [key, file, { AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://169.254.170.23/v1' }])
      expect(problemsOf({ ...url, ...credentials })).toEqual([]);
    expect(problemsOf(url)).toEqual([
      'DOCUMENTS_URL needs DOCUMENTS_CREDENTIALS_FILE, or DOCUMENTS_ACCESS_KEY_ID, or a container’s role.',
    ]);
    expect(problemsOf({ ...url, ...key, ...file })).toEqual([
      'Only one of DOCUMENTS_ACCESS_KEY_ID and DOCUMENTS_CREDENTIALS_FILE may be set.',
    ]);
    expect(problemsOf({ ...url, ...file, DOCUMENTS_SECRET_ACCESS_KEY: 'hunter2' })).toEqual([
      'DOCUMENTS_ACCESS_KEY_ID and DOCUMENTS_SECRET_ACCESS_KEY must be set together.',
    ]);
  });
});

describe('the delivery secrets', () => {
  const secret = 'bank:whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

  test('come from one place, in their form', () => {
    expect(settingsOf({ DELIVERY_SECRETS: secret }).deliverySecrets).toBe(secret);
    expect(problemsOf({ DELIVERY_SECRETS: secret, DELIVERY_SECRETS_FILE: '/run/secrets' })).toEqual([
      'Only one of DELIVERY_SECRETS and DELIVERY_SECRETS_FILE may be set.',
    ]);
  });

  test('are never repeated in a problem', () => {
    const [problem, ...others] = problemsOf({ DELIVERY_SECRETS: 'bank:very-secret' });
    expect(others).toEqual([]);
    expect(problem).toMatch(/^DELIVERY_SECRETS must be entries/);
    expect(problem).not.toContain('very-secret');
  });
});

describe('production', () => {
  test('starts with a database and keys, given either way', () => {
    expect(settingsOf(production).nodeEnv).toBe('production');
    expect(problemsOf({ ...production, ENCRYPTION_KEYS: '', ENCRYPTION_KEYS_FILE: '/run/keys' })).toEqual([]);
  });

  test('does not start without a database or keys', () => {
    expect(problemsOf({ NODE_ENV: 'production' })).toEqual([
      'Production needs DATABASE_URL.',
      'Production needs ENCRYPTION_KEYS or ENCRYPTION_KEYS_FILE.',
    ]);
    expect(problemsOf({ ...production, DATABASE_URL: ' ' })).toEqual(['Production needs DATABASE_URL.']);
    expect(problemsOf({ ...production, ENCRYPTION_KEYS: '' })).toEqual([
      'Production needs ENCRYPTION_KEYS or ENCRYPTION_KEYS_FILE.',
    ]);
  });

  test('does not serve its API documentation unless its settings say so', () => {
    expect(settingsOf({ ...production }).apiDocs).toBe('off');
    expect(settingsOf({ ...production, API_DOCS: 'on' }).apiDocs).toBe('on');
  });

  test('is served over https unless its settings say http', () => {
    expect(settingsOf(production).publicUrlScheme).toBe('https');
    expect(settingsOf({ ...production, PUBLIC_URL_SCHEME: 'http' }).publicUrlScheme).toBe('http');
  });
});

test('the table lists every setting once, with what it does', () => {
  const names = settingsTable.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toHaveLength(Object.keys(settingsOf({})).length);
  const port = { name: 'PORT', default: '3000', about: expect.stringMatching(/\w/) };
  expect(settingsTable).toContainEqual(expect.objectContaining(port));
});
