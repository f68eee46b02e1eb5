/**
 * Checks the packages in package.json and package-lock.json: each must have an exact version, come from the configured registry,
 * have a hash that npm verifies, have no install script, and have a license under which we may ship it. `npm ci` then installs
 * exactly these bytes or fails. Workspaces are exempt, but the packages that they depend on are not.
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

/**
 * Allowed licenses, by SPDX identifier. The list includes LGPL and MPL because we do not modify the packages under these
 * licenses.
 */
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

/**
 * Returns whether a license expression has an alternative in which all licenses are allowed, as in "MIT", "MIT OR
 * GPL-3.0-or-later" and "MIT AND Zlib".
 */
function isAllowed(license: string): boolean {
  return license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((alternative) =>
      alternative.split(' AND ').every((one) => allowedLicenses.has(one) || one === 'Bitstream-Vera'),
    );
}

/**
 * Returns true for packages that do not come from a registry: this repository's own package, a workspace, and the link to a
 * workspace.
 */
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
  return [
    ...(exactVersion.test(version) ? [] : [`${path} has no exact version`]),
    ...(resolved === undefined ? [] : [`${path} names no address that it comes from`]),
    ...(link ? [`${path} is a link`] : []),
    ...(/^sha512-[\w+/]{86}==$/.test(integrity) ? [] : [`${path} has no SHA-512`]),
    ...(hasInstallScript ? [`${path} runs a script when it is installed`] : []),
    ...(license !== undefined && isAllowed(license)
      ? []
      : [
          license === undefined
            ? `${path} names no license that anyone has read`
            : `${path} has the license ${license}, which we may not ship`,
        ]),
  ];
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
      .map(([name, version]) => `${name} is requested as ${version}, not at one exact version`),
    ...(lockfile.lockfileVersion === 3 ? [] : ['package-lock.json is not of version 3']),
    ...Object.entries(lockfile.packages)
      .filter(([path, locked]) => !isOurs(manifest, path, locked))
      .flatMap(([path, locked]) => problemsOf(path, locked)),
  ];
}
