import { Refusal } from "./refusal.ts";
import type { Upload } from "./running-script.ts";

/** The versions of a Worker, and which of them were deployed. */

interface Version {
  id: string;
  number: number;
  /** The last Durable Object migration. */
  migrationTag: string | undefined;
  /** Null for a Worker that has only secrets. */
  upload: Upload | null;
  trigger: "upload" | "secret";
}

export class FakeVersions {
  // The newest is the first.
  #versions: Version[] = [];
  #deployed: Version[] = [];

  get newest(): string {
    return this.#versions[0]?.id ?? "";
  }

  /** The last Durable Object migration of what is deployed. */
  get migrationTag(): string | undefined {
    return this.#deployed[0]?.migrationTag;
  }

  /** Returns the id of the new version. Its migration is that of the deployed one if the upload has none. */
  add(upload: Upload | null, trigger: Version["trigger"] = "upload"): string {
    const number = this.#versions.length + 1;
    const id = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
    const migrationTag = upload?.migrationTag ?? this.migrationTag;
    this.#versions.unshift({ id, number, migrationTag, upload, trigger });
    return id;
  }

  require(id: string): Version {
    const version = this.#versions.find((one) => one.id === id);
    if (version === undefined) throw new Refusal(404, 10_222, "Version not found.");
    return version;
  }

  deploy(id: string): object {
    this.#deployed.unshift(this.require(id));
    return this.listDeployments()[0] ?? {};
  }

  describe(id: string): object {
    const { number, migrationTag, upload } = this.require(id);
    const runtime = migrationTag === undefined ? {} : { migration_tag: migrationTag };
    return {
      id,
      number,
      startup_time_ms: 10,
      metadata: { ...METADATA, has_preview: false },
      resources: {
        script: { etag: id, handlers: ["fetch"], last_deployed_from: "wrangler" },
        script_runtime: runtime,
        bindings: upload?.bindings ?? [],
      },
    };
  }

  list(): object[] {
    return this.#versions.map(({ id, number }) => ({ id, number, metadata: METADATA }));
  }

  listDeployments(): object[] {
    return this.#deployed.map(({ id, trigger }, index) => ({
      id: `10000000-0000-4000-8000-${String(this.#deployed.length - index).padStart(12, "0")}`,
      strategy: "percentage",
      ...METADATA,
      annotations: { "workers/triggered_by": trigger },
      versions: [{ version_id: id, percentage: 100 }],
    }));
  }
}

const METADATA = {
  created_on: "2026-01-01T00:00:00.000Z",
  source: "wrangler",
  author_email: "tester@example.com",
};
