import { generateKeyPairSync } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadPrograms, type Program, type Programs, programForHost } from './programs.ts';

const quillbrook = JSON.parse(
  await readFile(new URL('../programs/demo/program.json', import.meta.url), 'utf8'),
).provider;
const shippedFolder = fileURLToPath(new URL('../programs', import.meta.url));

function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    pem: String(publicKey.export({ type: 'spki', format: 'pem' })),
    jwk: publicKey.export({ format: 'jwk' }),
    privatePem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

async function loaded(folder = shippedFolder): Promise<Programs> {
  const result = await loadPrograms(folder);
  if (!result.ok) throw new Error(result.problems.join('\n'));
  return result.programs;
}

async function shipped(domainKey: string): Promise<Program> {
  const program = (await loaded()).all.find((one) => one.domainKey === domainKey);
  if (!program) throw new Error(`no program ${domainKey}`);
  return program;
}

async function folderCopy(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'programs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(shippedFolder, folder, { recursive: true });
  return folder;
}

async function put(folder: string, file: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), content);
}

async function change(folder: string, file: string, entries: Record<string, unknown>): Promise<void> {
  const before = JSON.parse(await readFile(join(folder, file), 'utf8'));
  await put(folder, file, JSON.stringify({ ...before, ...entries }));
}

async function problems(folder: string): Promise<string[]> {
  const result = await loadPrograms(folder);
  return result.ok ? [] : result.problems.map((problem) => problem.replaceAll(`${folder}/`, ''));
}

describe('the shipped programs', () => {
  test('are six, and load without a problem', async () => {
    const keys = (await loaded()).all.map(({ domainKey }) => domainKey);
    expect(keys).toEqual(['cub-cadet', 'default', 'demo', 'exmark', 'toro', 'yard-card']);
  });

  test('have every default filled in', async () => {
    expect(await shipped('toro')).toMatchObject({
      sessionTimeoutMillis: 600_000,
      sessionWarnCountdownMillis: 30_000,
      retentionMonths: 25,
      demo: false,
      fields: {},
    });
    expect(await shipped('yard-card')).toMatchObject({
      sessionWarnCountdownMillis: 120_000,
      proofOfEntityRequired: true,
      entityKeys: [],
    });
  });

  test('fall back to the default texts, unless they have one of their own', async () => {
    const { esign, terms } = (await shipped('default')).agreements;
    const exmark = (await shipped('exmark')).agreements;
    expect((await shipped('toro')).agreements.terms.body).toBe(terms.body);
    expect(exmark.terms.body).not.toBe(terms.body);
    expect(exmark.esign.body).toBe(esign.body);
  });
});

describe('programForHost', () => {
  test.each([
    ['localhost', 'demo'],
    ['127.0.0.1:3000', 'demo'],
    ['LocalHost:3000', 'demo'],
    ['Toro.localhost', 'toro'],
    ['cub-cadet.localhost:3000', 'cub-cadet'],
    ['default.localhost', 'default'],
  ])('finds for %s the program %s', async (host, domainKey) => {
    expect(programForHost(await loaded(), host)?.domainKey).toBe(domainKey);
  });

  test.each([
    '',
    'example.com',
    'toro.localhost.example.com',
    'xtoro.localhost',
    'toro.localhost.',
    '[::1]:3000',
  ])('finds none for "%s"', async (host) => {
    expect(programForHost(await loaded(), host)).toBeUndefined();
  });

  test('finds a program at its own name beside the hosts that it lists', async () => {
    const folder = await folderCopy();
    await change(folder, 'toro/program.json', { hosts: ['cards.toro.example'] });
    const programs = await loaded(folder);
    expect(programForHost(programs, 'cards.toro.example')?.domainKey).toBe('toro');
    expect(programForHost(programs, 'toro.localhost')?.domainKey).toBe('toro');
  });
});

