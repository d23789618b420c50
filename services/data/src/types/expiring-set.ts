/** Keys that are in it for a while. When it is full the oldest one goes. */
export class ExpiringSet {
  readonly #milliseconds: number;
  readonly #maxKeys: number;
  readonly #now: () => number;
  /** Until when, oldest first. */
  readonly #until = new Map<string, number>();

  constructor(milliseconds: number, maxKeys: number, now: () => number = () => performance.now()) {
    this.#milliseconds = milliseconds;
    this.#maxKeys = maxKeys;
    this.#now = now;
  }

  has(key: string): boolean {
    const until = this.#until.get(key);
    if (until === undefined) return false;
    if (until > this.#now()) return true;
    this.#until.delete(key);
    return false;
  }

  /** A key that is in it already keeps its time. */
  add(key: string): void {
    if (this.has(key)) return;
    this.#until.set(key, this.#now() + this.#milliseconds);
    const [oldest] = this.#until.keys();
    if (this.#until.size > this.#maxKeys && oldest !== undefined) this.#until.delete(oldest);
  }
}
