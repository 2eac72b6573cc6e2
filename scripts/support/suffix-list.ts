import * as trie from "tldts/dist/es6/src/data/trie.js";
import { CAPITALS } from "../../src/domain/packed-suffix.ts";

/** The Public Suffix List as the library tldts carries it, and packed for the Worker. */

/**
 * All rules, private ones included, in the notation of the list. Of rules with letters beyond ASCII
 * tldts has either spelling; hostnames here are A-labels, so that one is enough.
 */
export function listRules(): string[] {
  const { edgeStart, edgeLength, edgeChild, labelText, nodeFlags, rulesRoot, exceptionsRoot } = trie;
  const edges: { label: string; child: number }[] = [];
  let offset = 0;
  for (const [edge, length] of edgeLength.entries()) {
    edges.push({ label: labelText.slice(offset, offset + length), child: edgeChild[edge] ?? 0 });
    offset += length;
  }
  const rulesBelow = (node: number, above: string): string[] =>
    edges.slice(edgeStart[node], edgeStart[node + 1]).flatMap(({ label, child }) => {
      const name = label + above;
      return [...(nodeFlags[child] === 0 ? [] : [name]), ...rulesBelow(child, `.${name}`)];
    });
  const exceptions = rulesBelow(exceptionsRoot, "").map((name) => `!${name}`);
  return [...rulesBelow(rulesRoot, ""), ...exceptions].filter((rule) => !/[^\x00-\x7f]/.test(rule));
}

interface Node {
  mark: "" | "!" | "?";
  children: Map<string, Node>;
}

/** The form that `openPacked` reads. */
export function packRules(rules: string[]): string {
  const nodes = [toTree(rules)];
  const lines = [];
  for (const { children } of nodes) {
    const labels = [...children].toSorted(([a], [b]) => (a < b ? -1 : 1));
    let [line, before] = ["", ""];
    for (const [label, node] of labels) {
      const shared = countShared(before, label);
      line += (line === "" ? "" : CAPITALS[shared]) + label.slice(shared) + markOf(node);
      before = label;
      if (node.children.size > 0) nodes.push(node);
    }
    lines.push(line);
  }
  return lines.join("\n");
}

function toTree(rules: string[]): Node {
  const root: Node = { mark: "?", children: new Map() };
  for (const rule of rules) {
    let node = root;
    for (const label of rule.replace("!", "").split(".").toReversed()) {
      const child = node.children.get(label) ?? { mark: "?", children: new Map() };
      node.children.set(label, child);
      node = child;
    }
    node.mark = rule.startsWith("!") ? "!" : "";
  }
  // Every top-level domain is a public suffix, listed or not: without rules below it says nothing.
  for (const [label, { children }] of root.children) if (children.size === 0) root.children.delete(label);
  return root;
}

function markOf({ mark, children }: Node): string {
  return mark === "" && children.size > 0 ? "(" : mark;
}

function countShared(before: string, label: string): number {
  let count = 0;
  while (count < CAPITALS.length - 1 && count < label.length && before[count] === label[count]) count++;
  return count;
}
