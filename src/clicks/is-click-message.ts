import type { Click, ClickMessage } from "../queue-messages.ts";

/** Returns whether a message has clicks. Ignores members that a later release adds. */
export function isClickMessage(body: unknown): body is ClickMessage {
  const { kind, id, clicks } = (body ?? {}) as Partial<Record<keyof ClickMessage, unknown>>;
  return kind === "clicks" && typeof id === "string" && Array.isArray(clicks) && clicks.every(isClick);
}

/** The number of members that every release sends; the number that this release knows follows. */
const REQUIRED_MEMBERS = 6;
const KNOWN_MEMBERS = 10;

function isClick(value: unknown): value is Click {
  if (!Array.isArray(value) || value.length < REQUIRED_MEMBERS) return false;
  const [recordId, atMs, destination, ...texts] = (value as unknown[]).slice(0, KNOWN_MEMBERS);
  return (
    typeof recordId === "string" &&
    Number.isSafeInteger(atMs) &&
    Number.isInteger(destination) &&
    texts.every((text) => typeof text === "string")
  );
}
