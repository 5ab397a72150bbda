import { getGift } from '@/db/gifts';
import { getOutboxRow, type OutboxRow } from '@/db/outbox/outbox';
import { getBundleView, getVersionToReplace, type ShownBundle } from '@/db/outbox/pendingBundles';
import { makeExternalId, timestampWithOffset, type Capture } from '@/domain/bundle';
import { dayOf } from '@/domain/day';
import { entityOf } from '@/domain/entity';
import type { Draft } from '@/features/capture/draft';
import { saveCapture } from '@/features/capture/mutations';
import { cancelRecord } from '@/features/shared/cancelRecord';
import {
  acceptAsIs,
  confirmExists,
  keepFirstVersion,
  sendAgain,
  settleFieldConflict,
} from '@/features/outbox/mutations';

import { additionRow, commentRow, profileRow, teamEditRow } from './actors';
import { editContact } from './contacts';
import type { Random } from './random';
import type { World } from './world';

/** What the users of the phone do on its screens. They know what really happened. */
export class Person {
  #uniqueAmount = 1_000_001;

  readonly #asking: Random;

  constructor(private readonly world: World) {
    this.#asking = world.random.fork('answers of gifts');
  }

  /** Takes a gift at a door; some are equal to an earlier one. */
  async capture(): Promise<void> {
    await this.#save(null);
  }

  /** Corrects a refused gift and saves it in its place. */
  async fix(): Promise<void> {
    const { phone, random, log, oracle } = this.world;
    const refused = (await phone.rows()).filter(
      ({ id, kind, state }) => kind === 'bundle_create' && state === 'parked' && oracle.giftOf(id)
    );
    if (refused.length === 0 || !phone.app) return;
    log.count('refused_row_fixed');
    await this.#save(random.pick(refused).id);
  }

  /** Changes a gift of the open shift, in whatever state it is: as another version, or by a correction. */
  async change(): Promise<void> {
    const id = await this.#pickGift();
    if (id === null) return;
    this.world.log.count('gift_changed');
    await this.#save(id);
  }

  /** Cancels a gift, or undoes the last one. */
  async cancel(): Promise<void> {
    const { phone, random, oracle, log } = this.world;
    const id = await this.#pickGift();
    const runtime = phone.runtime();
    if (id === null || !runtime) return;
    log.count('gift_cancelled');
    const rowId = random.uuid();
    oracle.intend(`cancel ${id}`, () => oracle.cancelGift(id, { how: 'never' }));
    oracle.intend(rowId, () => oracle.cancelGift(id, { how: 'there', rowId }));
    const reason = random.pick(['mistake', 'undone'] as const);
    const result = await cancelRecord({ ...runtime, newId: () => rowId }, id, { reason, note: '' });
    if (result === 'cancelled') oracle.adopt(`cancel ${id}`);
    if (result === 'correcting') oracle.adopt(rowId, 'bundle_update');
    if (result !== 'counted' && result !== 'too_late') phone.requestRound('write');
  }

