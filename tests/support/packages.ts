/**
 * Lists the Debian packages of programs that tests start and that npm does not install. On a developer's machine, tests that need
 * a missing program are skipped. If the environment variable CI is set, a missing program fails the run before its first test.
 *
 * `npm run test:install` runs this file, which installs the missing packages. If a package is still missing, this file prints a
 * line that names the missing packages, and exits with 1.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findBrowser } from './browser/find-browser.ts';
import { findPostgres } from './postgres.ts';
import { findProgram } from './services.ts';

interface TestPackage {
  /** The package's name in Debian. */
  readonly name: string;
  readonly isInstalled: () => boolean;
}

const holding = (name: string, ...programs: readonly string[]): TestPackage => ({
  name,
  isInstalled: () => programs.every((program) => findProgram(program) !== undefined),
});

/** The package with the browser, which every browser test needs. */
const browser: TestPackage = {
  name: 'chromium-headless-shell',
  isInstalled: () => findBrowser() !== undefined,
};

const testPackages: readonly TestPackage[] = [
  browser,
  { name: 'postgresql', isInstalled: () => findPostgres() !== undefined },
  holding('pgbouncer', 'pgbouncer'),
  holding('haproxy', 'haproxy'),
  holding('nginx', 'nginx'),
  holding('openssl', 'openssl'),
  holding('python3', 'python3'),
  holding('qpdf', 'qpdf'),
  holding('poppler-utils', 'pdfinfo', 'pdfdetach', 'pdftotext'),
  holding('prometheus', 'promtool'),
  holding('systemd', 'systemd-analyze'),
];

const missingPackages = () =>
  testPackages.filter(({ isInstalled }) => !isInstalled()).map(({ name }) => name);

/** Returns a line that names the missing packages, or undefined if none is missing. */
export function missingPackagesLine(): string | undefined {
  const missing = missingPackages();
  return missing.length === 0
    ? undefined
    : `The tests need programs of these Debian packages: ${missing.join(', ')}. \`npm run test:install\` installs them.`;
}

const run = (command: string, args: readonly string[]) =>
  spawnSync(command, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

/** Installs Debian packages. Returns false if the user is not root, or if apt-get is missing or fails. */
function install(names: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  return run('apt-get', ['update']) && run('apt-get', ['install', '-y', ...names]);
}

/** Installs a browser if there is none: Debian's headless Chromium, or Playwright's if that fails. Throws if both fail. */
export function ensureBrowser(): void {
  if (browser.isInstalled()) return;
  if (!install([browser.name])) run('npx', ['playwright-core', 'install', 'chromium']);
  if (!browser.isInstalled())
    throw new Error('No browser could be installed. Install Chromium and set CHROMIUM_PATH.');
}

if (import.meta.main) {
  const missing = missingPackages();
  if (missing.length > 0) install(missing);
  const line = missingPackagesLine();
  if (line !== undefined) console.error(line);
  process.exitCode = line === undefined ? 0 : 1;
}
