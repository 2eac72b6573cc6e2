/** One click on its way to the consumer, as short as it can be: under load there are many. */
export type Click = [
  recordId: string,
  /** Milliseconds since 1970. */
  atMs: number,
  /** Index among the record's destinations; -1 where the record serves a page. */
  destination: number,
  /** Two letters, or empty. */
  country: string,
  /** Hostname of the page that the visitor came from, or empty. */
  referrer: string,
  userAgent: string,
];

/** Clicks of one isolate, sent together. The id makes counting them twice impossible. */
export interface ClickMessage {
  kind: "clicks";
  /** Milliseconds of the first click in base 36, and chance: sorts by time. */
  id: string;
  clicks: Click[];
}

/** What every id of a batch begins with whose first click was at this moment; ids of older ones sort before it. */
export function batchIdPrefix(atMs: number): string {
  return atMs.toString(36).padStart(9, "0");
}

/** Tells whether these are clicks. Members that a later release adds are passed over. */
export function isClickMessage(body: unknown): body is ClickMessage {
  const { kind, id, clicks } = (body ?? {}) as Partial<Record<keyof ClickMessage, unknown>>;
  return kind === "clicks" && typeof id === "string" && Array.isArray(clicks) && clicks.every(isClick);
}

const CLICK_MEMBERS = 6;

function isClick(value: unknown): value is Click {
  if (!Array.isArray(value)) return false;
  const [recordId, atMs, destination, ...texts] = (value as unknown[]).slice(0, CLICK_MEMBERS);
  return (
    typeof recordId === "string" &&
    Number.isSafeInteger(atMs) &&
    Number.isInteger(destination) &&
    texts.length === CLICK_MEMBERS - 3 &&
    texts.every((text) => typeof text === "string")
  );
}
