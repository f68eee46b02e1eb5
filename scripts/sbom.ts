/**
 * `npm run sbom` writes two files into `dist/`: a CycloneDX bill of materials, created by npm, and a list of packages by license.
 * Both depend only on the sources and package-lock.json, so the same commit produces the same files. They list the packages that
 * production installs, the packages that the build bundles because the product imports them, and the dependencies of both. To
 * include the packages that are used only to build and test, add `-- --all`.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import packageJson from '../package.json' with { type: 'json' };
import type { Lockfile } from './lockfile.ts';
import { isOurs, licenseOf, packageNameAt } from './lockfile.ts';

/** The parts of a CycloneDX bill of materials that this script reads. A reference is a name with a version: `pg@8.23.1`. */
interface Bill {
  readonly bomFormat: string;
  readonly specVersion: string;
  serialNumber?: string;
  readonly metadata: { timestamp?: string; readonly component: { name: string } };
  components: {
    readonly 'bom-ref': string;
    readonly name: string;
    scope?: string;
    properties?: { readonly name: string }[];
  }[];
  dependencies: { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });

const bill: Bill = JSON.parse(
  execFileSync(
    'npm',
    [
      'sbom',
      '--sbom-format=cyclonedx',
      '--sbom-type=application',
      '--package-lock-only',
      ...(values.all ? [] : ['--workspaces=false']),
    ],
    { encoding: 'utf8', shell: process.platform === 'win32', maxBuffer: 64 * 1024 * 1024 },
  ),
);
// Removes the serial number, the time and the folder's name, because they could differ between two runs.
delete bill.serialNumber;
delete bill.metadata.timestamp;
bill.metadata.component.name = packageJson.name;
if (!values.all) keepShipped();

/**
 * Removes from the bill all packages that are used only to build and test. Keeps the packages that the build bundles, and removes
 * the property with which npm marks them as development packages.
 */
function keepShipped(): void {
  const shipped = withDependencies([
    ...Object.keys(packageJson.dependencies),
    ...Object.keys(packageJson.optionalDependencies),
    ...importedPackages(),
  ]);
  bill.components = bill.components.filter((component) => shipped.has(component['bom-ref']));
  bill.dependencies = bill.dependencies.filter(({ ref }) => shipped.has(ref));
  for (const component of bill.components) {
    const properties = component.properties?.filter(({ name }) => name !== 'cdx:npm:package:development');
    if (properties?.length !== component.properties?.length) component.scope = 'required';
    component.properties = properties ?? [];
  }
}

/** Returns the names of the packages that the product's sources import. */
function importedPackages(): readonly string[] {
  const files = globSync('{api,copy,form,server,web}/**/*.{ts,tsx}').filter(
    (file) => !file.includes('.test.'),
  );
  const imported = /\b(?:from|import\() ?'((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[^']*)?'/g;
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(imported)].map(([, name = '']) => name),
  );
}

/** Returns the references of the named packages and of all their direct and indirect dependencies. */
function withDependencies(names: readonly string[]): ReadonlySet<string> {
  const dependsOn = new Map(bill.dependencies.map(({ ref, dependsOn: refs = [] }) => [ref, refs]));
  const direct = dependsOn.get(`${packageJson.name}@${packageJson.version}`) ?? [];
  const found = new Set(direct.filter((ref) => names.includes(ref.slice(0, ref.lastIndexOf('@')))));
  for (const ref of found) for (const further of dependsOn.get(ref) ?? []) found.add(further);
  return found;
}

const lockfile: Lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const listed = new Set(bill.components.map((component) => component['bom-ref']));
const shipped = Object.entries(lockfile.packages).filter(
  ([path, locked]) =>
    !isOurs(packageJson, path, locked) && listed.has(`${packageNameAt(path)}@${locked.version}`),
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
