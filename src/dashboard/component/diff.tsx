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
          {a}
          <mark>{removed}</mark>
          {z}
        </del>
      )}
      {to !== "" && (
        <ins>
          {b}
          <mark>{added}</mark>
          {y}
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
