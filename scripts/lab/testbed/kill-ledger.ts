/** A GET of the API that has to succeed: its body. */
type Read = (path: string) => Promise<unknown>;

/** Reads with the tokens in turn, because each has a rate limit. */
export function readInTurn(read: (path: string, token: string) => Promise<unknown>, tokens: string[]): Read {
  let turn = 0;
  return (path) => read(path, tokens[turn++ % tokens.length] ?? "");
}

/** The writes that a worker has acknowledged, to compare with its state after a kill. */
export class KillLedger {
  private readonly records = new Map<string, Known>();
  /** Imports that got no answer, by how their aliases begin: each is there in whole or not at all. */
  private readonly openImports: { prefix: string; rows: number }[] = [];
  /** The number of ids that one query reads. */
  private readonly unchecked = new Set<string>();

  get size(): number {
    return this.records.size;
  }

  /** The number of acknowledged writes. */
  acknowledged = 0;

  noteCreated(id: string, destination: string): void {
    this.acknowledged++;
    this.records.set(id, { destination, changes: 0, open: null });
    this.unchecked.add(id);
  }

  /** A change that is on its way: it may land without an answer. */
  noteChanging(id: string, destination: string | null): void {
    const known = this.records.get(id);
    if (known !== undefined) known.open = { destination };
    this.unchecked.add(id);
  }

  /** The change on its way is acknowledged. */
  noteChanged(id: string): void {
    this.acknowledged++;
    const known = this.records.get(id);
    if (known?.open === null || known === undefined) return;
    if (known.open.destination !== known.destination) known.changes++;
    known.destination = known.open.destination;
    known.open = null;
  }

  noteOpenImport(prefix: string, rows: number): void {
    this.openImports.push({ prefix, rows });
  }

  /** Returns all differences between the worker and the acknowledged writes, as texts. */
  async check(read: Read): Promise<string[]> {
    const problems: string[] = [];
    for (const ids of chunksOf([...this.unchecked], IDS_AT_ONCE)) {
      const { data } = (await read(`/links?per_page=1000&filter[id]=${ids.join(",")}`)) as {
        data: { id: string; destination: string | null }[];
      };
      const found = new Map(data.map((record) => [record.id, record.destination]));
      for (const id of ids) problems.push(...(await this.compare(read, id, found)));
    }
    this.unchecked.clear();
    for (const { prefix, rows } of this.openImports.splice(0)) {
      const path = `/links?per_page=1000&filter[search]=/${prefix}`;
      const { meta } = (await read(path)) as Page;
      const landed = meta.cursor.count;
      if (landed !== 0 && landed !== rows) problems.push(`of import ${prefix} ${landed} rows landed`);
    }
    return problems;
  }

  private async compare(read: Read, id: string, found: Map<string, string | null>): Promise<string[]> {
    const known = this.records.get(id);
    if (known === undefined) return [];
    const standing = found.get(id) ?? null;
    const { open } = known;
    if (open !== null && standing === open.destination && standing !== known.destination) {
      known.destination = standing;
      known.changes++;
    }
    known.open = null;
    if (standing !== known.destination)
      return [`${id} leads to ${standing}, acknowledged was ${known.destination}`];
    if (standing === null || known.changes === 0) return [];
    const path = `/links/${id}/history?per_page=1`;
    const { total } = ((await read(path)) as Page).meta.cursor;
    return total === known.changes ? [] : [`${id} has ${total} changes, acknowledged were ${known.changes}`];
  }
}

interface Known {
  /** Null if the record is deleted. */
  destination: string | null;
  /** Entries of its history. */
  changes: number;
  open: { destination: string | null } | null;
}

interface Page {
  meta: { cursor: { count: number; total: number } };
}

const IDS_AT_ONCE = 100;

function chunksOf<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
