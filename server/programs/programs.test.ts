import { readFile, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fieldWords } from '../../copy/sentences.ts';
import { change, folderCopy, loaded, newKey, problems, put } from '../../tests/support/programs.ts';
import { artworkOf } from '../page/artwork.ts';
import { type Program, programForHost } from './programs.ts';

async function shipped(domainKey: string): Promise<Program> {
  const program = (await loaded()).all.find((one) => one.domainKey === domainKey);
  if (!program) throw new Error(`no program ${domainKey}`);
  return program;
}

describe('the shipped programs', () => {
  test('are six, and load without problems', async () => {
    const keys = (await loaded()).all.map(({ domainKey }) => domainKey);
    expect(keys).toEqual(['cub-cadet', 'default', 'demo', 'exmark', 'toro', 'yard-card']);
  });

  test('have all defaults filled in', async () => {
    expect(await shipped('toro')).toMatchObject({
      sessionTimeoutMillis: 600_000,
      sessionWarnCountdownMillis: 30_000,
      retentionMonths: 25,
      deliverOriginals: false,
      fourEyes: false,
      demo: false,
      fields: {},
    });
    expect(await shipped('yard-card')).toMatchObject({
      sessionWarnCountdownMillis: 120_000,
      proofOfEntityRequired: true,
      entityKeys: [],
    });
  });

  test('use the default texts unless they have their own', async () => {
    const { esign, terms } = (await shipped('default')).agreements;
    const exmark = (await shipped('exmark')).agreements;
    expect((await shipped('toro')).agreements.terms.body).toBe(terms.body);
    expect(exmark.terms.body).not.toBe(terms.body);
    expect(exmark.esign.body).toBe(esign.body);
  });
});

describe('a program that serves California', () => {
  const california = {
    privacyUrl: 'https://bank.example/privacy',
    requestsUrl: 'https://bank.example/requests',
    phone: '1-800-555-0123',
  };

  test('shows its notice below the text on sharing, with how to reach the bank', async () => {
    const folder = await folderCopy();
    await change(folder, 'toro/program.json', { california });
    const toro = (await loaded(folder)).all.find(({ domainKey }) => domainKey === 'toro');
    const { html, version } = toro?.agreements['share-information'] ?? {};
    expect(html).toContain('notice at collection under the California Consumer Privacy Act');
    expect(html).toContain('href="https://bank.example/privacy"');
    expect(html).toContain('href="https://bank.example/requests"');
    expect(html).toContain('<a href="tel:1-800-555-0123">1-800-555-0123</a>');
    const without = (await shipped('toro')).agreements['share-information'];
    expect(without.html).not.toContain('California');
    expect(version?.startsWith(`${without.version}-ca-`)).toBe(true);
  });

  test('is refused if the versions of both texts together are too long', async () => {
    const folder = await folderCopy();
    await change(folder, 'toro/program.json', { california });
    await put(
      folder,
      'toro/agreements/california.md',
      `---\ntitle: A\nversion: ${'1'.repeat(30)}\n---\nText.`,
    );
    expect(await problems(folder)).toEqual([expect.stringContaining('is too long')]);
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
    ['toro.localhost.', 'toro'],
    ['Toro.LocalHost.:3000', 'toro'],
  ])('finds for %s the program %s', async (host, domainKey) => {
    expect(programForHost(await loaded(), host)?.domainKey).toBe(domainKey);
  });

  test.each([
    '',
    'example.com',
    'toro.localhost.example.com',
    'xtoro.localhost',
    'toro.localhost..',
    'toro.localhost:3000.',
    '.',
    '[::1]:3000',
  ])('finds none for "%s"', async (host) => {
    expect(programForHost(await loaded(), host)).toBeUndefined();
  });

  test('finds a program by its own name and by the hosts that it lists', async () => {
    const folder = await folderCopy();
    await change(folder, 'toro/program.json', { hosts: ['cards.toro.example'] });
    const programs = await loaded(folder);
    expect(programForHost(programs, 'cards.toro.example')?.domainKey).toBe('toro');
    expect(programForHost(programs, 'toro.localhost')?.domainKey).toBe('toro');
  });
});

describe('loadPrograms accepts', () => {
  test('a new program as a folder with two files', async () => {
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

  test('overrides of the form, and applies them to that program only', async () => {
    const folder = await folderCopy();
    await change(folder, 'toro/program.json', {
      fields: { 'applicant.percentageOwned': { maxValue: 80 } },
      words: { en: { 'applicant.percentageOwned': { label: 'Your share' } } },
    });
    const programs = await loaded(folder);
    const share = { record: 'applicant', key: 'percentageOwned' } as const;
    const wordsAt = (host: string) => {
      const program = programForHost(programs, host);
      return program && fieldWords(program.copy, { ...share, field: program.form.applicant.percentageOwned });
    };
    expect(wordsAt('toro.localhost')).toMatchObject({ label: 'Your share', hint: 'Percent, 0 to 80' });
    expect(wordsAt('exmark.localhost')).toMatchObject({
      label: 'How much of the business do you own?',
      hint: 'Percent, 0 to 100',
    });
  });

  test('a program’s own drawing instead of a shipped motif, and shows it', async () => {
    const folder = await folderCopy();
    const theme = JSON.parse(await readFile(join(folder, 'toro/theme.json'), 'utf8'));
    await change(folder, 'toro/theme.json', {
      card: { ...theme.card, motif: 'own', angle: undefined },
    });
    const barn = 'M210 216v-90l60-50 60 50v90z';
    const svg = `<svg viewBox="0 0 342 216"><path d="${barn}" fill="${theme.card.spark}"/></svg>`;
    await put(folder, 'toro/motif.svg', svg);
    const [own, shippedOne] = [await loaded(folder), await loaded()].map(
      (programs) => programForHost(programs, 'toro.localhost') as Program,
    );
    expect(artworkOf(own as Program)).toContain(`<path d="${barn}" fill="var(--spark)"/></g></symbol>`);
    // The card no longer has the stripes of the shipped motif.
    expect(artworkOf(own as Program)).not.toContain((shippedOne as Program).motif);
  });

  test('a program that is a link to its folder', async () => {
    const folder = await folderCopy();
    await rename(join(folder, 'toro'), join(folder, '.toro'));
    await symlink(join(folder, '.toro'), join(folder, 'toro'));
    expect(programForHost(await loaded(folder), 'toro.localhost')?.name).toBe('Toro');
  });

  test('a provider’s public key in the folder of one of its programs, for all of them', async () => {
    const folder = await folderCopy();
    await put(folder, 'demo/provider-key.pem', newKey().pem);
    const { all } = await loaded(folder);
    const keys = all.map(({ providerKey }) => providerKey);
    expect(keys[0]).toMatchObject({ kty: 'RSA', e: 'AQAB' });
    expect(new Set(keys).size).toBe(1);
    expect((await shipped('toro')).providerKey).toBeNull();
  });

  test('the same key in two folders, in both formats', async () => {
    const folder = await folderCopy();
    const { pem, jwk } = newKey();
    await put(folder, 'demo/provider-key.pem', pem);
    await put(folder, 'toro/provider-key.jwk', JSON.stringify(jwk));
    expect(await problems(folder)).toEqual([]);
  });

  test('plain and hidden files next to the programs', async () => {
    const folder = await folderCopy();
    await put(folder, 'README.md', 'Notes');
    await put(folder, '.cache/x.json', '{}');
    expect(await problems(folder)).toEqual([]);
  });
});
