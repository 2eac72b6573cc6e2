import { hashTo53Bits } from "./hash-to-53-bits.ts";
import type { Slot } from "../slot.ts";

/**
 * Finds the records of a change that may lead to each other in a circle. It holds numbers only, so that 200,000 records
 * fit into memory, and takes a slot for whatever record is in it: who finds a circle here has to look whether it is one.
 */

/** Where a row of a change is. */
export interface RowPosition {
  chunk: number;
  index: number;
}

interface Node extends RowPosition {
  key: number;
  /** Of the slots that its visitors may reach. */
  reached: Float64Array;
}

export class LoopGraph {
  private readonly nodes: Node[] = [];

  /** Adds a record by its slot, with the slots that it leads to, through records that stay as they are as well. */
  add(position: RowPosition, slot: Slot, reached: ReadonlySet<number>): void {
    this.nodes.push({ ...position, key: slotKey(slot), reached: Float64Array.from(reached) });
  }

  /** Returns the records on circles, those of one circle together, in groups of about so many records. */
  circles(groupSize: number): RowPosition[][] {
    const edges = this.toEdges();
    const left = withoutEnds(edges);
    const groups: RowPosition[][] = [];
    for (const members of connect(edges, left)) {
      const last = groups.at(-1);
      const positions = members.map((node): RowPosition => {
        const { chunk, index } = this.nodes[node] as Node;
        return { chunk, index };
      });
      if (last === undefined || last.length + positions.length > groupSize) groups.push(positions);
      else last.push(...positions);
    }
    return groups;
  }

  private toEdges(): number[][] {
    const byKey = new Map<number, number[]>();
    for (const [node, { key }] of this.nodes.entries()) {
      const holders = byKey.get(key);
      if (holders === undefined) byKey.set(key, [node]);
      else holders.push(node);
    }
    return this.nodes.map(({ reached }, node) => {
      const targets = new Set<number>();
      for (const key of reached) for (const target of byKey.get(key) ?? []) targets.add(target);
      // Whether a record leads to itself is known before its chunk is stored.
      targets.delete(node);
      return [...targets];
    });
  }
}

/** Returns the number by which a graph knows a slot. */
export function slotKey({ host, slot }: Slot): number {
  return hashTo53Bits(`${host} ${slot}`);
}

/** Returns which nodes are left when those that nothing leads to, or that lead nowhere, are taken away until none is. */
function withoutEnds(edges: number[][]): Set<number> {
  const reversed: number[][] = edges.map(() => []);
  for (const [node, targets] of edges.entries()) {
    for (const target of targets) reversed[target]?.push(node);
  }
  const left = new Set(edges.keys());
  for (const [forth, back] of [
    [edges, reversed],
    [reversed, edges],
  ] as const) {
    const degrees = forth.map((targets) => targets.filter((target) => left.has(target)).length);
    const ends = [...left].filter((node) => degrees[node] === 0);
    for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
      left.delete(end);
      for (const before of back[end] ?? []) {
        if (!left.has(before)) continue;
        degrees[before] = (degrees[before] ?? 0) - 1;
        if (degrees[before] === 0) ends.push(before);
      }
    }
  }
  return left;
}

/** Returns the nodes that are left in groups: two that an edge joins are in the same one. */
function connect(edges: number[][], left: Set<number>): number[][] {
  const parents = new Map([...left].map((node) => [node, node]));
  const rootOf = (node: number): number => {
    let root = node;
    for (let next = parents.get(root); next !== undefined && next !== root; next = parents.get(root)) {
      parents.set(root, parents.get(next) ?? next);
      root = next;
    }
    return root;
  };
  for (const node of left) {
    for (const target of edges[node] ?? []) {
      if (left.has(target)) parents.set(rootOf(node), rootOf(target));
    }
  }
  return [...Map.groupBy(left, rootOf).values()];
}
