import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Refusal } from "./refusal.ts";

/** The static files of an account: uploaded by their hashes, before the Worker that has them. */

type Manifest = Record<string, { hash: string; size: number }>;

export class FakeAssets {
  /** The uploaded files by hash. */
  readonly #contents = new Map<string, Buffer>();
  readonly #manifests = new Map<string, Manifest>();
  readonly #folders: string[] = [];

  /** Returns what is missing of a manifest, in one bucket; the token stands for the manifest. */
  openSession(manifest: Manifest): { jwt: string; buckets: string[][] } {
    const jwt = `session-${this.#manifests.size}`;
    this.#manifests.set(jwt, manifest);
    const missing = this.#missingOf(manifest);
    return { jwt, buckets: missing.length === 0 ? [] : [missing] };
  }

  /** Takes files in base64. Once all are there, the answer has the token for the Worker's upload. */
  store(jwt: string, files: [hash: string, base64: string][]): { jwt?: string } {
    const manifest = this.#manifests.get(jwt);
    if (manifest === undefined) throw new Refusal(401, 10_000, "Authentication error");
    for (const [hash, base64] of files) this.#contents.set(hash, Buffer.from(base64, "base64"));
    return this.#missingOf(manifest).length === 0 ? { jwt } : {};
  }

  /** Returns the folder of an upload's files; null where it has none. */
  take(jwt: string | undefined, config: object = {}): { directory: string; config: object } | null {
    if (jwt === undefined) return null;
    const manifest = this.#manifests.get(jwt);
    if (manifest === undefined || this.#missingOf(manifest).length > 0) {
      throw new Refusal(400, 10_021, "The assets of the Worker are not complete.");
    }
    const directory = mkdtempSync(join(tmpdir(), "signpost-assets-"));
    this.#folders.push(directory);
    for (const [path, { hash }] of Object.entries(manifest)) {
      const file = join(directory, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, this.#contents.get(hash) ?? "");
    }
    return { directory, config };
  }

  close(): void {
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }

  #missingOf(manifest: Manifest): string[] {
    return [...new Set(Object.values(manifest).map(({ hash }) => hash))].filter(
      (hash) => !this.#contents.has(hash),
    );
  }
}
