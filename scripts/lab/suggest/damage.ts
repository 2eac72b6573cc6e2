/** Typical damage to the URL of a page on its way to a visitor. */
export type Damage = (path: string, random: () => number) => string;

const at = (text: string, random: () => number) => 1 + Math.floor(random() * Math.max(1, text.length - 2));

function onTail(path: string, change: (tail: string) => string): string {
  const cut = path.lastIndexOf("/") + 1;
  return path.slice(0, cut) + change(path.slice(cut));
}

/** Damage by letter case, extension, slash and index file only. */
export const SPELLING: Record<string, Damage> = {
  "lower case": (path) => path.toLowerCase(),
  "upper case": (path) => onTail(path, (tail) => tail.toUpperCase()),
  "ending .html": (path) => `${path}.html`,
  "ending .php": (path) => `${path}.php`,
  "ending .aspx and lower case": (path) => `${path.toLowerCase()}.aspx`,
  "trailing slash": (path) => `${path}/`,
  "double slash": (path, random) =>
    path.replaceAll("/", (slash, index: number) => (index > 0 && random() < 0.5 ? "//" : slash)),
  "index file": (path) => `${path}/index.html`,
};

export const OTHER: Record<string, Damage> = {
  "as it was": (path) => path,
  "a letter missing": (path, random) =>
    onTail(path, (tail) => {
      const index = at(tail, random);
      return tail.slice(0, index) + tail.slice(index + 1);
    }),
  "two letters swapped": (path, random) =>
    onTail(path, (tail) => {
      const index = at(tail, random);
      return tail.slice(0, index - 1) + (tail[index] ?? "") + (tail[index - 1] ?? "") + tail.slice(index + 1);
    }),
  "hyphens for underscores": (path) => path.replaceAll("_", "-"),
  "no accents": (path) => path.normalize("NFD").replace(/\p{M}/gu, ""),
  "a folder left out": (path, random) => {
    const segments = path.split("/");
    if (segments.length > 3) segments.splice(1 + Math.floor(random() * (segments.length - 2)), 1);
    return segments.join("/");
  },
  "a bracket of the text around it": (path) => `${path})`,
  "cut off": (path) => path.slice(0, -2),
};
