/** A person at the real screens: joins, records, fixes, corrects, decides, and looks into the outbox. */
import type { Locator, Page } from '@playwright/test';
import type { Random } from '../sim/random';
import { countOf, type Book, type Gift, type Stored } from './book';
import { stepMs, type CampaignPhone } from './phone';
import { isRefused, isSent, readOutbox, withTallScreen, type ShownOutbox } from './screens';

/** Who records here: a manager of the demo space, who may correct too. */
const managerMail = 'manager@example.org';

export class Volunteer {
  constructor(
    readonly phone: CampaignPhone,
    readonly book: Book,
    readonly random: Random,
    readonly joinLink: string,
    /** Asks the office what has arrived. */
    readonly askOffice: () => Promise<Stored>,
    /** Goes where the network works: joining needs signal once. */
    readonly findSignal: () => void
  ) {}

  get page(): Page {
    return this.phone.page;
  }

  visible(
    role: 'button' | 'radio' | 'tab',
    name: string | RegExp,
    within: Page | Locator = this.page
  ): Locator {
    return within
      .getByRole(role, { name, exact: typeof name === 'string' })
      .filter({ visible: true })
      .first();
  }

  /** The open dialog: rows behind it have buttons of the same names. */
  get dialog(): Locator {
    return this.page.getByRole('dialog').filter({ visible: true }).last();
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true }).filter({ visible: true }).first();
  }

  /** Opens the app, joins where it asks for that, and returns whether it said that the records are gone. */
  async open(path = '/'): Promise<{ areRecordsGone: boolean }> {
    const home = this.visible('tab', 'Home');
    const join = this.visible('button', 'Sign in with a code');
    const gone = this.page.getByText('The records on this phone are gone').filter({ visible: true });
    const elsewhere = this.visible('button', 'Continue here');
    // A service without extensions does not say whose token it is.
    const whoAmI = this.page.getByRole('heading', { name: 'Who are you?' }).filter({ visible: true });
    await this.page.goto(`${this.phone.address}${path}`);
    let areRecordsGone = false;
    for (;;) {
      const shown = home.or(join).or(gone).or(elsewhere).or(whoAmI).first();
      await shown.waitFor({ timeout: 2 * stepMs });
      if (await gone.isVisible()) {
        areRecordsGone = true;
        await this.visible('button', 'Continue').tap();
        await gone.waitFor({ state: 'hidden' });
      } else if (await elsewhere.isVisible()) {
        await elsewhere.tap();
        await elsewhere.waitFor({ state: 'hidden' });
      } else if (await whoAmI.isVisible()) {
        await this.field('Search').fill(managerMail);
        await this.visible('button', new RegExp(managerMail)).tap();
        await whoAmI.waitFor({ state: 'hidden' });
      } else if (await join.isVisible()) {
        this.findSignal();
        await this.page.goto(this.joinLink);
        await join.waitFor({ state: 'hidden', timeout: 2 * stepMs });
      } else return { areRecordsGone };
    }
  }

  /** A place of the tab bar; from a form, the app is opened again. */
  async goTo(tab: 'Home' | 'Outbox'): Promise<void> {
    const place = this.visible('tab', tab);
    const isHere = await place.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false
    );
    if (isHere) await place.tap();
    else await this.open(tab === 'Home' ? '/' : '/outbox');
  }

  /** Records a gift; where the form opens with an unfinished one, that one. */
  async record(wanted: Gift, method: 'Cash' | 'voucher'): Promise<void> {
    await this.goTo('Home');
    await this.visible('button', 'Record').tap();
    const name = this.field('Name');
    await this.field('Search').waitFor();
    const unfinished = this.visible('button', /^Unfinished/).first();
    const isUnfinished = await unfinished.isVisible();
    if (isUnfinished) {
      await unfinished.tap();
      await name.waitFor();
    }
    const gift = isUnfinished ? this.#find(await name.inputValue()) : wanted;
    if (!isUnfinished) {
      await this.field('Search').fill(gift.who);
      await this.#chooseNewSupporter(gift.who);
    }
    await this.visible('radio', /Type an amount/).tap();
    await this.field('Amount').fill(toText(gift.amounts.at(-1) ?? 0));
    const chosen = this.visible('radio', method);
    await ((await chosen.count()) > 0 ? chosen : this.visible('radio', 'Cash')).tap();
    // A stored record takes its draft with it: an unfinished one was not stored by an earlier Save.
    await this.save({ gift, as: isUnfinished && gift.pressed > gift.saved ? 'again' : 'new' });
  }

  /** Results that arrive move the list: a tap may miss. */
  async #chooseNewSupporter(who: string): Promise<void> {
    const offer = this.visible('button', new RegExp(`^New supporter: ${who}`));
    do await offer.tap();
    while (!(await isShown(this.field('Name'))));
  }

  #find(who: string): Gift {
    const gift = this.book.findByWho(who);
    if (!gift) throw new Error(`Nobody recorded a gift of "${who}".`);
    return gift;
  }

  /**
   * Presses Save, says that a second gift like the last one is meant, or corrects a time that the clock of the phone was set
   * back over, and waits until the form closes.
   */
  async save(save: Parameters<Book['press']>[0]): Promise<void> {
    const button = this.visible('button', 'Save');
    await button.waitFor();
    this.book.press(save);
    await button.tap();
    const closed = button.waitFor({ state: 'hidden' }).then(() => null);
    const second = this.visible('button', 'Yes, save a second one');
    const asked = second.waitFor().then(
      () => second,
      () => null
    );
    const now = this.visible('radio', 'Now');
    const inFuture = this.page
      .getByText('This time is in the future.')
      .waitFor()
      .then(
        () => now,
        () => null
      );
    const needed = await Promise.race([closed, asked, inFuture]);
    await needed?.tap();
    if (needed === now) await button.tap();
    await closed;
  }

  async sendNow(): Promise<void> {
    await this.goTo('Outbox');
    await this.visible('button', 'Send now').tap();
  }

  async readOutbox(): Promise<ShownOutbox> {
    await this.goTo('Outbox');
    await this.visible('button', 'Send now').waitFor();
    // Nothing to send, or the first row.
    await this.page
      .getByText(/^(Nothing to send|(Donation|Correction|Cancellation|Payment)( · .*)?)$/)
      .filter({ visible: true })
      .first()
      .waitFor();
    return withTallScreen(this.page, this.book.saved + 5, async () => {
      // The list renders the rows that now fit.
      await this.page.waitForTimeout(250);
      return readOutbox(this.page);
    });
  }

  /** Opens a refused gift as a form, and saves it paid in cash, sometimes with another amount. */
  async fixRefused(): Promise<boolean> {
    await this.goTo('Outbox');
    const fix = this.visible('button', 'Fix');
    if (!(await isShown(fix))) return false;
    await fix.tap();
    const gift = this.#find(await this.field('Name').inputValue());
    await this.visible('radio', 'Cash').tap();
    if (this.random.is(0.5)) {
      const amount = this.book.newAmount();
      gift.amounts.push(amount);
      await this.field('Amount').fill(toText(amount));
    }
    await this.save({ gift, as: 'fix' });
    return true;
  }

  /** Opens a refused row and presses Send again, where it is offered. */
  async sendRefusedAgain(): Promise<boolean> {
    const { rows } = await this.readOutbox();
    const refused = rows.find(isRefused);
    if (!refused) return false;
    await this.visible('button', new RegExp(`^${refused.who}.*Refused`, 's')).tap();
    await this.dialog.waitFor();
    const again = this.visible('button', 'Send again', this.dialog);
    const isOffered = await isShown(again);
    await (isOffered ? again : this.visible('button', 'Close', this.dialog)).tap();
    return isOffered;
  }

  /** Answers a question of the app truthfully, with what the office has. */
  async decide(): Promise<boolean> {
    const { rows } = await this.readOutbox();
    const asked = rows.find(({ state }) => state.startsWith('Needs you'));
    if (!asked) return false;
    const gift = this.book.findByWho(asked.who);
    const unsent = rows.filter((row) => row.who === asked.who && !isSent(row)).length;
    const stored = await this.askOffice();
    const isThere = gift !== undefined && countOf(gift, stored) + unsent > gift.saved;
    await this.visible('button', 'Decide').tap();
    const { dialog } = this;
    const yes = this.visible(
      'button',
      /^(Yes, this is the one|It is there|Keep it|It is fine|Settled with the office)$/,
      dialog
    );
    const no = this.visible('button', /^(No, send mine|Send again)$/, dialog);
    await yes.or(no).first().waitFor();
    const isOnly = !(await no.isVisible());
    if (!isOnly && !(isThere && (await yes.isVisible()))) {
      await no.tap();
      return true;
    }
    await yes.tap();
    const sure = this.visible('button', /^(Yes, it is there|Do not send it again)$/, dialog);
    if (await isShown(sure)) await sure.tap();
    return true;
  }

  /** Cancels the second of a gift that arrived twice, where the app says so. */
  async cancelSecond(): Promise<boolean> {
    await this.goTo('Outbox');
    const cancel = this.visible('button', 'Cancel the second');
    if (!(await isShown(cancel))) return false;
    const title = await this.page
      .getByText(/^This gift arrived twice/)
      .filter({ visible: true })
      .first()
      .innerText();
    this.book.endSave();
    await cancel.tap();
    await this.page.getByText(title).filter({ visible: true }).first().waitFor({ state: 'hidden' });
    return true;
  }

  /** Opens a gift that has arrived in the Ledger, and presses a button there; null where there is none. */
  async #openArrived(name: string, isMeant: (gift: Gift) => boolean): Promise<Gift | null> {
    const stored = await this.askOffice();
    const arrived = this.book.gifts.filter(
      (gift) => gift.pressed === 1 && countOf(gift, stored) === 1 && isMeant(gift)
    );
    if (arrived.length === 0) return null;
    const gift = this.random.pick(arrived);
    await this.open('/ledger');
    const row = this.visible('button', new RegExp(gift.who));
    const isListed = await withTallScreen(this.page, this.book.saved + 60, async () => {
      if (!(await isShown(row))) return false;
      await row.tap();
      return true;
    });
    if (!isListed) return null;
    const button = this.visible('button', name);
    if (!(await isShown(button))) return null;
    await button.tap();
    return gift;
  }

  /** Corrects the amount of a gift that has arrived. */
  async correctAmount(): Promise<boolean> {
    // With another donation the form has several amounts.
    const gift = await this.#openArrived('Correct', ({ corrections }) =>
      corrections.every(({ added }) => added === null)
    );
    if (!gift) return false;
    const amount = this.book.newAmount();
    await this.field('Amount').fill(toText(amount));
    gift.amounts.push(amount);
    await this.save({ gift, as: { comment: null, amount, added: null, isSaved: false } });
    return true;
  }

  /** Corrects the note of a gift that has arrived, and sometimes adds another donation. */
  async correct(): Promise<boolean> {
    const gift = await this.#openArrived('Status, refund, note', () => true);
    if (!gift) return false;
    const correction = {
      comment: `note ${gift.who} ${gift.corrections.length + 1}`,
      amount: null,
      added: this.random.is(0.4) ? this.book.newAmount() : null,
      isSaved: false,
    };
    await this.field('Note').fill(correction.comment);
    // An unfinished correction may have a donation already.
    const add = this.visible('button', 'Add a donation');
    if (correction.added !== null) {
      if (await add.isVisible()) await add.tap();
      await this.field('Amount').fill(toText(correction.added));
    } else if (!(await add.isVisible())) await this.visible('button', 'Do not add a donation').tap();
    await this.save({ gift, as: correction });
    return true;
  }

  /** Presses Update now, where a newer build waits. */
  async update(): Promise<boolean> {
    await this.goTo('Home');
    const button = this.visible('button', 'Update now');
    if (!(await isShown(button))) return false;
    await button.tap();
    await this.visible('tab', 'Home').waitFor();
    return true;
  }
}

const isShown = (locator: Locator): Promise<boolean> =>
  locator.waitFor({ timeout: 2_500 }).then(
    () => true,
    () => false
  );

const toText = (cents: number): string => (cents / 100).toFixed(2);
