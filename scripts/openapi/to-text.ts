/** Members of an object this deep share a line: an operation, a schema, a response. */
const LINE_DEPTH = 3;

/** Writes the document as JSON with one operation a line: small to serve, and readable as a diff. */
export function toText(document: object): string {
  return `${write(document, 0)}\n`;
}

function write(value: unknown, depth: number): string {
  const isBroken = depth < LINE_DEPTH && typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isBroken) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}:${write(member, depth + 1)}`,
  );
  return `{\n${members.join(",\n")}\n}`;
}
