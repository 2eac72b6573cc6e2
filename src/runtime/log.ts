type LogLevel = "info" | "warn" | "error";

/** Writes one JSON object as a line to the log. Fields must not contain secrets or visitors' addresses. */
export function log(level: LogLevel, event: string, fields: Record<string, unknown>): void {
  const line = JSON.stringify({ event, level, ...fields });
  if (level === "error") console.error(line);
  else if (level === "warn") console.warn(line);
  else console.log(line);
}
