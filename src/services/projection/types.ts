/** How far the edge is behind the database, for the hostnames of a workspace. */
export interface ProjectionView {
  /** Snapshots that are still to be written. */
  behind: number;
  /** Age of the oldest of them; 0 if there is none. */
  oldestSeconds: number;
}
