import { refuse, type Refusal } from "../refusal/refusal.ts";
/**
 * Checks SVG pictures that are to be logos (contract 33.4). A list names the allowed drawing elements and attributes.
 * Nothing in a logo may run or refer to anything outside of the picture. Each character is read once.
 */

const ELEMENTS = new Set(
  (
    "svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan " +
    "linearGradient radialGradient stop clipPath mask pattern"
  ).split(" "),
);

const ATTRIBUTES = new Set(
  (
    "id class width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy d points transform viewBox version " +
    "preserveAspectRatio opacity fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap " +
    "stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset color display visibility overflow " +
    "clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits gradientUnits gradientTransform " +
    "spreadMethod offset stop-color stop-opacity patternUnits patternContentUnits patternTransform " +
    "font-family font-size font-weight font-style text-anchor letter-spacing pathLength vector-effect " +
    "paint-order shape-rendering text-rendering xml:space role aria-label aria-hidden focusable " +
    "baseProfile data-name enable-background isolation mask-type mix-blend-mode"
  ).split(" "),
);

const NAMESPACES: Record<string, string> = {
  xmlns: "http://www.w3.org/2000/svg",
  "xmlns:xlink": "http://www.w3.org/1999/xlink",
};
/** Matches the declaration of a prefix, as drawing programs write them. No element or attribute may use the prefix. */
const PREFIX = /^xmlns:(?!xml)[A-Za-z0-9]+$/;
const NAMESPACE = /^[\w:/.#-]+$/;

const PROLOGUE = /^\uFEFF?\s*(?:<\?xml\s[^<>?]*\?>\s*)?/;
/** Matches a comment, a start or end tag, or text. */
const TOKEN = /<!--(?:(?!--)[\s\S])*-->|<(\/?)([A-Za-z]+)(?![A-Za-z])((?:"[^"]*"|'[^']*'|[^<>"'])*)>|[^<]+/y;
const ATTRIBUTE = /\s+([A-Za-z][A-Za-z0-9:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const MAX_DEPTH = 50;

export function findSvgProblem(text: string): Refusal | null {
  TOKEN.lastIndex = PROLOGUE.exec(text)?.[0].length ?? 0;
  const open: string[] = [];
  let hasRoot = false;
  while (TOKEN.lastIndex < text.length) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) return refuse("svg_from", { at: start + 1 });
    const [token, slash, name, rest = ""] = match;
    if (name === undefined) {
      if (open.length === 0 && !token.startsWith("<") && token.trim() !== "") {
        return refuse("svg_outside");
      }
      if (!hasKnownEntities(token)) return refuse("svg_entity");
    } else if (slash === "/") {
      if (open.pop() !== name || rest.trim() !== "") return refuse("svg_close", { name });
    } else {
      if (open.length === 0 && (hasRoot || name !== "svg")) return refuse("svg_one");
      if (name === "style") return refuse("svg_style_element");
      if (!ELEMENTS.has(name)) return refuse("svg_element", { name });
      const isEmpty = rest.endsWith("/");
      const problem = findAttributeProblem(name, isEmpty ? rest.slice(0, -1) : rest, !hasRoot);
      if (problem !== null) return problem;
      hasRoot = true;
      if (!isEmpty) open.push(name);
      if (open.length > MAX_DEPTH) return refuse("svg_depth", { count: MAX_DEPTH });
    }
  }
  if (!hasRoot) return refuse("not_svg");
  return open.length === 0 ? null : refuse("svg_cut", { name: open.at(-1) ?? "" });
}

function findAttributeProblem(element: string, text: string, isRoot: boolean): Refusal | null {
  const names = new Set<string>();
  ATTRIBUTE.lastIndex = 0;
  const trimmed = text.trimEnd();
  while (ATTRIBUTE.lastIndex < trimmed.length) {
    const match = ATTRIBUTE.exec(trimmed);
    if (match === null) return refuse("svg_attributes", { name: element });
    const [, name = "", quoted, single] = match;
    const value = quoted ?? single ?? "";
    if (names.has(name)) return refuse("svg_twice", { name });
    names.add(name);
    const problem = findValueProblem(element, name, value);
    if (problem !== null) return problem;
  }
  if (isRoot && !names.has("xmlns")) return refuse("svg_xmlns");
  if (isRoot && !names.has("viewBox")) return refuse("svg_view_box");
  return null;
}

function findValueProblem(element: string, name: string, value: string): Refusal | null {
  const problem = refuse("svg_value", { name });
  if (Object.hasOwn(NAMESPACES, name)) return value === NAMESPACES[name] ? null : problem;
  if (PREFIX.test(name)) return NAMESPACE.test(value) ? null : problem;
  if (!hasKnownEntities(value)) return problem;
  if (name === "href" || name === "xlink:href") {
    const canRefer = element === "use" || element.endsWith("Gradient") || element === "pattern";
    return canRefer && /^#[\w.:-]+$/.test(value) ? null : refuse("svg_refers", { name });
  }
  if (name === "style") {
    const bad = value.split(";").find((text) => !isDeclaration(text));
    return bad === undefined ? null : refuse("svg_style", { style: bad.trim().slice(0, 80) });
  }
  if (!ATTRIBUTES.has(name)) return refuse("svg_attribute", { name });
  return isPlain(value) ? null : problem;
}

function isDeclaration(text: string): boolean {
  const [, property, value] = /^\s*([a-z-]+)\s*:([^:]*)$/.exec(text) ?? [];
  if (property === undefined) return text.trim() === "";
  return ATTRIBUTES.has(property) && isPlain(value ?? "");
}

/** Returns whether a value refers only to parts of the picture. CSS could write `url` with a backslash. */
function isPlain(value: string): boolean {
  const rest = value.replace(/url\(\s*#[\w.:-]+\s*\)/g, "");
  return !/url|image|src|expression|javascript|[\\@&]/i.test(rest);
}

function hasKnownEntities(text: string): boolean {
  return !/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/.test(text);
}
