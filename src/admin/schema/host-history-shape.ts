import * as v from "valibot";
import { CHANNELS } from "./closed-set.ts";
import { CursorShape, id, timestamp } from "./part.ts";

/** The shapes of answers about hostnames that change hands (contract 10.17 and 10.18). */

const HeldFact = v.object({ held: v.boolean() });

export const HostHistoryShape = v.object({
  id,
  old: HeldFact,
  new: HeldFact,
  reason: v.picklist(["proof", "move", "free"]),
  actor: v.object({ id: v.string(), name: v.string() }),
  source: v.picklist(CHANNELS),
  created_at: timestamp,
});

export const HostHistoryPage = v.object({
  data: v.array(HostHistoryShape),
  meta: v.object({ cursor: v.object({ ...CursorShape.entries, total: v.number() }) }),
});

export const MovedShape = v.object({
  host: v.string(),
  records: v.object({ here: v.number(), there: v.number() }),
});
