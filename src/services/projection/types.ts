export interface ProjectionView {
  /** The number of snapshots that are still to be written. */
  behind: number;
  /** The age of the oldest one; 0 if there is none. */
  oldestSeconds: number;
}
