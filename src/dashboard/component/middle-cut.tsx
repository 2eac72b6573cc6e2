/** What stays of the end of a text, so that the last part of a path remains readable. */
const END_LENGTH = 28;

/** Returns the place where a text is cut: before its path if that is short, because hostnames are alike in a list. */
export function cutPlace(letters: readonly string[]): number {
  const slash = letters.indexOf("/");
  const end = letters.length - Math.min(END_LENGTH, Math.floor(letters.length / 2));
  return slash > 0 && letters.length - slash <= END_LENGTH ? slash : end;
}

/**
 * A text on one line. A long one is cut in its middle, because the start of a URL says where it leads, and its end what it
 * is. The ends are drawn by CSS, so the document contains the text once: for screen readers, for copies and for searches.
 * @param whole what stands for more than the text, and is shown on hover and on focus in place of it
 */
export function MiddleCut({ text, whole = text }: { text: string; whole?: string }) {
  const letters = [...text];
  const at = cutPlace(letters);
  return (
    <span class="middle-cut" title={whole}>
      <span class="middle-cut-whole">{whole}</span>
      <span
        class="middle-cut-ends"
        aria-hidden="true"
        data-start={letters.slice(0, at).join("")}
        data-end={letters.slice(at).join("")}
      />
    </span>
  );
}
