/** Collects work that was started in the background, so that a job can wait for all of it. */
export class BackgroundWork {
  private readonly started: Promise<unknown>[] = [];

  readonly add = (work: Promise<unknown>): void => {
    this.started.push(work);
  };

  /** Waits for the work that was added so far. Throws the first error of it. */
  async finish(): Promise<void> {
    await Promise.all(this.started);
  }
}
