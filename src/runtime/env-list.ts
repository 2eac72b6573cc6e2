/**
 * Returns the entries of a variable that holds a comma-separated list of hostnames or addresses: in lower
 * case, without white space, trailing dots and empty entries.
 */
export function envList(text: string | undefined): string[] {
  return (text ?? "")
    .split(",")
    .map((entry) => entry.trim().toLowerCase().replace(/\.$/, ""))
    .filter((entry) => entry !== "");
}
