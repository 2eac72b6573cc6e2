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

type Read = () => Uint8Array | Promise<Uint8Array>;

/** What a list tells of an object besides its key. */
type Described = { size?: number; last_modified?: string; custom_metadata?: Record<string, string> };

/** The objects in the buckets of a fake account. */
export class FakeObjects {
  #objects = new Map<string, { read: Read; described: Described }>();
  /** False for buckets whose objects the login may list and not read. */
  isReadable = true;

  /** @param read is called for each request of the object */
  put(bucket: string, key: string, read: Read, described: Described = {}): void {
    this.#objects.set(`${bucket}/${key}`, { read, described });
  }

  clear(): void {
    this.#objects.clear();
  }

  /** Lists a page of objects in the order of their keys. */
  list(bucket: string, parameters: URLSearchParams): CursorPage {
    const start = `${bucket}/${parameters.get("prefix") ?? ""}`;
    const after = parameters.get("cursor") ?? "";
    const keys = [...this.#objects.keys()]
      .filter((name) => name.startsWith(start))
      .map((name) => name.slice(bucket.length + 1))
      .filter((key) => key > after)
      .toSorted();
    const page = keys.slice(0, PAGE_SIZE);
    const cursor = keys.length > page.length ? (page.at(-1) ?? null) : null;
    return new CursorPage(
      page.map((key) => ({
        key,
        last_modified: "2026-01-01T03:00:00.000Z",
        storage_class: "Standard",
        ...this.#objects.get(`${bucket}/${key}`)?.described,
      })),
      cursor,
    );
  }

  async get(bucket: string, key: string): Promise<Uint8Array> {
    if (!this.isReadable) throw new Refusal(403, 10_000, "Authentication error");
    const found = this.#objects.get(`${bucket}/${decodeURIComponent(key)}`);
    if (found === undefined) throw new Refusal(404, 10_007, "The specified key does not exist.");
    return await found.read();
  }

  delete(bucket: string, key: string): { key: string } {
    this.#objects.delete(`${bucket}/${decodeURIComponent(key)}`);
    return { key };
  }
}
