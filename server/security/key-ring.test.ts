import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseKeyList } from '../config/key-list.ts';
import { newKeyEntry, openKeyRing, watchKeyRing } from './key-ring.ts';

const entry = (id: string) => `${id}:${newKeyEntry().split(':')[1]}`;

describe('a list of keys', () => {
  test('separated by commas or lines, has the first as current', () => {
    const ring = parseKeyList(`\n${entry('new')}, ${entry('old')}\r\n${entry('oldest')}\n`);
    expect(ring?.current.id).toBe('new');
    expect([...(ring?.keys.keys() ?? [])]).toEqual(['new', 'old', 'oldest']);
  });

  test('includes keys that stay in a service', () => {
    const arn = 'arn:aws:kms:us-east-1:111122223333:key/mrk-1234abcd12ab34cd56ef1234567890ab';
    const ring = parseKeyList(`v:vault:team/transit/card.v2,${entry('own')},k:kms:${arn}`);
    expect(ring?.current).toEqual({ id: 'v', key: { service: 'vault', name: 'team/transit/card.v2' } });
    expect([...(ring?.keys.keys() ?? [])]).toEqual(['v', 'own', 'k']);
    expect(ring?.keyOf('k')).toEqual({ service: 'kms', name: arn });
  });

  test('shows no key when it is printed or turned into JSON', () => {
    const text = entry('a');
    const bytes = Buffer.from(text.slice(2), 'base64');
    const shown = `${inspect(parseKeyList(text), { depth: 9 })}${JSON.stringify(parseKeyList(text))}`;
    expect(shown).not.toContain(text.slice(2, 20));
    expect(shown).not.toContain(bytes.toString('hex').slice(0, 16));
  });

  test('may have a key with eight different bytes, but not with seven', () => {
    const listOf = (different: number) =>
      `a:${Buffer.from(Array.from({ length: 32 }, (_, at) => at % different)).toString('base64')}`;
    expect(parseKeyList(listOf(8))?.current.id).toBe('a');
    expect(parseKeyList(listOf(7))).toBeUndefined();
  });

  test('accepts a new entry, whose id has eight random digits', () => {
    expect(newKeyEntry()).toMatch(/^key-[0-9a-f]{8}:/);
    expect(parseKeyList(newKeyEntry())).toBeDefined();
  });

  const key = newKeyEntry().split(':')[1] ?? '';
  test.each([
    ['nothing', ' \n,'],
    ['a key without id', key],
    ['an empty id', `:${key}`],
    ['an id with other characters', `a b:${key}`],
    ['an id twice', `a:${key},a:${key}`],
    ['a key of 31 bytes', `a:${Buffer.alloc(31, key).toString('base64')}`],
    ['a key of 33 bytes', `a:${Buffer.alloc(33, key).toString('base64')}`],
    ['base64 without its end', `a:${key.slice(0, -1)}`],
    ['a key of Vault without its mount', 'a:vault:card'],
    ['a key of Vault outside its mount', 'a:vault:transit/../sys/seal'],
    ['an alias of KMS, which may be moved to another key', 'a:kms:alias/card'],
    ['an unknown service', 'a:pkcs11:card'],
    ['one bad entry among good ones', `a:${key},b:${key}x`],
    ['a key of zeros', `a:${Buffer.alloc(32).toString('base64')}`],
    ['a key of one repeated word', `a:${Buffer.alloc(32, 'secret').toString('base64')}`],
  ])('is refused if it contains %s', (_, text) => {
    expect(parseKeyList(text)).toBeUndefined();
  });
});

describe('opening the ring', () => {
  let dataDir = '';
  beforeEach(async () => {
    dataDir = join(await mkdtemp(join(tmpdir(), 'key-ring-')), 'data');
  });
  afterEach(async () => {
    await rm(join(dataDir, '..'), { recursive: true });
  });
  const own = () => openKeyRing({ dataDir, production: false });

  test('makes a key file that only its owner can read on the first start, and keeps it', async () => {
    const first = await own();
    const path = join(dataDir, 'encryption-keys');
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
    const again = await own();
    expect(again.current.id).toBe(first.current.id);
    expect([first.isNew, again.isNew, again.source]).toEqual([true, false, 'own']);
    expect(await readdir(dataDir)).toEqual(['encryption-keys']);
    expect(parseKeyList(await readFile(path, 'utf8'))?.current).toEqual(first.current);
  });

  test.each([
    ['vault', 'v:vault:transit/card', 'VAULT_ADDR'],
    ['kms', 'k:kms:1234abcd-12ab-34cd-56ef-1234567890ab', 'AWS_REGION'],
  ] as const)('refuses a key of %s if no setting names that service', async (service, keys, setting) => {
    const given = { keys, dataDir, production: true };
    await expect(openKeyRing(given)).rejects.toThrow(`needs ${setting}`);
    expect((await openKeyRing({ ...given, services: [service] })).current.key).toMatchObject({ service });
  });

  test('writes a new key before the others in its own file', async () => {
    const ring = await own();
    const before = ring.current.id;
    await ring.addNewKey();
    expect([...ring.keys.keys()]).toEqual([ring.current.id, before]);
    expect((await own()).current.id).toBe(ring.current.id);
  });

  test('gives the same key to several processes that start at once', async () => {
    const rings = await Promise.all(Array.from({ length: 8 }, own));
    expect(new Set(rings.map((ring) => ring.current.id)).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['encryption-keys']);
  });

  test('never replaces a key file, even an empty or damaged one', async () => {
    await own();
    const path = join(dataDir, 'encryption-keys');
    for (const text of ['', 'damaged']) {
      await chmod(path, 0o600);
      await writeFile(path, text);
      await expect(own()).rejects.toThrow('The file encryption-keys in DATA_DIR holds no valid list of keys');
      expect(await readFile(path, 'utf8')).toBe(text);
    }
  });

  test('prefers the setting to the named file, and the named file to its own, which it then does not create', async () => {
    const file = join(dataDir, '..', 'given');
    await writeFile(file, `${entry('from-file')}\n`);
    const fromFile = { keysFile: file, dataDir, production: true };
    expect((await openKeyRing(fromFile)).current.id).toBe('from-file');
    expect((await openKeyRing({ ...fromFile, keys: entry('from-setting') })).current.id).toBe('from-setting');
    await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
  });

  test('makes no key of its own in production', async () => {
    await expect(openKeyRing({ dataDir, production: true })).rejects.toThrow(
      'Production needs ENCRYPTION_KEYS',
    );
    await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
  });

  test('reports the problem without quoting the text', async () => {
    const secret = `a:${'x'.repeat(40)}`;
    await expect(openKeyRing({ keys: secret, dataDir, production: false })).rejects.toThrow(
      /^ENCRYPTION_KEYS holds no valid list of keys \(id:base64 of 32 bytes\)\.$/,
    );
    await expect(
      openKeyRing({ keysFile: join(dataDir, 'none'), dataDir, production: false }),
    ).rejects.toThrow(/^The file named by ENCRYPTION_KEYS_FILE cannot be read \(ENOENT\)\.$/);
  });
});

