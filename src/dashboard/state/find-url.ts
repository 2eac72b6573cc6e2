/** Returns the first http or https URL in a text, without the punctuation that ends a sentence. */
export function findUrl(text: string | undefined): string | undefined {
  return /https?:\/\/[^\s<>"]+/i.exec(text ?? "")?.[0].replace(/[.,;:!?)\]}'”’»]+$/u, "");
}
