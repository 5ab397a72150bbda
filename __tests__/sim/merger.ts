import type { Random } from './random';
import type { World } from './world';

type Contact = { id: number; updated_at: string };

/** Eve merges contacts, while phones have unsent records and forms that name either of them. */
export class Merger {
  readonly #random: Random;

  constructor(private readonly world: World) {
    this.#random = world.random.fork('merges');
  }

  get random(): Random {
    return this.#random;
  }

  async merge(): Promise<void> {
    const { space, log, oracle } = this.world;
    const random = this.#random;
    const added = await space.listAddedContacts();
    const newcomer = added.length > 0 && random.is(0.7) ? random.pick(added) : null;
    // The pages of the givers are compared, so that a giver stays one of them.
    const [stays, leaves] = newcomer
      ? [random.pick([...space.contactIds, ...space.scopes.contactIds]), newcomer.id]
      : random.is(0.7)
        ? [space.contactIds[0] ?? 0, random.pick(space.contactIds.slice(1))]
        : [space.scopes.contactIds[0] ?? 0, random.pick(space.scopes.contactIds.slice(1))];
    const [kept, gone] = [await this.#read(stays), await this.#read(leaves)];
    // An earlier merge has removed one of them.
    if (kept?.id !== stays || gone?.id !== leaves) return;
    const seen = { stays: kept.updated_at, leaves: gone.updated_at };
    const body = { merged_id: leaves, take: random.is(0.5) ? ['mail'] : [], seen };
    if (newcomer) oracle.contacts.merge(newcomer.uuid);
    for (const id of [stays, leaves]) oracle.releaseField(`mail of ${id}`);
    if (await this.#call('POST', `/v1/contacts/${stays}/merge`, body)) log.count('contacts_merged');
  }

  #read(id: number): Promise<Contact | null> {
    return this.#call<Contact>('GET', `/v1/contacts/${id}`);
  }

  /** Null if the contact has changed meanwhile, or is gone. */
  async #call<Body>(method: 'GET' | 'POST', path: string, data?: object): Promise<Body | null> {
    const { space } = this.world;
    const authorization = `Bearer ${await space.issueToken(space.people.eve)}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const body = data === undefined ? undefined : JSON.stringify({ data });
    const response = await space.handle({ method, url: `/api${path}`, headers, body });
    if ([404, 412].includes(response.status)) return null;
    if (response.status !== 200) throw new Error(`the merger got ${response.status}: ${response.text}`);
    return JSON.parse(response.text) as Body;
  }
}
