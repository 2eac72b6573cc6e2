/**
 * Copies a text, which may still be on its way: a browser lets a page copy only while it handles a key or a click, so a text
 * that a call answers is promised at once. Returns false if the browser refuses, or the text never comes.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === "string") await navigator.clipboard.writeText(text);
    else await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
    return true;
  } catch {
    return false;
  }
}
