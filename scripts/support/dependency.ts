/** What package.json and package-lock.json say of the packages that a deployment is made of. */

export interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  /** Packages that may run scripts when they are installed, and those that may not. */
  allowScripts?: Record<string, boolean>;
}

export interface Lock {
  /** By folder: `node_modules/a`, `node_modules/a/node_modules/b`; the project itself is "". */
  packages: Record<string, LockedPackage>;
}

interface LockedPackage {
  version?: string;
  license?: string;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

interface Dependency {
  name: string;
  version: string;
  /** As the package tells it, in SPDX; empty if it tells none. */
  licence: string;
}

const EXACT_VERSION = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/;

/** Packages that code of the product can reach, each once, by name. */
export function runtimeDependencies({ dependencies = {} }: Manifest, { packages }: Lock): Dependency[] {
  const folders = new Set(Object.keys(dependencies).map((name) => folderOf(name, "", packages)));
  for (const folder of folders) {
    for (const name of neededBy(packages[folder] ?? {})) folders.add(folderOf(name, folder, packages));
  }
  return [...folders]
    .map((folder) => ({
      name: nameOf(folder),
      version: packages[folder]?.version ?? "",
      licence: packages[folder]?.license ?? "",
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function neededBy({ dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }: LockedPackage) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys(dependencies), ...peers];
}

/** Where a package is found from a folder: its own `node_modules` first, then those above. */
function folderOf(name: string, from: string, packages: Lock["packages"]): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const candidate = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (candidate in packages) return candidate;
    if (folder === "") throw new Error(`package-lock.json has no ${name}: run npm install`);
  }
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** What is wrong with the packages, each in a line; `licences` are those that the project accepts. */
export function findDependencyProblems(
  manifest: Manifest,
  lock: Lock,
  licences: ReadonlySet<string>,
): string[] {
  const written = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  const ranges = written.filter(([, version]) => !EXACT_VERSION.test(version));
  const unlisted = runtimeDependencies(manifest, lock).filter(({ licence }) => !licences.has(licence));
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
