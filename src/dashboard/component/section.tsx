import type { ComponentChildren } from "preact";

interface SectionProps {
  title: string;
  count?: number;
  isOpen: boolean;
  children: ComponentChildren;
}

/** A collapsed part of a form that most users do not need. */
export function Section({ title, count = 0, isOpen, children }: SectionProps) {
  return (
    <details class="section" open={isOpen}>
      <summary>
        {title}
        {count > 0 && <span class="chip">{count}</span>}
      </summary>
      <div class="section-body">{children}</div>
    </details>
  );
}
