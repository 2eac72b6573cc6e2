import type { ComponentChildren } from "preact";
import type { LinkRecord } from "../../api/types.ts";
import { Ago } from "../../component/moment.tsx";
import { UrlText } from "../../component/url-text.tsx";
import { showUrl } from "../records/show-url.ts";

/** @param href of the screen that shows more */
export function Card({
  title,
  href,
  children,
}: {
  title: string;
  href?: string;
  children: ComponentChildren;
}) {
  const heading = href === undefined ? title : <a class="plain" href={href} children={title} />;
  return (
    <section class="card stack-small">
      <h2>{heading}</h2>
      {children}
    </section>
  );
}

/** A line of a list in a card, with its age. */
export function Item({ at, children }: { at?: string; children: ComponentChildren }) {
  return (
    <li>
      <div>{children}</div>
      {at !== undefined && (
        <span class="small muted nowrap">
          <Ago at={at} />
        </span>
      )}
    </li>
  );
}

export function RecordList({ records, hasAge = false }: { records: LinkRecord[]; hasAge?: boolean }) {
  return (
    <ul class="list">
      {records.map(({ id, url, destination, created_at }) => (
        <Item key={id} {...(hasAge && { at: created_at })}>
          <a class="break" href={`/links/${id}?kind=all`}>
            <UrlText url={showUrl(url)} />
          </a>
          <div class="cut small muted">{destination === null ? "" : showUrl(destination)}</div>
        </Item>
      ))}
    </ul>
  );
}
