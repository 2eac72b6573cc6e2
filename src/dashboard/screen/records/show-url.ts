/**
 * Returns a readable URL: without scheme, with unescaped characters where people write them, and a Unicode hostname.
 */
export function showUrl(url: string): string {
  const text = url.replace(/^https?:\/\//, "");
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
