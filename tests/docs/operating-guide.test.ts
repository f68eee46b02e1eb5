/** Tests that the server loads the example program on the pages for operators, and that the command lines on them are valid. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problemsOf } from '../../server/config/checked.ts';
import { settingsTable } from '../../server/config/settings.ts';
import { createMetrics } from '../../server/observability/metrics.ts';
import { readCommandLine } from '../../server/operator/command-line.ts';
import { commands } from '../../server/operator/command-list.ts';
import { agreementProblems, parseAgreement } from '../../server/programs/agreement-text.ts';
import { checkProgramSettings } from '../../server/programs/program-settings.ts';
import { loadPrograms } from '../../server/programs/programs.ts';
import { freshFolder } from '../support/database.ts';
import { files, read } from '../support/repository.ts';

const root = join(import.meta.dirname, '../..');
const pages = ['install.md', 'runbook.md', 'operating.md'];
const guide = (await Promise.all(pages.map((page) => readFile(join(root, 'docs', page), 'utf8')))).join('\n');

test('the server loads the guide’s program', async () => {
  const [, programJson = ''] = /```json\n(.*?)```/s.exec(guide) ?? [];
  const folder = await freshFolder();
  await cp(join(root, 'programs', 'default'), join(folder, 'default'), { recursive: true });
  await mkdir(join(folder, 'acme'));
  await cp(join(root, 'programs', 'toro', 'theme.json'), join(folder, 'acme', 'theme.json'));
  await writeFile(join(folder, 'acme', 'program.json'), programJson);
  const loaded = await loadPrograms(folder);
  expect(loaded.ok ? [] : loaded.problems).toEqual([]);
  expect(loaded.ok && loaded.programs.all.map(({ domainKey }) => domainKey).sort()).toEqual([
    'acme',
    'default',
  ]);
});

test('the guide shows every command, each with a valid call', () => {
  const lines = [...guide.matchAll(/npm run operator -- ([^`\n]+)/g)].map(([, line = '']) => line);
  const calls = lines.map((line) => {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    return { line, read: readCommandLine(words, commands) };
  });
  expect(calls.flatMap(({ read }) => (read.kind === 'wrong' ? [read.text] : []))).toEqual([]);
  const called = new Set(calls.map(({ read }) => (read.kind === 'call' ? read.command.name : 'help')));
  expect(commands.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
});

test('the program settings and the text in the guide are valid', async () => {
  const [, table = ''] = /\| setting \| without it .*?\n\|[-|]+\n(.*?)\n\n/s.exec(guide) ?? [];
  const settings = [...table.matchAll(/^\| `(\w+)/gm)].map(([, name = '']) => [name, null] as const);
  const problems = problemsOf(checkProgramSettings(Object.fromEntries(settings)));
  expect(settings.length).toBe(16);
  expect(problems.filter((problem) => problem.endsWith('is not known'))).toEqual([]);
  const [, text = ''] = /```md\n(.*?)```/s.exec(guide) ?? [];
  expect(agreementProblems(parseAgreement(text), 'other')).toEqual([]);
});

test('the guide names only settings that the server or Node reads', () => {
  const named = new Set([...guide.matchAll(/(?:`|^)([A-Z][A-Z_]+)[=`/]/gm)].map(([, name]) => name));
  const known = [...settingsTable.map(({ name }) => name), 'NODE_EXTRA_CA_CERTS'];
  expect([...named].filter((name) => !known.includes(name ?? ''))).toEqual([]);
  expect(named.size).toBeGreaterThan(8);
});

test('each section that the server’s messages name exists on the named page', () => {
  const sources = files.filter((file) => /^server\/.*\.ts$/.test(file) && !file.includes('.test.')).map(read);
  const named = sources.flatMap((source) => [
    ...[...source.matchAll(/docs\/(\w+)\.md, "?([A-Z][\w ]+)/g)].map(([, page, section]) => ({
      page,
      section,
    })),
    ...[...source.matchAll(/"([^"]+)" in docs\/(\w+)\.md/g)].map(([, section, page]) => ({ page, section })),
  ]);
  expect(named.length).toBeGreaterThan(4);
  const missing = named.filter(({ page, section }) => !read(`docs/${page}.md`).includes(`# ${section}\n`));
  expect(missing).toEqual([]);
});

test('the server writes each log message that the runbook quotes', async () => {
  const runbook = await readFile(join(root, 'docs', 'runbook.md'), 'utf8');
  const prose = runbook.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  const quoted = [...prose.matchAll(/"(\w+(?: \w+){2,})"/g)].map(([, message = '']) => message);
  const sources = files.filter((file) => /^server\/.*\.ts$/.test(file) && !file.includes('.test.')).map(read);
  expect(quoted.length).toBeGreaterThan(1);
  expect(quoted.filter((message) => !sources.some((source) => source.includes(message)))).toEqual([]);
});

test('everything that the guide says to watch is a route, a series, a setting or a command', async () => {
  const [, paragraph = ''] = /^Watch: (.*?)\n\n/ms.exec(guide) ?? [];
  const watched = [...paragraph.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  expect(watched.length).toBeGreaterThan(4);
  const healthRoutes = await readFile(join(root, 'server/http/routes/health.ts'), 'utf8');
  const series = await createMetrics({ outbox: async () => [] }, []).text();
  const unknown = watched.filter((name) => {
    const [, route] = /^GET (\/health\/\w+)$/.exec(name) ?? [];
    if (route !== undefined) return !healthRoutes.includes(`app.get('${route}'`);
    return (
      !series.includes(`# TYPE ${name} `) &&
      !settingsTable.some((setting) => setting.name === name) &&
      readCommandLine(name.split(' '), commands).kind !== 'call'
    );
  });
  expect(unknown).toEqual([]);
});
