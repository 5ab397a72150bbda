import type { Backup, StoredBundle } from './service';
import type { World } from './world';

/** What happens at the service and on other devices. The clock waits for it. */
export class Elsewhere {
  /** The last description of the team that somebody else saved. */
  description: string | null = null;
  #backup: { content: Backup; bundles: StoredBundle[] } | null = null;

  constructor(private readonly world: World) {}

  async #headers(): Promise<Record<string, string>> {
    const { space } = this.world;
    const authorization = `Bearer ${await space.issueToken(space.people.eve)}`;
    return { authorization, 'content-type': 'application/json' };
  }

  async readTeam(): Promise<{ name: string; description?: string } & Record<string, unknown>> {
    const { space } = this.world;
    const headers = await this.#headers();
    const read = await space.handle({ method: 'GET', url: `/api/teams/${space.teamId}`, headers });
    const { data }: { data: { team: { name: string; description?: string } } } = JSON.parse(read.text);
    return data.team;
  }

  async editTeam(): Promise<void> {
    const { space, random, log } = this.world;
    const team = await this.readTeam();
    const description = `Meets at ${random.between(1, 1_000_000)}`;
    const body = JSON.stringify({ data: { team: { ...team, description } } });
    const headers = await this.#headers();
    const response = await space.handle({ method: 'PATCH', url: '/api/teams', headers, body });
    if (response.status !== 200) throw new Error(`the edit elsewhere was answered with ${response.status}`);
    this.description = description;
    log.count('team_edited_elsewhere');
  }

  /** Another phone records a gift that equals one of this phone in everything but the markers. */
  async repeatGift(): Promise<void> {
    const { space, random, log } = this.world;
    const headers = await this.#headers();
    const url = '/api/v1/transaction_bundles';
    const read = await space.handle({ method: 'GET', url: `${url}?limit=100`, headers });
    const {
      data,
    }: { data: { transactions: Record<string, unknown>[]; donations: Record<string, unknown>[] }[] } =
      JSON.parse(read.text);
    if (data.length === 0) return;
    const { transactions, donations } = random.pick(data);
    const withoutId = ({ id: _, ...item }: Record<string, unknown>) => item;
    const {
      delivery_token: _,
      external_transaction_id: __,
      status_id: ___,
      ...transaction
    } = withoutId(transactions[0] ?? {});
    const given = { transactions: [transaction], donations: donations.slice(0, 1).map(withoutId) };
    const response = await space.handle({
      method: 'POST',
      url,
      headers,
      body: JSON.stringify({ data: given }),
    });
    if (response.status !== 200) throw new Error(`the gift elsewhere was answered with ${response.text}`);
    log.count('same_gift_elsewhere');
  }

  async deleteGift(): Promise<void> {
    const { space, random, log, oracle } = this.world;
    const bundles = await space.readBundles();
    if (bundles.length === 0) return;
    const { id } = random.pick(bundles);
    await space.deleteBundles([id]);
    this.#lose(new Set([id]), bundles);
    for (const row of oracle.rowsOf(id)) this.#mayBeAbsent(row);
    log.count('deleted_elsewhere');
  }

  async backUp(): Promise<void> {
    const { space } = this.world;
    this.#backup = { content: await space.backUp(), bundles: await space.readBundles() };
  }

  /** Restores the backup while nothing is on its way: what is confirmed afterwards was read from the restored state. */
  async restore(): Promise<void> {
    const { space, clock, phone, log, oracle, inFlight } = this.world;
    const backup = this.#backup;
    const app = phone.app;
    if (!backup) return;
    // Also not during a reading of the list: its first pages may be of before.
    if (!app || inFlight() > 0 || (await phone.isReadingBundles())) {
      clock.after(500, () => this.restore());
      return;
    }
    this.#backup = null;
    const before = await space.readBundles();
    await space.restore(backup.content);
    const after = await space.readBundles();
    log.count('service_restored');
    const kept = new Set(after.map(({ id }) => id));
    const lost = new Set(before.filter(({ id }) => !kept.has(id)).map(({ id }) => id));
    const onPhone = await phone.listRowsOfAll();
    const rows = this.#lose(lost, before);
    for (const { id, donations } of before) {
      const left = after.find((bundle) => bundle.id === id)?.donations ?? [];
      for (const amount of donations) if (!left.includes(amount)) oracle.removeAmount(amount);
    }
    for (const row of rows)
      if (!onPhone.has(row)) {
        this.#mayBeAbsent(row);
        oracle.edges.count('restored_after_confirmation', row);
      }
    for (const [row, { gift, amount }] of oracle.additions)
      if (
        !onPhone.has(row) &&
        before.some(({ donations }) => donations.includes(amount)) &&
        !oracle.hasAmount(amount)
      ) {
        gift.mayBeAbsent = true;
        oracle.edges.count('restored_after_confirmation', row);
      }
    oracle.losesComments();
  }

  #lose(numbers: ReadonlySet<number>, bundles: readonly StoredBundle[]): string[] {
    const { oracle } = this.world;
    for (const { id, donations } of bundles)
      if (numbers.has(id)) for (const amount of donations) oracle.removeAmount(amount);
    return oracle.remove(numbers);
  }

  #mayBeAbsent(row: string): void {
    const gift = this.world.oracle.giftOf(row);
    if (gift) gift.mayBeAbsent = true;
  }
}
