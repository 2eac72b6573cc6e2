export type Point = [x: number, y: number];

const [A1, A2, A3, A4] = [1.340264, -0.081106, 0.000893, 0.003796];
/** Half the width of the map of radius 1, at the equator. */
const HALF_WIDTH = 2.706629983696;

/** Projects degrees by Equal Earth: areas stay true, since a map of colours is read by areas. */
export function project([longitude, latitude]: Point, width: number): Point {
  const toRadians = Math.PI / 180;
  const theta = Math.asin((Math.sqrt(3) / 2) * Math.sin(latitude * toRadians));
  const square = theta * theta;
  const sixth = square ** 3;
  const x =
    (2 * Math.sqrt(3) * longitude * toRadians * Math.cos(theta)) /
    (3 * (9 * A4 * sixth * square + 7 * A3 * sixth + 3 * A2 * square + A1));
  const y = theta * (A4 * sixth * square + A3 * sixth + A2 * square + A1);
  const scale = width / (2 * HALF_WIDTH);
  return [x * scale, -y * scale];
}

/**
 * Leaves out points that are less than `tolerance` away from the line without them (Douglas and Peucker).
 * @param toMap says where a point is drawn, which is where distances count
 */
export function simplify(line: Point[], toMap: (point: Point) => Point, tolerance: number): Point[] {
  const [first, last] = [line[0], line.at(-1)];
  if (line.length < 3 || first === undefined || last === undefined) return line;
  const distances = line.map((point) => distanceTo(toMap(point), toMap(first), toMap(last)));
  const most = Math.max(...distances);
  if (most < tolerance) return [first, last];
  const at = distances.indexOf(most);
  return [
    ...simplify(line.slice(0, at + 1), toMap, tolerance).slice(0, -1),
    ...simplify(line.slice(at), toMap, tolerance),
  ];
}

/** Returns the distance between a point and the line between two others, which may be the same point. */
function distanceTo([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [width, height] = [toX - fromX, toY - fromY];
  const length = Math.hypot(width, height);
  if (length === 0) return Math.hypot(x - fromX, y - fromY);
  return Math.abs(width * (y - fromY) - height * (x - fromX)) / length;
}

export function ringArea(ring: Point[]): number {
  const sum = ring.reduce((total, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
    return total + x * nextY - nextX * y;
  }, 0);
  return Math.abs(sum) / 2;
}
