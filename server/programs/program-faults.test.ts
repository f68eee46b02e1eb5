import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { change, folderCopy, loaded, newKey, problems, put } from '../../tests/support/programs.ts';
import { loadPrograms } from './programs.ts';

const quillbrook = JSON.parse(
  await readFile(new URL('../../programs/demo/program.json', import.meta.url), 'utf8'),
).provider;

/** The `domainKey` of Quillbrook's first shipped program. Quillbrook's other programs are compared with this program. */
const describedFirst = (await loaded()).all.find(
  ({ provider }) => provider.providerId === quillbrook.providerId,
)?.domainKey;

describe('loadPrograms reports the file and the field of', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['an invalid setting', { storeId: '1' }, 'storeId must be 8 digits, in quotes'],
    [
      'a folder with another name',
      { domainKey: 'torro' },
      'domainKey must be "toro", the name of the folder',
    ],
    [
      'a host that another program has',
      { hosts: ['localhost'] },
      'hosts: "localhost" is already used in demo/program.json',
    ],
    [
      'another program’s own name',
      { hosts: ['exmark.localhost'] },
      'hosts: "exmark.localhost" is already used in exmark/program.json',
    ],
    [
      'a host with an origin, where another program has the host',
      { hosts: [{ host: 'localhost', origin: 'https://toro.example' }] },
      'hosts: "localhost" is already used in demo/program.json',
    ],
    [
      'a theme that another program has',
      { themeKey: 'exmark' },
      'themeKey "exmark" is already used in exmark/program.json',
    ],
    [
      'one provider described in two ways',
      { provider: { ...quillbrook, abbrev: 'Q' } },
      `provider "quillbrook" differs from the one in ${describedFirst}/program.json`,
    ],
  ])('%s', async (_what, entries, problem) => {
    const folder = await folderCopy();
    await change(folder, 'toro/program.json', entries);
    expect(await problems(folder)).toEqual([`toro/program.json: ${problem}`]);
  });

  test('an origin that another program has', async () => {
    const folder = await folderCopy();
    const origin = 'https://cards.example';
    await change(folder, 'exmark/program.json', { hosts: [{ host: 'a.example', origin }] });
    await change(folder, 'toro/program.json', { hosts: [{ host: 'b.example', origin }] });
    expect(await problems(folder)).toEqual([
      'toro/program.json: hosts: "https://cards.example" is already used in exmark/program.json',
    ]);
    await change(folder, 'exmark/program.json', { hosts: ['cards.example'] });
    expect(await problems(folder)).toEqual([
      'toro/program.json: hosts: "https://cards.example" is already used in exmark/program.json',
    ]);
  });

  test('two keys for one provider', async () => {
    const folder = await folderCopy();
    await put(folder, 'demo/provider-key.pem', newKey().pem);
    await put(folder, 'toro/provider-key.pem', newKey().pem);
    expect(await problems(folder)).toEqual([
      'toro: the key of provider "quillbrook" differs from the one in demo',
    ]);
  });

  test('two key files in one folder, and a private key', async () => {
    const folder = await folderCopy();
    const { pem, jwk, privatePem } = newKey();
    await put(folder, 'demo/provider-key.pem', pem);
    await put(folder, 'demo/provider-key.jwk', JSON.stringify(jwk));
    await put(folder, 'toro/provider-key.pem', privatePem);
    expect(await problems(folder)).toEqual([
      'demo/provider-key.jwk: demo/provider-key.pem already has a key',
      'toro/provider-key.pem: contains a private key; only the public one belongs here',
    ]);
  });

  test('all faults of all programs at once', async () => {
    const folder = await folderCopy();
    const wrong = Object.fromEntries([...'abcdefghijkl'].map((letter) => [letter, 1]));
    await change(folder, 'toro/program.json', wrong);
    await change(folder, 'demo/program.json', wrong);
    expect(await problems(folder)).toHaveLength(24);
  });

  test('settings that are not JSON, and missing settings', async () => {
    const folder = await folderCopy();
    await put(folder, 'toro/program.json', '{ "domainKey": "toro", }');
    await rm(join(folder, 'exmark/program.json'));
    expect(await problems(folder)).toEqual([
      'exmark/program.json: is missing',
      expect.stringMatching(/^toro\/program\.json: is not JSON: /),
    ]);
  });

  test('a theme that is missing, invalid, or has too little contrast', async () => {
    const folder = await folderCopy();
    const toro = JSON.parse(await readFile(join(folder, 'toro/theme.json'), 'utf8'));
    await rm(join(folder, 'demo/theme.json'));
    await change(folder, 'toro/theme.json', { light: { ...toro.light, 'on-field': '#DD6677' } });
    await change(folder, 'exmark/theme.json', { light: { ...toro.light, link: 'blue' } });
    expect(await problems(folder)).toEqual([
      'demo/theme.json: is missing',
      'exmark/theme.json: light.link must be a color like #1B1F24',
      expect.stringMatching(
        /^toro\/theme\.json: light\.on-field #DD6677 on field #A60725 has a contrast of 2\./,
      ),
      expect.stringMatching(/^toro\/theme\.json: light\.on-field #DD6677 on field-tone /),
    ]);
  });

  test('a drawing that is missing, unused, or not allowed', async () => {
    const folder = await folderCopy();
    const own = async (program: string) => {
      const { card } = JSON.parse(await readFile(join(folder, program, 'theme.json'), 'utf8'));
      await change(folder, `${program}/theme.json`, { card: { ...card, angle: undefined, motif: 'own' } });
    };
    await own('toro');
    await own('exmark');
    await put(folder, 'exmark/motif.svg', '<svg viewBox="0 0 342 216"><script>1</script></svg>');
    await put(folder, 'demo/motif.svg', '<svg viewBox="0 0 342 216"/>');
    expect(await problems(folder)).toEqual([
      'demo/motif.svg: is used only if theme.json has the motif "own"',
      'exmark/motif.svg: <script> is not allowed; allowed are path, circle, rect, ellipse, line, polygon, polyline, g',
      'exmark/motif.svg: cannot be parsed at “1</script></svg>”',
      'toro/motif.svg: is missing',
    ]);
  });

  test('a text without a version, an empty text, and files that are not text', async () => {
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
      'toro/agreements/term.md: has none of the names esign, terms, guarantor, controlling-party, share-information, affiliates, california',
      'toro/agreements/terms.MD: has none of the names esign, terms, guarantor, controlling-party, share-information, affiliates, california',
      'toro/agreements/terms.md: must have a title and a version, optionally olderValidUntil, and nothing else between the lines of ---',
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

  test('a text that neither a program nor the default has, reported once', async () => {
    const folder = await folderCopy();
    await rm(join(folder, 'default/agreements/terms.md'));
    expect(await problems(folder)).toEqual(['default/agreements/terms.md: is missing']);
  });

  test('a controlling-party text without a certification', async () => {
    const folder = await folderCopy();
    await put(folder, 'toro/agreements/controlling-party.md', '---\ntitle: C\nversion: 1\n---\nText.');
    expect(await problems(folder)).toEqual([
      'toro/agreements/controlling-party.md: must contain {certification} exactly once, in a paragraph of its own',
    ]);
  });

  test('an empty or missing folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'programs-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    expect(await loadPrograms(folder)).toEqual({ ok: false, problems: [`${folder}: contains no program`] });
    const missing = join(folder, 'nowhere');
    expect(await loadPrograms(missing)).toEqual({
      ok: false,
      problems: [`${missing}: cannot be read: ENOENT`],
    });
  });
});
