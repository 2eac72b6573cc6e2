import type { BroadSource, RequestedSource } from "./match.ts";
import { isOfShape, readShape } from "./pattern.ts";
import { patternSlot } from "./slot.ts";

/**
 * Finds the patterns of a hostname that a path matches, in time that grows with the length of the path
 * and not with the number of ways to read it (contract 22.3). Shapes are compared without regard to
 * letter case here; the slot of each shape has the letter case of its sources.
 */

interface Node {
  literals: Map<string, Node>;
  /** The captures followed by text, the longest text first. */
  partly: { text: string; node: Node }[];
  capture: Node | null;
  /** The shape that ends here. */
  closed: string | null;
  /** The shape that continues with a slash and a star. */
  open: string | null;
}

function newNode(): Node {
  return { literals: new Map(), partly: [], capture: null, closed: null, open: null };
}

function buildTree(shapes: readonly string[]): Node {
  const root = newNode();
  for (const shape of shapes) {
    const { segments, isOpen } = readShape(shape);
    let node = root;
    for (const { isCapture, text } of segments) node = stepInto(node, isCapture, text);
    if (isOpen) node.open = shape;
    else node.closed = shape;
  }
  return root;
}

function stepInto(node: Node, isCapture: boolean, text: string): Node {
  if (isCapture && text === "") return (node.capture ??= newNode());
  const known = isCapture ? node.partly.find((other) => other.text === text)?.node : node.literals.get(text);
  if (known !== undefined) return known;
  const child = newNode();
  if (!isCapture) node.literals.set(text, child);
  else {
    node.partly.push({ text, node: child });
    node.partly.sort((a, b) => b.text.length - a.text.length);
  }
  return child;
}

/** The trees, by the list of shapes. The list lives as long as the snapshot of its host. */
const trees = new WeakMap<readonly string[], Node>();

/**
 * Returns the patterns that a path matches, in the order of contract 22.3. Segments are compared from the
 * left: a literal goes before a capture with text, then a bare capture, then `/*`.
 * @param shapes the folded shapes of a hostname
 */
export function rankPatterns(shapes: readonly string[], requested: RequestedSource): BroadSource[] {
  let tree = trees.get(shapes);
  if (tree === undefined) {
    tree = buildTree(shapes);
    trees.set(shapes, tree);
  }
  const found: BroadSource[] = [];
  const segments = requested.segments === 0 ? [] : requested.folded.slice(1).split("/");
  collect(tree, { segments, requested, found }, 0, null);
  return found;
}

interface Search {
  segments: string[];
  requested: RequestedSource;
  found: BroadSource[];
}

/** Collects the shapes below a node. One sequence of segments leads to a node, so each is visited at most once. */
function collect(node: Node, search: Search, depth: number, literals: number | null): void {
  const segment = search.segments[depth];
  const below = literals ?? depth;
  if (segment === undefined) {
    if (node.closed !== null) keep(search, node.closed, null, below);
  } else {
    const literal = node.literals.get(segment);
    if (literal !== undefined) collect(literal, search, depth + 1, literals);
    for (const { text, node: child } of node.partly) {
      if (segment.length > text.length && segment.endsWith(text)) collect(child, search, depth + 1, below);
    }
    if (node.capture !== null && segment !== "") collect(node.capture, search, depth + 1, below);
  }
  if (node.open !== null) keep(search, node.open, depth, below);
}

function keep({ requested, found }: Search, shape: string, depth: number | null, literals: number): void {
  found.push({
    slot: patternSlot(shape),
    literals,
    depth,
    isSpelledAs: (path) => isOfShape(requested.path, path),
  });
}
