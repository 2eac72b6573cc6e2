import { refuse } from "../../domain/refusal/refusal.ts";
import type { ServiceContext } from "../context.ts";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import { requireProof } from "../require-proof.ts";
import { done, invalid, type Result } from "../result.ts";
import { KINDS, type ExportItem, type ExportKind, type Include, type KindName, type Place } from "./kinds.ts";

/** Together with the queries that find the caller, an answer takes at most 200. */
const MAX_QUERIES = 190;

type Position = [kind: KindName, place: Place];

/** Some items of an export. The last part has the cursor of the next answer, or null at the end. */
export interface ExportPart {
  items: ExportItem[];
  cursor?: string | null;
}

/**
 * Exports the content of the caller's workspace (`GET /export`, contract 26.1), in parts that are read one after
 * the other. The parts throw as D1 does.
 */
export function exportWorkspace(
  ctx: ServiceContext,
  { includes, cursor }: { includes: Include[]; cursor: string | undefined },
): Result<AsyncGenerator<ExportPart>> {
  const refused = includes.includes("secrets") ? requireProof(ctx) : null;
  if (refused !== null) return refused;
  const list = ["export", ctx.caller.workspace.id, includes.toSorted()];
  const given = cursor === undefined ? null : decodeCursor(list, cursor, isPosition);
  if (cursor !== undefined && given === null) {
    return invalid({ cursor: [refuse("other_export")] });
  }
  const chosen = new Set(includes);
  const kinds = KINDS.filter(({ include }) => include === undefined || chosen.has(include));
  const [kind, place] = given?.position ?? [kinds[0]!.name, null];
  const start = kinds.findIndex(({ name }) => name === kind);
  return done(
    readParts(ctx, kinds, [start, place], chosen, (position) =>
      encodeCursor(list, { direction: "next", position }),
    ),
  );
}

async function* readParts(
  ctx: ServiceContext,
  kinds: ExportKind<KindName>[],
  [start, from]: [kind: number, place: Place],
  includes: ReadonlySet<Include>,
  toCursor: (position: Position) => string,
): AsyncGenerator<ExportPart> {
  let place = from;
  let queries = 0;
  for (const { name, queries: needed, read } of kinds.slice(start)) {
    do {
      queries += needed;
      if (queries > MAX_QUERIES) return yield { items: [], cursor: toCursor([name, place]) };
      const { items, next, asked = 0 } = await read(ctx, place, includes);
      queries += asked;
      yield { items: items.map((item) => ({ kind: name, item }) as ExportItem) };
      place = next;
    } while (place !== null);
  }
  yield { items: [], cursor: null };
}

function isPosition(value: unknown): value is Position {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [kind, place] = value as unknown[];
  const isPlace =
    place === null ||
    (Array.isArray(place) && place.every((part) => typeof part === "string" || typeof part === "number"));
  return isPlace && KINDS.some(({ name }) => name === kind);
}
