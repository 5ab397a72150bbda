/** The contacts that a phone shows: those that it added and has not downloaded, and the downloaded ones that a phone added. */
export type ShownContacts = { added: string[]; downloaded: string[]; mails: Map<number, string> };

/** The contacts that the users have added, compared with the screens and with the service. */
export class ContactBook {
  readonly #saved = new Map<string, { owner: number }>();
  readonly #merged = new Set<string>();

  save(uuid: string, owner: number): void {
    this.#saved.set(uuid, { owner });
  }

  /** Another contact stands for it from now on: the phone shows it until it learns that. */
  merge(uuid: string): void {
    this.#merged.add(uuid);
  }

  /** Each contact that this user added is shown once. */
  check(
    { added, downloaded }: ShownContacts,
    userId: number,
    report: (record: string, what: string) => void
  ): void {
    const shown = [...added, ...downloaded];
    for (const [uuid, { owner }] of this.#saved) {
      if (owner !== userId) continue;
      const times = shown.filter((each) => each === uuid).length;
      if (times > 1 || (times === 0 && !this.#merged.has(uuid))) report(uuid, `is shown ${times} times`);
    }
  }

  /** Each contact is at the service once, or on the phone of a service without a place for it. */
  findFailures(
    stored: readonly string[],
    onPhone: ReadonlySet<string>
  ): { lost: string[]; doubled: string[] } {
    const timesOf = (uuid: string) => stored.filter((name) => name === uuid).length;
    const saved = [...this.#saved.keys()];
    return {
      lost: saved
        .filter((uuid) => timesOf(uuid) === 0 && !onPhone.has(uuid))
        .map((uuid) => `contact ${uuid}`),
      doubled: saved.filter((uuid) => timesOf(uuid) > 1).map((uuid) => `contact ${uuid}`),
    };
  }
}
