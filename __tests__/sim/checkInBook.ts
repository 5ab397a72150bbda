/** A check-in as the phone stores it. */
export type CheckedIn = { teamId: number; at: number; shownAt: number };

/** Where the users checked in last. */
export class CheckInBook {
  readonly #last = new Map<number, CheckedIn | null>();
  /** One whose save has not returned: after a kill it may be there or not. */
  readonly #begun = new Map<number, CheckedIn>();
  /** The store of the process in which a check-in has not ended. */
  #busy: object | null = null;

  begin(store: object, userId: number, saved: CheckedIn | null): void {
    this.#busy = store;
    if (saved !== null) this.#begun.set(userId, saved);
  }

  end(userId: number, saved: CheckedIn | null): void {
    this.#busy = null;
    if (saved !== null) this.#last.set(userId, saved);
    this.#begun.delete(userId);
  }

  isBusy(store: object): boolean {
    return this.#busy === store;
  }

  /** Whether what the phone has can be what this person did last. */
  has(userId: number, found: CheckedIn | null): boolean {
    const possible = [this.#last.get(userId) ?? null, this.#begun.get(userId) ?? null];
    return possible.some((each) => JSON.stringify(each) === JSON.stringify(found));
  }
}
