/**
 * Checks that each package has an exact version and a hash that npm verifies, comes from the configured registry, runs no script
 * when it is installed, and has a license under which we may ship it. `npm ci` then installs exactly these packages or fails.
 * Workspaces are exempt.
 */

/** The parts of package-lock.json (version 3) that this check reads. */
export interface Lockfile {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly license?: string;
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  /** Folders of this repository that have their own package.json. */
  readonly workspaces?: readonly string[];
}

/** Allowed licenses, by SPDX identifier. LGPL and MPL are allowed because we do not modify the packages under them. */
const allowedLicenses = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Licenses of packages whose package.json has no SPDX identifier. A person has read their LICENSE files. */
const readLicenses: Readonly<Record<string, string>> = {
  busboy: 'MIT',
  'dejavu-fonts-ttf': 'Bitstream-Vera',
  'humanize-number': 'MIT',
  'png-js': 'MIT',
  streamsearch: 'MIT',
};

const exactVersion = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** Returns the name of the package installed at a path of the lockfile. */
export const packageNameAt = (path: string): string => path.replace(/^.*node_modules\//, '');

/** Returns a package's license as an SPDX expression, or undefined if it is unknown. */
export const licenseOf = (path: string, { license }: LockedPackage): string | undefined =>
  readLicenses[packageNameAt(path)] ?? license;

/** Returns whether an expression such as "MIT OR GPL-3.0-or-later" has an alternative that contains only allowed licenses. */
function isAllowed(license: string): boolean {
  return license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((alternative) =>
      alternative.split(' AND ').every((one) => allowedLicenses.has(one) || one === 'Bitstream-Vera'),
    );
}

/** Returns whether a package comes from this repository: its root, a workspace, or the link to a workspace. */
export function isOurs(
  { workspaces = [] }: Pick<Manifest, 'workspaces'>,
  path: string,
  { link, resolved = '' }: LockedPackage,
): boolean {
  return path === '' || workspaces.includes(link ? resolved : path);
}

function problemsOf(path: string, locked: LockedPackage): string[] {
  const { version = '', resolved, integrity = '', link, hasInstallScript } = locked;
  const license = licenseOf(path, locked);
  const problems: readonly (readonly [isProblem: boolean, text: string])[] = [
    [!exactVersion.test(version), 'has no exact version'],
    [resolved !== undefined, `comes from ${resolved} instead of the configured registry`],
    [link === true, 'is a link'],
    [!/^sha512-[\w+/]{86}==$/.test(integrity), 'has no SHA-512'],
    [hasInstallScript === true, 'runs a script when it is installed'],
    [license === undefined, 'names no license'],
    [license !== undefined && !isAllowed(license), `has the license ${license}, which we may not ship`],
  ];
  return problems.flatMap(([isProblem, text]) => (isProblem ? [`${path} ${text}`] : []));
}

/** Returns a sentence for each problem with the packages. */
export function packageProblems(manifest: Manifest, lockfile: Lockfile): readonly string[] {
  const { workspaces = [] } = manifest;
  const own = [manifest, ...workspaces.map((folder) => lockfile.packages[folder] ?? {})];
  const requested = own.flatMap(({ dependencies = {}, devDependencies = {}, optionalDependencies = {} }) => [
    dependencies,
    devDependencies,
    optionalDependencies,
  ]);
  return [
    ...requested
      .flatMap((some) => Object.entries(some))
      .filter(([, version]) => !exactVersion.test(version))
      .map(([name, version]) => `${name} is requested as ${version}, not as an exact version`),
    ...(lockfile.lockfileVersion === 3 ? [] : ['package-lock.json does not have version 3']),
    ...Object.entries(lockfile.packages)
      .filter(([path, locked]) => !isOurs(manifest, path, locked))
      .flatMap(([path, locked]) => problemsOf(path, locked)),
  ];
}
