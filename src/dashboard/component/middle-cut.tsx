/** The characters at the end of a text that are never cut. */
const END = 14;

/** A text on one line. A long one is cut in its middle by the page, and whole in the tooltip and for screen readers. */
export function MiddleCut({ text }: { text: string }) {
  const at = Math.max(0, text.length - END);
  return (
    <span class="middle-cut" title={text}>
      <span>{text.slice(0, at)}</span>
      <span>{text.slice(at)}</span>
    </span>
  );
}
