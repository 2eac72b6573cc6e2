import { Fragment } from "preact";

/** A URL that preferably wraps after a slash or before its query, not in the middle of a word. */
export function UrlText({ url }: { url: string }) {
  return (
    <>
      {url.split(/(?<=\/)(?!\/)|(?=[?&#])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  );
}

/** A URL on one line as a link. A long one loses its hostname first. @param url without its scheme */
export function UrlLink({ url, href, title }: { url: string; href: string; title?: string }) {
  return (
    <a class="url" href={href} aria-label={url} {...(title !== undefined && { title })}>
      <Ends url={url} />
    </a>
  );
}

function Ends({ url }: { url: string }) {
  const slash = url.indexOf("/");
  const [host, path] = slash < 0 ? [url, ""] : [url.slice(0, slash), url.slice(slash)];
  return (
    <>
      <span class="url-host">{host}</span>
      <span>{path}</span>
    </>
  );
}
