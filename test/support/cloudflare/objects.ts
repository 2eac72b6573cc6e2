import { Refusal } from "./refusal.ts";

/** A page of a list whose next page is found by a cursor. */
export class CursorPage {
  readonly result: object[];
  readonly result_info: { cursor?: string; is_truncated: boolean };

  constructor(result: object[], cursor: string | null) {
    this.result = result;
    this.result_info = cursor === null ? { is_truncated: false } : { cursor, is_truncated: true };
  }
}

const PAGE_SIZE = 20;

/** The objects in the buckets of a fake account. */
export class FakeObjects {
  #bodies = new Map<string, () => Uint8Array | Promise<Uint8Array>>();
  /** False for buckets whose objects the login may list and not read. */
  isReadable = true;

  /** @param read is called for each request of the object */
  put(bucket: string, key: string, read: () => Uint8Array | Promise<Uint8Array>): void {
    this.#bodies.set(`${bucket}/${key}`, read);
  }

  clear(): void {
    this.#bodies.clear();
  }

  /** Lists a page of objects in the order of their keys. */
  list(bucket: string, parameters: URLSearchParams): CursorPage {
    const start = `${bucket}/${parameters.get("prefix") ?? ""}`;
    const after = parameters.get("cursor") ?? "";
    const keys = [...this.#bodies.keys()]
      .filter((name) => name.startsWith(start))
      .map((name) => name.slice(bucket.length + 1))
      .filter((key) => key > after)
      .toSorted();
    const page = keys.slice(0, PAGE_SIZE);
    const cursor = keys.length > page.length ? (page.at(-1) ?? null) : null;
    return new CursorPage(
      page.map((key) => ({ key, last_modified: "2026-01-01T03:00:00.000Z", storage_class: "Standard" })),
      cursor,
    );
  }

  async get(bucket: string, key: string): Promise<Uint8Array> {
    if (!this.isReadable) throw new Refusal(403, 10_000, "Authentication error");
    const read = this.#bodies.get(`${bucket}/${decodeURIComponent(key)}`);
    if (read === undefined) throw new Refusal(404, 10_007, "The specified key does not exist.");
    return await read();
  }
}
