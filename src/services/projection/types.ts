export interface ProjectionView {
  behind: number;
  /** The age of the oldest one; 0 if there is none. */
  oldestSeconds: number;
}
