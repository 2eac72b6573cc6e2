/** Returns a URL as people read it: no scheme, no escapes of characters that they write, the host in its own script. */
export function showUrl(url: string): string {
  const text = url.replace(/^https?:\/\//, "");
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
