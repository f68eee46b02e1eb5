/**
 * `npm run sbom` lists what we ship, from package-lock.json alone, so that the same lockfile gives the same files in `dist/`: a
 * CycloneDX bill of materials, made by npm itself, and the packages by license. `-- --all` adds packages that only build and
 * test.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import packageJson from '../package.json' with { type: 'json' };
import type { Lockfile } from './lockfile.ts';
import { isOurs, licenseOf, packageNameAt } from './lockfile.ts';

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });

const bill = JSON.parse(
  execFileSync(
    'npm',
    [
      'sbom',
      '--sbom-format=cyclonedx',
      '--sbom-type=application',
      '--package-lock-only',
      ...(values.all ? [] : ['--omit=dev', '--workspaces=false']),
    ],
    { encoding: 'utf8', shell: process.platform === 'win32', maxBuffer: 64 * 1024 * 1024 },
  ),
);
// The serial number and the time differ in each run, and so does the folder's name.
delete bill.serialNumber;
delete bill.metadata.timestamp;
bill.metadata.component.name = packageJson.name;

const lockfile: Lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const shipped = Object.entries(lockfile.packages).filter(
  ([path, locked]) => !isOurs(packageJson, path, locked) && (values.all || !locked.dev),
);
const byLicense = Map.groupBy(shipped, ([path, locked]) => licenseOf(path, locked) ?? 'unknown');
const licenses = [...byLicense]
  .toSorted(([one], [other]) => one.localeCompare(other))
  .map(([license, packages]) => {
    const lines = packages.map(([path, { version }]) => `- ${packageNameAt(path)} ${version}`);
    return `## ${license}\n\n${[...new Set(lines)].sort().join('\n')}\n`;
  });

mkdirSync('dist', { recursive: true });
writeFileSync('dist/sbom.cdx.json', `${JSON.stringify(bill, null, 2)}\n`);
writeFileSync('dist/licences.md', `# Licenses\n\n${licenses.join('\n')}`);
console.log(
  `dist/sbom.cdx.json: ${bill.components.length} packages in ${bill.bomFormat} ${bill.specVersion}`,
);
console.log(`dist/licences.md: ${[...byLicense.keys()].sort().join(', ')}`);
