/**
 * Tests that a question for only some applicants needs no more than a field with a `when`, a screen, and the text for both. Adds
 * such a question to a copy of the repository.
 */
import { execFile } from 'node:child_process';
import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freshDataDir, freshFolder } from '../support/database.ts';
import { root } from '../support/repository.ts';

const left = ['node_modules', 'dist', 'data', 'docs', 'screens', 'test-results', 'tests', 'web'];

/**
 * Creates a working copy of the repository without the page and the tests, but with the page's colors and the tests' support
 * files.
 */
async function copyOfRepository(): Promise<string> {
  const folder = await freshFolder();
  const entries = await readdir(root);
  const whole = entries.filter((name) => !name.startsWith('.') && !left.includes(name));
  for (const path of [...whole, 'web/theme', 'tests/support'])
    await cp(join(root, path), join(folder, path), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

const license = `  gamblingLicense: {
    ...text({ autocomplete: 'off' }, 20),
    when: ({ applicationData }): boolean => applicationData.internetGambling === true,
  },
`;

const screen = `  {
    key: 'business-additional-license',
    route: '/apply/business/additional/license',
    groups: [{ record: 'application', fields: ['gamblingLicense'] }],
  },
`;

const fieldWords = `  gamblingLicense: { label: 'Gambling license', fixes: { required: 'Enter the number.' } },
`;

const screenWords = `  'business-additional-license': {
    title: 'Gambling license',
    groups: { gamblingLicense: { label: 'More about your business' } },
  },
`;

/** Inserts a text before the only occurrence of another text in a file. */
async function insert(file: string, before: string, text: string): Promise<void> {
  const content = await readFile(file, 'utf8');
  expect(content.split(before), `${before} in ${file}`).toHaveLength(2);
  await writeFile(file, content.replace(before, `${text}${before}`));
}

/** Adds the field, its screen, and the text for both. */
async function addScreen(folder: string): Promise<void> {
  await insert(join(folder, 'form/fields/application.ts'), '  internetBasedBusiness: yesNo,', license);
  const internet = "  {\n    key: 'business-additional-internet',\n";
  await insert(join(folder, 'form/screens/screens.ts'), internet, screen);
  await insert(join(folder, 'copy/en/business-fields.ts'), '  internetBasedBusiness: {\n', fieldWords);
  await insert(join(folder, 'copy/en/screens.ts'), "  'business-additional-internet': {\n", screenWords);
}

test('a new question for some applicants is asked, reviewed, stored and required only for them', async () => {
  const folder = await copyOfRepository();
  await addScreen(folder);
  const script = join(folder, 'tests/support/screen-for-some.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, await freshDataDir()]);
  expect(JSON.parse(stdout)).toEqual({
    stepsFor: { asked: { shown: true, open: true }, notAsked: { shown: false, open: false } },
    notAsked: { status: 200, kept: null },
    withoutAnswer: {
      status: 400,
      body: expect.objectContaining({
        errors: [expect.objectContaining({ field: 'applicationData.gamblingLicense', rule: 'required' })],
      }),
    },
    answered: { status: 200, kept: 'MN-4711', reviewed: 'MN-4711' },
    changed: { status: 200, kept: null },
  });
});
