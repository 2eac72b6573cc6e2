/** The reasons of a 422, by dotted path. */
export type Errors = Record<string, string[]>;

/** Returns the value at a dotted path, or what is known of it: the value that holds it. Names may be dotted themselves. */
function valueAt(values: object, path: string): unknown {
  const [name] = Object.keys(values)
    .filter((key) => path === key || path.startsWith(`${key}.`))
    .toSorted((a, b) => b.length - a.length);
  if (name === undefined) return values;
  const value = (values as Record<string, unknown>)[name];
  const rest = path.slice(name.length + 1);
  return rest === "" || typeof value !== "object" || value === null ? value : valueAt(value, rest);
}

/** What a form sent, and what it holds now, by the names of its fields; an error may depend on a second field. */
interface Sending {
  sent: object;
  now: object;
  also?: Record<string, string>;
}

/** Returns the errors of values that are as they were sent. The others may be right by now. */
export function errorsLeft(errors: Errors, { sent, now, also = {} }: Sending): Errors {
  const isSame = (path: string) => JSON.stringify(valueAt(now, path)) === JSON.stringify(valueAt(sent, path));
  return Object.fromEntries(
    Object.entries(errors).filter(([path]) => isSame(path) && isSame(also[path] ?? path)),
  );
}
