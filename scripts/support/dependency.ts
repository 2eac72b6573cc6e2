/** Reads package.json and package-lock.json for the packages that are deployed, or installed. */

export interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  /** Packages with install scripts: true if the project allows them. */
  allowScripts?: Record<string, boolean>;
}

export interface Lock {
  /** Packages by folder: `node_modules/a`, `node_modules/a/node_modules/b`; the project itself is "". */
  packages: Record<string, LockedPackage>;
}

interface LockedPackage {
  version?: string;
  license?: string;
  hasInstallScript?: boolean;
}

interface Dependency {
  name: string;
  version: string;
  /** The licence in the package's own SPDX expression; empty if it has none. */
  licence: string;
}

const EXACT_VERSION = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/;

/** Returns the folders of the packages that files of a bundle are in, each once, in order. */
export function packageFolders(files: readonly string[]): string[] {
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set(folders)].toSorted();
}

/** Returns the packages that files of a bundle are in, by folder. */
export function bundledDependencies(files: readonly string[], { packages }: Lock): Dependency[] {
  return packageFolders(files).map((folder) => {
    const locked = packages[folder];
    if (locked === undefined) throw new Error(`package-lock.json has no ${folder}: run npm install`);
    return { name: nameOf(folder), version: locked.version ?? "", licence: locked.license ?? "" };
  });
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
}

/**
 * Lists the problems of the packages, each in a line.
 * @param bundled those that a deployment or the command line holds
 * @param licences those that the project accepts
 */
export function findDependencyProblems(
  manifest: Manifest,
  lock: Lock,
  bundled: readonly Dependency[],
  licences: ReadonlySet<string>,
): string[] {
  const written = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  const ranges = written.filter(([, version]) => !EXACT_VERSION.test(version));
  const unlisted = bundled.filter(({ licence }) => !licences.has(licence));
  const scripted = Object.entries(lock.packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([folder]) => nameOf(folder))
    .filter((name) => manifest.allowScripts?.[name] === undefined);
  return [
    ...ranges.map(([name, version]) => `${name} has the range ${version}, not an exact version`),
    ...unlisted.map(
      ({ name, licence }) => `${name} has the licence ${licence || "(none)"}, which is not listed`,
    ),
    ...scripted.map((name) => `${name} runs a script when it is installed, and is not in allowScripts`),
  ];
}