  /** The last version of a gift of this user that is neither cancelled nor decided about. */
  async #pickGift(): Promise<string | null> {
    const { phone, random, oracle } = this.world;
    const own = oracle.gifts.filter(
      ({ owner, cancelled, isDecided, mayBeAbsent }) =>
        owner === phone.userId && cancelled === null && !isDecided && !mayBeAbsent
    );
    return own.length === 0 ? null : (random.pick(own).ids.at(-1) ?? null);
  }

  async #save(replaces: string | null): Promise<void> {
    const { phone, random, clock, space, oracle } = this.world;
    const runtime = phone.runtime();
    if (!runtime) return;
    const owner = phone.userId;
    // The form of a change shows the note, and the person leaves it as it is.
    const shown = replaces === null ? null : await getGift(runtime.store, runtime.scope, replaces);
    const note = shown?.bundle.transactions[0]?.comment;
    const payer = { kind: 'contact', contactId: random.pick(space.contactIds) } as const;
    // Few amounts and times, so that gifts are equal to each other.
    const amount = random.between(1, random.is(0.3) ? 2 : 500) * 100;
    const capture: Capture = {
      id: random.uuid(),
      externalId: makeExternalId(random.unit),
      takenAt: timestampWithOffset(clock.now() - (clock.now() % 60_000), 60),
      currency: 'eur',
      payer,
      paymentMethodKind: 'cash',
      items: [{ kind: 'donation', beneficiary: payer, amount }],
      ...(note === undefined ? {} : { comment: note }),
    };
    const seen = await this.#seen(replaces);
    const { id } = capture;
    const savedAt = clock.now();
    oracle.intend(id, (kind) => {
      if (replaces === null) oracle.saveGift(id, owner, amount, savedAt);
      else if (kind === 'bundle_create') oracle.replaceGift(replaces, id, amount, savedAt);
      else oracle.correctGift(replaces, id, { amount, takenOn: dayOf(Date.parse(capture.takenAt)) });
    });
    // Apart from the other choices, so that the schedules stay the same.
    const asking = replaces === null ? this.#asking : null;
    const answersId = asking?.is(0.5) ? asking.uuid() : null;
    const people = [{ takes: 'donation', places: { donation: 0 } }];
    const draft = {
      replaces,
      seen,
      people,
      method: 'cash',
      currency: 'eur',
      campaign: '',
      answersId,
    } as Draft;
    if (answersId !== null)
      oracle.intend(answersId, () => oracle.answers.saveOfGift(answersId, owner, () => oracle.giftOf(id)));
    const result = await saveCapture(runtime, {
      capture,
      opened: seen && openedCapture(capture, seen),
      draft,
      draftKey: 'capture:new',
      who: null,
      ...(answersId !== null && {
        asked: {
          answers: [{ form_id: space.formId, data: `answer ${answersId}` }],
          action_id: space.actionId,
        },
      }),
    });
    if (result.kind !== 'saved') return;
    if (answersId !== null) oracle.adopt(answersId);
    const row = (await phone.rows()).find((each) => each.id === id);
    if (row || replaces === null) oracle.adopt(id, row?.kind);
    phone.requestRound('write');
  }

  /** The gift as the form of a change shows it. */
  async #seen(id: string | null): Promise<ShownBundle | null> {
    const { store, scope } = this.world.phone.runtime() ?? {};
    if (id === null || !store || !scope) return null;
    const row = await getOutboxRow(store, scope, id);
    if (row?.state === 'parked') return getVersionToReplace(store, scope, row);
    return (await getGift(store, scope, id))?.bundle ?? null;
  }

  /** Adds a donation to a gift that is on the phone, before or after it was sent. */
  async add(): Promise<void> {
    const { phone, random, oracle } = this.world;
    const app = phone.app;
    const rows = (await phone.rows()).filter(
      ({ id, kind, state }) =>
        kind === 'bundle_create' && state !== 'replaced' && state !== 'cancelled' && oracle.giftOf(id)
    );
    const target = rows.length === 0 ? undefined : random.pick(rows);
    const gift = target && oracle.giftOf(target.id);
    if (!target || !gift || !app || app !== phone.app) return;
    const entity = target.serverId === null ? target.entity : entityOf('bundle', target.serverId);
    const view = await getBundleView(app.store, app.scope, entity);
    const amount = this.#uniqueAmount++;
    const { data }: { data: unknown } = JSON.parse(target.body);
    const row = additionRow(random, entity, view?.bundle ?? data, amount);
    const owner = phone.userId;
    oracle.intend(row.id, () => oracle.additions.set(row.id, { gift, owner, amount }));
    await phone.save(row);
    oracle.adopt(row.id);
  }

  /** Corrects the comment of a gift that was downloaded. */
  async comment(): Promise<void> {
    const { phone, random, oracle } = this.world;
    const app = phone.app;
    if (!app) return;
    const known = await app.store.all<{ id: number }>(
      'SELECT id FROM transaction_bundles WHERE scope_id = ?',
      [app.scope.id]
    );
    // Only the user who took a gift may correct it.
    const own = known.filter(({ id }) =>
      oracle.rowsOf(id).some((row) => oracle.giftOf(row)?.owner === app.scope.userId)
    );
    if (own.length === 0) return;
    const entity = entityOf('bundle', random.pick(own).id);
    const view = await getBundleView(app.store, app.scope, entity);
    const transactionId = view?.bundle.transactions[0]?.id;
    if (!view || transactionId === undefined || app !== phone.app) return;
    const text = `Comment ${random.between(1, 1_000_000)}`;
    const row = commentRow(random, entity, view, transactionId, text);
    await this.#saveText(row.id, `comment of ${transactionId}`, text, () => phone.save(row));
  }

  async editTeam(): Promise<void> {
    const { phone, random, space } = this.world;
    const app = phone.app;
    if (!app) return;
    const name = `Team ${random.between(1, 1_000_000)}`;
    const row = await teamEditRow(random, app.store, app.scope, space.teamId, { name });
    if (!row || app !== phone.app) return;
    await this.#saveText(row.id, 'team', name, () => phone.save(row));
  }

  async editProfile(): Promise<void> {
    const { phone, random } = this.world;
    const app = phone.app;
    if (!app) return;
    const city = `City ${random.between(1, 1_000_000)}`;
    const row = await profileRow(random, app.store, app.scope, city);
    if (!row || app !== phone.app) return;
    await this.#saveText(row.id, `city of ${app.scope.userId}`, city, () => phone.save(row));
  }

  async editContact(random: Random): Promise<void> {
    await editContact(this.world, random, (...text) => this.#saveText(...text));
  }

  async #saveText(rowId: string, field: string, text: string, save: () => Promise<void>): Promise<void> {
    const { oracle, phone } = this.world;
    const owner = phone.userId;
    oracle.unconfirmedTexts.add(text);
    oracle.intend(rowId, () => {
      oracle.unconfirmedTexts.delete(text);
      oracle.saveText({ rowId, owner, field, text });
    });
    await save();
    oracle.adopt(rowId);
  }

  /** Sends refused rows again, unchanged. */
  async sendRefusedAgain(): Promise<void> {
    const { phone } = this.world;
    for (const row of await phone.rows()) {
      const runtime = phone.runtime();
      if (row.state === 'parked' && runtime) await sendAgain(runtime, row);
    }
  }

  /** Answers the questions of the Outbox truthfully. */
  async answer(): Promise<void> {
    const { phone, log } = this.world;
    for (const row of await phone.rows()) {
      if (row.state !== 'needs_person' || row.problem?.kind !== 'question') continue;
      if (await this.#answer(row)) log.count('question_answered');
    }
  }

  async #answer(row: OutboxRow): Promise<boolean> {
    const { phone, oracle } = this.world;
    const runtime = phone.runtime();
    const question = row.problem?.kind === 'question' ? row.problem.question : null;
    if (!runtime || !question) return false;
    const numbers = oracle.numbersOf(row.id);
    const addition = oracle.additions.get(row.id);
    const isThere = numbers.size > 0 || (addition !== undefined && oracle.hasAmount(addition.amount));
    switch (question.kind) {
      case 'is_it_there': {
        const { candidates } = question;
        if (!isThere) return sendAgain(runtime, row);
        const own = candidates.find(({ id }) => addition !== undefined || numbers.has(id));
        // With other candidates it is none of them. Without any, the screen asks for the number.
        if (!own && candidates.length > 0) return false;
        const [number = null] = oracle.areNumbersReadable ? numbers : [];
        return (await confirmExists(runtime, row, own?.id ?? number)) === true;
      }
      case 'vanished':
        if (isThere) return false;
        if (!(addition?.gift ?? oracle.giftOfRow(row))?.mayBeAbsent) return sendAgain(runtime, row);
        oracle.accept(row.id);
        return acceptAsIs(runtime, row);
      case 'arrived_already':
        oracle.decide(row.id);
        return keepFirstVersion(runtime, row, question.serverId);
      case 'added_twice':
        return acceptAsIs(runtime, row);
      case 'field_conflict': {
        // Nothing waits for an edit of a team; further edits of the contact do.
        if (row.kind !== 'contact_update') return false;
        const choices = question.conflicts.map(({ field }) => [field, 'mine'] as const);
        return (
          (await settleFieldConflict(runtime, row, question.conflicts, Object.fromEntries(choices))) === true
        );
      }
    }
  }
}

/** What the form of a change would save if the person changed nothing. */
function openedCapture(capture: Capture, { transactions, donations }: ShownBundle): Capture {
  const personOf = (contactId: number | undefined): Capture['payer'] =>
    contactId === undefined ? { kind: 'nobody' } : { kind: 'contact', contactId };
  const items = donations.map(({ amount = 0, contact_id: contactId }) => ({
    kind: 'donation' as const,
    beneficiary: personOf(contactId),
    amount,
  }));
  const { date = capture.takenAt, contact_id: payerId } = transactions[0] ?? {};
  return { ...capture, takenAt: date, payer: personOf(payerId), items };
}