describe('loadPrograms accepts', () => {
  test('a further program as a folder with two files', async () => {
    const folder = await folderCopy();
    await put(folder, 'acme/theme.json', await readFile(join(folder, 'toro/theme.json'), 'utf8'));
    await put(folder, 'acme/program.json', await readFile(join(folder, 'toro/program.json'), 'utf8'));
    await change(folder, 'acme/program.json', {
      domainKey: 'acme',
      themeKey: 'acme',
      hosts: ['acme.example'],
      storeId: '10000005',
    });
    expect(programForHost(await loaded(folder), 'acme.example')?.agreements.esign.title).toContain(
      'Electronic',
    );
  });

  test('wishes about the form, and applies them to that program only', async () => {
    const folder = await folderCopy();
    await change(folder, 'toro/program.json', { fields: { 'application.dba': { label: 'Shop name' } } });
    const programs = await loaded(folder);
    expect(programForHost(programs, 'toro.localhost')?.form.application.dba.label).toBe('Shop name');
    expect(programForHost(programs, 'exmark.localhost')?.form.application.dba.label).not.toBe('Shop name');
  });

  test('a program that is a link to its folder', async () => {
    const folder = await folderCopy();
    await rename(join(folder, 'toro'), join(folder, '.toro'));
    await symlink(join(folder, '.toro'), join(folder, 'toro'));
    expect(programForHost(await loaded(folder), 'toro.localhost')?.name).toBe('Toro');
  });

  test('the public key of a provider in the folder of one of its programs, for all of them', async () => {
    const folder = await folderCopy();
    await put(folder, 'demo/provider-key.pem', newKey().pem);
    const { all } = await loaded(folder);
    const keys = all.map(({ providerKey }) => providerKey);
    expect(keys[0]).toMatchObject({ kty: 'RSA', e: 'AQAB' });
    expect(new Set(keys).size).toBe(1);
    expect((await shipped('toro')).providerKey).toBeNull();
  });

  test('the same key in two folders, in either form', async () => {
    const folder = await folderCopy();
    const { pem, jwk } = newKey();
    await put(folder, 'demo/provider-key.pem', pem);
    await put(folder, 'toro/provider-key.jwk', JSON.stringify(jwk));
    expect(await problems(folder)).toEqual([]);
  });

  test('plain and hidden files beside the programs', async () => {
    const folder = await folderCopy();
    await put(folder, 'README.md', 'Notes');
    await put(folder, '.cache/x.json', '{}');
    expect(await problems(folder)).toEqual([]);
  });
});

