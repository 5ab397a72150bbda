/** What happened to the gift of an answer. */
type Gift = { cancelled: object | null; mayBeAbsent: boolean; isDecided: boolean };

/** The uuids of the answers on the pages of the contacts, and of the gifts. */
export type ShownAnswerIds = { ofContacts: string[]; ofGifts: string[] };

/** The answers that the users have saved, compared with the screens and with the service. */
export class AnswerBook {
  readonly #saved = new Map<string, number>();
  /** The gifts that new supporters paid, by their answers. */
  readonly #giftOf = new Map<string, () => Gift | undefined>();

  save(uuid: string, owner: number): void {
    this.#saved.set(uuid, owner);
  }

  saveOfGift(uuid: string, owner: number, giftOf: () => Gift | undefined): void {
    this.save(uuid, owner);
    this.#giftOf.set(uuid, giftOf);
  }

  /** Answers end with a gift that is cancelled before it is sent, and with one that the service lost. */
  #mayBeAbsent(uuid: string): boolean {
    const gift = this.#giftOf.get(uuid)?.();
    return gift !== undefined && (gift.cancelled !== null || gift.mayBeAbsent || gift.isDecided);
  }

  /** Each answer of the user is shown once: on the page of the contact, or of the gift. */
  check(
    { ofContacts, ofGifts }: ShownAnswerIds,
    userId: number,
    report: (record: string, what: string) => void
  ): void {
    for (const [uuid, owner] of this.#saved) {
      const shown = this.#giftOf.has(uuid) ? ofGifts : ofContacts;
      const times = shown.filter((each) => each === uuid).length;
      if (owner === userId && times !== 1 && !this.#mayBeAbsent(uuid))
        report(uuid, `is shown ${times} times`);
    }
  }

  /** Each answer is at the service once, or on the phone of a service without answers. */
  findFailures(
    stored: readonly string[],
    onPhone: ReadonlySet<string>
  ): { lost: string[]; doubled: string[] } {
    const timesOf = (uuid: string) => stored.filter((each) => each === uuid).length;
    const saved = [...this.#saved.keys()];
    return {
      lost: saved
        .filter((uuid) => timesOf(uuid) === 0 && !onPhone.has(uuid) && !this.#mayBeAbsent(uuid))
        .map((uuid) => `answers ${uuid}`),
      doubled: saved.filter((uuid) => timesOf(uuid) > 1).map((uuid) => `answers ${uuid}`),
    };
  }
}
