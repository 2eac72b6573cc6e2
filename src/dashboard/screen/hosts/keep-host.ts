interface Line {
  kind?: string;
  data?: { host?: string; id?: string; record_id?: string };
}

/**
 * Returns a function that keeps the lines of each part that are about a hostname: its claim, files, records and history.
 * Records come before their history. A line that is cut off stays, so that the export counts as incomplete.
 */
export function keepHost(host: string): (part: string) => string {
  const ids = new Set<string>();
  const isKept = (text: string) => {
    const { kind, data = {} } = parseLine(text);
    const { id = "", record_id = "" } = data;
    if (kind === "record" && data.host === host) ids.add(id);
    return kind === undefined || kind === "cursor" || data.host === host || ids.has(record_id);
  };
  return (part) => part.split("\n").filter(isKept).join("\n");
}

function parseLine(text: string): Line {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return {};
  }
}
