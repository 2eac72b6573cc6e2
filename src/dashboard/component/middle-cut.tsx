/** What stays of the end of a text, so that the last part of a path remains readable. */
const END_LENGTH = 20;

/**
 * Returns the place where a text is cut; 0 for a short one, which is whole. A text is cut before its path if that is short,
 * because hostnames are alike in a list.
 */
export function cutPlace(letters: readonly string[]): number {
  if (letters.length <= END_LENGTH) return 0;
  const slash = letters.indexOf("/");
  const end = letters.length - Math.min(END_LENGTH, Math.floor(letters.length / 2));
  return slash > 0 && letters.length - slash <= END_LENGTH ? slash : end;
}

/** Returns the length of an address without its query, which is cut first; the whole length of any other text. */
export function lengthWithoutQuery(text: string): number {
  return /^[^?]*\/[^?]*(?=\?)/.exec(text)?.[0].length ?? text.length;
}

/**
 * A text on one line. A long one loses its query first. Then it is cut in its middle, because the start of a URL says where
 * it leads, and its end what it is. The ends are drawn by CSS, so the document contains the text once: for screen readers,
 * for copies and for searches.
 * @param whole what stands for more than the text, and is shown on hover and on focus in place of it
 */
export function MiddleCut({ text, whole = text }: { text: string; whole?: string }) {
  const queryAt = lengthWithoutQuery(text);
  const letters = Array.from(text.slice(0, queryAt));
  const at = cutPlace(letters);
  return (
    <span class="middle-cut" title={whole}>
      <span class="middle-cut-whole">{whole}</span>
      <span
        class="middle-cut-ends"
        aria-hidden="true"
        data-start={letters.slice(0, at).join("")}
        data-end={letters.slice(at).join("")}
      >
        {queryAt < text.length && <span class="middle-cut-query" data-query={text.slice(queryAt)} />}
      </span>
    </span>
  );
}
