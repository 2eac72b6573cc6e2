import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { announce } from "./toast.ts";

/** Sets the title of the page, and returns its heading, which gets the focus when the screen changes. */
export function useTitle(title: string): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isFirst = document.title === "Signpost";
    document.title = `${title} · Signpost`;
    if (isFirst) return;
    announce(title);
    if (document.querySelector("dialog[open]") === null) heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  );
}
