/** The answers that the users have saved, compared with the screens and with the service. */
export class AnswerBook {
  readonly #saved = new Map<string, number>();

  save(uuid: string, owner: number): void {
    this.#saved.set(uuid, owner);
  }

  /** Each answer of the user is shown once. */
  check(shown: readonly string[], userId: number, report: (record: string, what: string) => void): void {
    for (const [uuid, owner] of this.#saved) {
      const times = shown.filter((each) => each === uuid).length;
      if (owner === userId && times !== 1) report(uuid, `is shown ${times} times`);
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
        .filter((uuid) => timesOf(uuid) === 0 && !onPhone.has(uuid))
        .map((uuid) => `answers ${uuid}`),
      doubled: saved.filter((uuid) => timesOf(uuid) > 1).map((uuid) => `answers ${uuid}`),
    };
  }
}