describe('a key file that changes while the server serves', () => {
  let path = '';
  beforeEach(async () => {
    path = join(await mkdtemp(join(tmpdir(), 'key-ring-')), 'keys');
  });
  afterEach(() => rm(join(path, '..'), { recursive: true }));
  const open = () => openKeyRing({ keysFile: path, dataDir: path, production: true });

  test('is loaded when it is checked, and ignored if it cannot be used', async () => {
    const [first, second] = [entry('first'), entry('second')];
    await writeFile(path, first);
    const ring = await open();
    expect(ring.reload()).toBe(false);
    await writeFile(path, `${second}\n${first}`);
    expect(ring.reload()).toBe(true);
    expect([ring.current.id, [...ring.keys.keys()]]).toEqual(['second', ['second', 'first']]);
    await writeFile(path, 'damaged');
    const logged: unknown[] = [];
    const log = { info: () => {}, error: (words: unknown) => logged.push(words) };
    const watch = watchKeyRing(ring, log);
    watch.look();
    watch.look();
    watch.stop();
    expect(logged).toEqual([expect.stringContaining('holds no valid list of keys')]);
    expect(ring.current.id).toBe('second');
  });

  test('is checked every five seconds until the watch stops, and each problem is logged once', async () => {
    const [first, second] = [entry('first'), entry('second')];
    await writeFile(path, first);
    const ring = await open();
    const said: unknown[] = [];
    const log = { info: (words: unknown) => said.push(words), error: (words: unknown) => said.push(words) };
    const holding = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = holding();
    const real = watchKeyRing(ring, log);
    expect(holding()).toBe(before);
    real.stop();

    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const watch = watchKeyRing(ring, log);
    await writeFile(path, `${second}\n${first}`);
    vi.advanceTimersByTime(4_999);
    expect(ring.current.id).toBe('first');
    vi.advanceTimersByTime(1);
    expect(ring.current.id).toBe('second');
    const read = 'the encryption keys were read again: second is current, known are second, first';
    expect(said).toEqual([read]);
    const complaint = expect.stringMatching(/^the encryption keys stay as they were: .* no valid list/);
    await writeFile(path, 'damaged');
    vi.advanceTimersByTime(15_000);
    expect(said).toEqual([read, complaint]);
    await writeFile(path, `${second}\n${first}`);
    vi.advanceTimersByTime(5_000);
    await writeFile(path, 'damaged');
    vi.advanceTimersByTime(5_000);
    expect(said).toEqual([read, complaint, complaint]);
    watch.stop();
    await writeFile(path, first);
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    expect(ring.current.id).toBe('second');
  });

  test('is never written by this program, and neither is a setting', async () => {
    const first = entry('first');
    await writeFile(path, first);
    const ring = await open();
    await expect(ring.addNewKey()).rejects.toThrow('only its own key file');
    expect(await readFile(path, 'utf8')).toBe(first);
    const ofSetting = await openKeyRing({ keys: first, dataDir: path, production: true });
    expect([ring.source, ring.isNew]).toEqual(['file', false]);
    expect([ofSetting.source, ofSetting.isNew, ofSetting.reload()]).toEqual(['setting', false, false]);
    await expect(ofSetting.addNewKey()).rejects.toThrow('keys that a setting provides');
  });

  test('is read again for a key that another node already uses', async () => {
    const [first, second] = [entry('first'), entry('second')];
    await writeFile(path, first);
    const ring = await open();
    expect(ring.keyOf('second')).toBeUndefined();
    await writeFile(path, `${second}\n${first}`);
    expect(ring.keyOf('second')).toHaveProperty('type', 'secret');
    await rm(path);
    expect(ring.keyOf('third')).toBeUndefined();
    expect(ring.keyOf('first')).toHaveProperty('type', 'secret');
  });
});
