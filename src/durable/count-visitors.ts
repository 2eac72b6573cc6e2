import { databasesOf } from "../databases-of.ts";
import type { PlacesLeft } from "../domain/record.ts";
import type { Bindings } from "../env.ts";
import { log } from "../runtime/log.ts";

/** Counts visitors in a Durable Object. No await stands between reading and writing its state, so that each place is taken once. */

interface Counter {
  max: number;
  taken: number;
  version: number;
  /** The places taken of earlier counters, by their versions. */
  past?: Record<number, number>;
}

/** The version of a counter that lets nobody through, because its record is deleted. */
const CLOSED = Number.MAX_SAFE_INTEGER;
const FORGET_MS = 86_400_000;

export function take(
  object: DurableObjectState,
  bindings: object,
  max: number,
  version: number,
  known?: PlacesLeft,
): boolean {
  const counter = read(object.storage, max, version, known);
  const isFree = counter.taken < counter.max;
  if (isFree) write(object.storage, { ...counter, taken: counter.taken + 1 });
  report(object, bindings);
  return isFree;
}

export function left(
  object: DurableObjectState,
  bindings: object,
  limit: number,
  version: number,
  known?: PlacesLeft,
): number {
  const { max, taken } = read(object.storage, limit, version, known);
  report(object, bindings);
  return max - taken;
}

/** Refuses all further visitors, and has the state deleted a day later. */
export async function close(storage: DurableObjectStorage): Promise<void> {
  write(storage, { max: 0, taken: 0, version: CLOSED });
  await storage.setAlarm(Date.now() + FORGET_MS);
}

/**
 * Returns the counter, with no more places than the database knows of: an account into which a backup was restored has
 * no state, or an older one.
 */
function read(storage: DurableObjectStorage, max: number, version: number, known?: PlacesLeft): Counter {
  const stored = storage.kv.get<Counter>("counter");
  const counter =
    stored === undefined || stored.version < version ? begin(stored, max, version, known) : stored;
  if (known === undefined || known.version < counter.version) return counter;
  return { ...counter, taken: Math.max(counter.taken, counter.max - known.left) };
}

/** Returns a counter that nobody has passed yet, or that continues an earlier one after an undo (contract 24.12). */
function begin(stored: Counter | undefined, max: number, version: number, known?: PlacesLeft): Counter {
  const past = { ...stored?.past, ...(stored && { [stored.version]: stored.taken }) };
  return { max, version, past, taken: past[known?.resumes ?? 0] ?? 0 };
}

function write(storage: DurableObjectStorage, counter: Counter): void {
  storage.kv.put("counter", counter);
}

/** The time between two reports of a counter. */
const INTERVAL_MS = 2_000;
/** The time until a failed report is tried again. */
const RETRY_MS = 10_000;

const reporting = new WeakSet<DurableObjectState>();

/** Has the database follow the counter. Not by an alarm, because earlier code deletes the counter at any alarm. */
function report(object: DurableObjectState, bindings: object): void {
  if (reporting.has(object)) return;
  reporting.add(object);
  void reportAll(object, bindings).finally(() => reporting.delete(object));
}

const STORE = `
  UPDATE records SET places_left = ?2 WHERE id = ?1 AND (places_left IS NULL
    OR (places_left ->> 'version', -(places_left ->> 'left')) < (?3, -?4))`;

/**
 * Stores in the database how many places are left, until it has the counter's last state. What it knows never grows
 * again, except with a counter of a higher version, because this counter may know less than a restored backup.
 */
async function reportAll({ id, storage }: DurableObjectState, bindings: object): Promise<void> {
  let reported = "";
  for (;;) {
    const counter = storage.kv.get<Counter>("counter");
    if (counter === undefined || counter.version === CLOSED) return;
    const { max, taken, version } = counter;
    const places: PlacesLeft = { left: max - taken, version };
    const text = JSON.stringify(places);
    if (text === reported) return;
    try {
      // Only the database of the record has a row to write.
      await Promise.all(
        databasesOf(bindings as Bindings).map(({ DB }) =>
          DB.prepare(STORE).bind(id.name, text, version, places.left).run(),
        ),
      );
      reported = text;
      await scheduler.wait(INTERVAL_MS);
    } catch (error) {
      log("warn", "places_left_not_stored", { error: String(error) });
      await scheduler.wait(RETRY_MS);
    }
  }
}
