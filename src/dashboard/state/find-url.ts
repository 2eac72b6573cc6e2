/**
 * Returns the first http or https URL in a text: as it is if the text is nothing else, and without the punctuation that ends
 * a sentence if it is. A bracket that the URL has opened belongs to it.
 */
export function findUrl(text = ""): string | undefined {
  const alone = text.trim();
  if (/^https?:\/\/\S+$/i.test(alone)) return alone;
  let url = /https?:\/\/[^\s<>"]+/i.exec(text)?.[0];
  while (url !== undefined && /[.,;:!?)\]}'”’»]$/u.test(url) && !closesOwn(url)) url = url.slice(0, -1);
  return url;
}

const OPENING: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

function closesOwn(url: string): boolean {
  const closing = url.at(-1) ?? "";
  const opening = OPENING[closing];
  return opening !== undefined && url.split(opening).length >= url.split(closing).length;
}
