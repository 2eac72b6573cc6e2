import { project, ringArea, simplify, type Point } from "./geometry.ts";

/** A file of world-atlas: arcs that neighbours share, so that borders stay closed however much they are simplified. */
export interface Topology {
  transform: { scale: Point; translate: Point };
  arcs: Point[][];
  objects: { countries: { geometries: Geometry[] } };
}

type Geometry = { id?: string; properties: { name: string } } & (
  | { type: "Polygon"; arcs: number[][] }
  | { type: "MultiPolygon"; arcs: number[][][] }
);

/** What the map draws: an SVG path by ISO 3166-1 alpha-2; the empty code is land that has none. */
export interface World {
  width: number;
  height: number;
  countries: Record<string, string>;
}

const WIDTH = 1000;
/** Lines are this much off at most, in units of the map. */
const TOLERANCE = 0.7;
/** Smaller islands are left out, if their country has a larger one. */
const MIN_AREA = 2;
/** Smaller countries get a dot of this radius, so that they can be seen and pointed at. */
const SMALL_AREA = 8;
const DOT = 3;
/** Nobody clicks there, and it would take a fifth of the map. */
const LEFT_OUT = "AQ";
/** Natural Earth numbers only what ISO 3166 has; visits from there have this code. */
const CODES: Record<string, string> = { Kosovo: "XK" };

export function outlineCountries({ transform, arcs, objects }: Topology): World {
  const lines = arcs.map((arc) => simplify(toLine(arc, transform), toMap, TOLERANCE));
  const rings = objects.countries.geometries.flatMap((geometry) =>
    (geometry.type === "Polygon" ? [geometry.arcs] : geometry.arcs)
      .flat()
      .map((indexes) => ({ code: codeOf(geometry), ring: unwrap(toRing(indexes, lines)).map(toMap) })),
  );
  const drawn = rings.filter(({ code }) => code !== LEFT_OUT);
  const left = Math.min(...drawn.flatMap(({ ring }) => ring.map(([x]) => x)));
  const top = Math.min(...drawn.flatMap(({ ring }) => ring.map(([, y]) => y)));
  const byCode = Map.groupBy(drawn, ({ code }) => code);
  const countries = [...byCode].map(([code, list]) => {
    const moved = list.map(({ ring }) => ring.map(([x, y]): Point => [x - left, y - top]));
    return { code, ...toOutline(moved) };
  });
  const ends = drawn.flatMap(({ ring }) => ring).map(([x, y]): Point => [x - left, y - top]);
  return {
    width: Math.ceil(Math.max(...ends.map(([x]) => x))),
    height: Math.ceil(Math.max(...ends.map(([, y]) => y))),
    // The smallest come last, so that a dot is above the country around it.
    countries: Object.fromEntries(
      countries.toSorted((a, b) => b.area - a.area).map(({ code, path }) => [code, path]),
    ),
  };
}

/** Numeric codes are regions of a locale, whose canonical form has two letters. */
function codeOf({ id, properties }: Geometry): string {
  return id === undefined ? (CODES[properties.name] ?? "") : (new Intl.Locale(`und-${id}`).region ?? "");
}

function toMap(degrees: Point): Point {
  return project(degrees, WIDTH);
}

/** Returns an arc, which is stored as steps, in degrees. */
function toLine(arc: Point[], { scale, translate }: Topology["transform"]): Point[] {
  let [x, y] = [0, 0];
  const points = arc.map(([dx, dy]): Point => {
    x += dx;
    y += dy;
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
  return unwrap(points);
}

/** Goes on beyond 180° east in place of coming back from the west, so that the east of Russia stays with Russia. */
function unwrap(line: Point[]): Point[] {
  let before = line[0]?.[0] ?? 0;
  const points = line.map(([longitude, latitude]): Point => {
    before = longitude - 360 * Math.round((longitude - before) / 360);
    return [before, latitude];
  });
  const isWest = points.some(([longitude]) => longitude < -180.001);
  return isWest ? points.map(([longitude, latitude]): Point => [longitude + 360, latitude]) : points;
}

/** A negative index is an arc backwards. Each arc begins where the one before it ends. */
function toRing(indexes: number[], lines: Point[][]): Point[] {
  return indexes.flatMap((index) =>
    (index < 0 ? (lines[~index] ?? []).toReversed() : (lines[index] ?? [])).slice(1),
  );
}

function toOutline(rings: Point[][]): { path: string; area: number } {
  const sized = rings.map((ring) => ({ ring, area: ringArea(ring) })).toSorted((a, b) => b.area - a.area);
  const largest = sized[0];
  if (largest === undefined) return { path: "", area: 0 };
  const kept = sized.filter(({ area }) => area >= MIN_AREA).map(({ ring }) => toPath(ring));
  if (largest.area >= SMALL_AREA) return { path: kept.join(""), area: largest.area };
  const [x, y] = largest.ring[0] ?? [0, 0];
  const across = 2 * DOT;
  const dot = `M${Math.round(x) - DOT} ${Math.round(y)}a${DOT} ${DOT} 0 1 0 ${across} 0a${DOT} ${DOT} 0 1 0-${across} 0z`;
  return { path: dot, area: largest.area };
}

/** Writes steps between points of the grid, which are shorter than the points. */
function toPath(ring: Point[]): string {
  const points = ring.map(([x, y]): Point => [Math.round(x), Math.round(y)]);
  let [fromX, fromY] = points[0] ?? [0, 0];
  let path = `M${fromX} ${fromY}l`;
  for (const [x, y] of points.slice(1)) {
    if (x === fromX && y === fromY) continue;
    const [dx, dy] = [x - fromX, y - fromY];
    const isFirst = path.endsWith("l");
    path += `${isFirst || dx < 0 ? "" : " "}${dx}${dy < 0 ? "" : " "}${dy}`;
    [fromX, fromY] = [x, y];
  }
  return `${path}z`;
}
