/**
 * Returns the entries of a variable with a comma-separated list of hostnames or addresses, in lower case and
 * without white space, trailing dots and empty entries.
 */
export function envList(text: string | undefined): string[] {
  return (text ?? "")
    .split(",")
    .map((entry) => entry.trim().toLowerCase().replace(/\.$/, ""))
    .filter((entry) => entry !== "");
}
