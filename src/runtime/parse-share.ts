/** Parses a share from 0 to 1; null for anything else. An empty text is 0. */
export function parseShare(text = ""): number | null {
  const share = Number(text);
  return share >= 0 && share <= 1 ? share : null;
}
