import { UrlText } from "./url-text.tsx";

export function Diff({ from, to }: { from: string; to: string }) {
  const start = commonStart(from, to);
  const end = commonEnd(from.slice(start), to.slice(start));
  const parts = (text: string) =>
    [text.slice(0, start), text.slice(start, text.length - end), text.slice(text.length - end)] as const;
  const [a, removed, z] = parts(from);
  const [b, added, y] = parts(to);
  return (
    <div class="diff">
      {from !== "" && (
        <del>
          <UrlText url={a} />
          <mark>
            <UrlText url={removed} />
          </mark>
          <UrlText url={z} />
        </del>
      )}
      {to !== "" && (
        <ins>
          <UrlText url={b} />
          <mark>
            <UrlText url={added} />
          </mark>
          <UrlText url={y} />
        </ins>
      )}
    </div>
  );
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length++;
  return length;
}

function commonEnd(a: string, b: string): number {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a.at(-1 - length) === b.at(-1 - length)) length++;
  return length;
}
