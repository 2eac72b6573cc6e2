import { createHash } from "node:crypto";
import { Refusal } from "./refusal.ts";

/** Files of SQL that are uploaded first, and then run on a database. */
export class FakeImports {
  /** Null until the file is uploaded. */
  readonly #files = new Map<string, Buffer | null>();

  open(name: string): void {
    this.#files.set(name, null);
  }

  store(name: string, file: Buffer): object {
    if (!this.#files.has(name)) throw new Refusal(404, 7500, "No import has this address.");
    this.#files.set(name, file);
    return {};
  }

  take(name: string): string {
    const file = this.#files.get(name);
    if (!file) throw new Refusal(400, 7500, "The file was not uploaded.");
    this.#files.delete(name);
    return file.toString("utf8");
  }
}

/** Returns the tag by which wrangler recognizes that its file has arrived. */
export function toEtag(file: Buffer): string {
  return createHash("md5").update(file).digest("hex");
}
