/** Returns a URL without scheme and escapes, with a Unicode hostname, as people write it. */
export function showUrl(url: string): string {
  const text = url.replace(/^https?:\/\//, "");
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