describe('loadPrograms names the file and the field of', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['a misshapen setting', { storeId: '1' }, 'storeId must be 8 digits, in quotes'],
    ['a folder of another name', { domainKey: 'torro' }, 'domainKey must be "toro", the name of the folder'],
    [
      'a host of another program',
      { hosts: ['localhost'] },
      'hosts: "localhost" belongs to demo/program.json',
    ],
    [
      'the own name of another program',
      { hosts: ['exmark.localhost'] },
      'hosts: "exmark.localhost" belongs to exmark/program.json',
    ],
    [
      'a theme of another program',
      { themeKey: 'exmark' },
      'themeKey "exmark" belongs to exmark/program.json',
    ],
    [
      'one provider described in two ways',
      { provider: { ...quillbrook, abbrev: 'Q' } },
      'provider "quillbrook" is not as in cub-cadet/program.json',
    ],
  ])('%s', async (_what, entries, problem) => {
    const folder = await folderCopy();
    await change(folder, 'toro/program.json', entries);
    expect(await problems(folder)).toEqual([`toro/program.json: ${problem}`]);
  });

  test('two keys of one provider', async () => {
    const folder = await folderCopy();
    await put(folder, 'demo/provider-key.pem', newKey().pem);
    await put(folder, 'toro/provider-key.pem', newKey().pem);
    expect(await problems(folder)).toEqual(['toro: the key of provider "quillbrook" is not as in demo']);
  });

  test('two key files in one folder, and a private key', async () => {
    const folder = await folderCopy();
    const { pem, jwk, privatePem } = newKey();
    await put(folder, 'demo/provider-key.pem', pem);
    await put(folder, 'demo/provider-key.jwk', JSON.stringify(jwk));
    await put(folder, 'toro/provider-key.pem', privatePem);
    expect(await problems(folder)).toEqual([
      'demo/provider-key.jwk: there is a key in demo/provider-key.pem already',
      'toro/provider-key.pem: holds a private key; only the public one belongs here',
    ]);
  });

  test('every fault of every program at once', async () => {
    const folder = await folderCopy();
    const wrong = Object.fromEntries([...'abcdefghijkl'].map((letter) => [letter, 1]));
    await change(folder, 'toro/program.json', wrong);
    await change(folder, 'demo/program.json', wrong);
    expect(await problems(folder)).toHaveLength(24);
  });

  test('settings that are no JSON, and settings that are not there', async () => {
    const folder = await folderCopy();
    await put(folder, 'toro/program.json', '{ "domainKey": "toro", }');
    await rm(join(folder, 'exmark/program.json'));
    expect(await problems(folder)).toEqual([
      'exmark/program.json: is missing',
      expect.stringMatching(/^toro\/program\.json: is not JSON: /),
    ]);
  });

  test('a theme that is missing, faint, or misshapen', async () => {
    const folder = await folderCopy();
    const toro = JSON.parse(await readFile(join(folder, 'toro/theme.json'), 'utf8'));
    await rm(join(folder, 'demo/theme.json'));
    await change(folder, 'toro/theme.json', { light: { ...toro.light, 'on-brand-bar': '#DD6677' } });
    await change(folder, 'exmark/theme.json', { light: { ...toro.light, link: 'blue' } });
    expect(await problems(folder)).toEqual([
      'demo/theme.json: is missing',
      'exmark/theme.json: light.link must be a colour like #1B1F24',
      expect.stringMatching(
        /^toro\/theme\.json: light\.on-brand-bar #DD6677 on brand-bar #CC092F has a contrast of 1\./,
      ),
    ]);
  });

  test('a text without a version, a text that is empty, and files that are no text', async () => {
    const folder = await folderCopy();
    await put(folder, 'toro/agreements/terms.md', '---\ntitle: Terms\n---\nText.');
    await put(folder, 'toro/agreements/esign.md', '');
    await put(folder, 'toro/agreements/term.md', '---\ntitle: Terms\nversion: 1\n---\nText.');
    await put(folder, 'toro/agreements/terms.MD', '---\ntitle: Terms\nversion: 1\n---\nText.');
    await put(folder, 'demo/agreements', 'Text.');
    await put(folder, 'toro/agreements/guarantor.md', '---\ntitle: G\nversion: 1\n---\n{name}');
    expect(await problems(folder)).toEqual([
      'demo/agreements: cannot be read: ENOTDIR',
      'toro/agreements/esign.md: must begin with a title and a version between two lines of ---',
      'toro/agreements/guarantor.md: placeholder {name} is not known',
      'toro/agreements/term.md: is none of esign, terms, guarantor, controlling-party, share-information, affiliates',
      'toro/agreements/terms.MD: is none of esign, terms, guarantor, controlling-party, share-information, affiliates',
      'toro/agreements/terms.md: must have a title and a version, and nothing else, between the lines of ---',
    ]);
  });

  test('a text in another encoding', async () => {
    const folder = await folderCopy();
    await writeFile(
      join(folder, 'exmark/agreements/terms.md'),
      Buffer.from('---\ntitle: Caf\xe9\n', 'latin1'),
    );
    expect(await problems(folder)).toEqual(['exmark/agreements/terms.md: is not UTF-8']);
  });

  test('a text that neither a program nor the default has, once', async () => {
    const folder = await folderCopy();
    await rm(join(folder, 'default/agreements/terms.md'));
    expect(await problems(folder)).toEqual(['default/agreements/terms.md: is missing']);
  });

  test('a controlling-party text without its certification', async () => {
    const folder = await folderCopy();
    await put(folder, 'toro/agreements/controlling-party.md', '---\ntitle: C\nversion: 1\n---\nText.');
    expect(await problems(folder)).toEqual([
      'toro/agreements/controlling-party.md: must hold {certification} exactly once, in a paragraph of its own',
    ]);
  });

  test('a folder that is empty or not there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'programs-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    expect(await loadPrograms(folder)).toEqual({ ok: false, problems: [`${folder}: holds no program`] });
    const missing = join(folder, 'nowhere');
    expect(await loadPrograms(missing)).toEqual({
      ok: false,
      problems: [`${missing}: cannot be read: ENOENT`],
    });
  });
});
