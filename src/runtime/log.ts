type LogLevel = "info" | "warn" | "error";

/** Writes one line to the log, a JSON object. Fields hold no secret and no visitor's address. */
export function log(level: LogLevel, event: string, fields: Record<string, unknown>): void {
  const line = JSON.stringify({ event, level, ...fields });
  if (level === "error") console.error(line);
  else if (level === "warn") console.warn(line);
  else console.log(line);
}
