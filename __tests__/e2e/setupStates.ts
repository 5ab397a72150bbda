/** States of the screens that set up a campaign which need more than an address: for axe, and for `npm run shots setup`. */
import assert from 'node:assert/strict';
import { type Locator, type Page } from '@playwright/test';
import { ar } from '../../src/i18n/messages/ar';
import { en } from '../../src/i18n/messages/en';
import { type TestService } from './harness';
import { changeAction } from './setupRecords';

/** What is pressed has the words of the language. */
export const words = { en, ar: ar.messages };
type Words = (typeof words)['en' | 'ar'];

type SetupState = {
  name: string;
  path: string;
  /** What is pressed and typed after the screen is loaded. */
  then: (page: Page, words: Words, service: TestService) => Promise<void>;
};

const visible = (found: Locator) => found.filter({ visible: true }).first();
const button = (page: Page, name: string) => visible(page.getByRole('button', { name, exact: true }));
const field = (page: Page, label: string) => visible(page.getByLabel(label, { exact: true }));
const amountField = (page: Page) => visible(page.locator('input[inputmode="decimal"]'));
const text = (page: Page, shown: string | RegExp) => visible(page.getByText(shown));

/** Presses the map of an action at these shares of its width and height. */
async function draw(page: Page, { actionEdit }: Words, corners: readonly (readonly [number, number])[]) {
  const map = page.getByRole('img', { name: actionEdit.map.label });
  await map.scrollIntoViewIfNeeded();
  const box = await map.boundingBox();
  assert.ok(box);
  for (const [x, y] of corners) await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
}

const linesOfFile = [
  'Vorname,Nachname,Mail,Geburtsdatum,Lieblingsfarbe',
  'Ada-Marguerite Wilhelmina,von und zu Beispielhausen-Lengefeld,ada@example.org,1984-02-29,grün',
  'Bo,Ray,nothing,,blau',
  'Cy,Fox,,29.2.84,',
].join('\n');

const leftOutColumn = (page: Page) => visible(page.getByRole('button', { name: /Lieblingsfarbe/ }));

async function pasteLines(page: Page, { contactImport }: Words): Promise<void> {
  await field(page, contactImport.paste).fill(linesOfFile);
  await leftOutColumn(page).waitFor();
}

/** The parts of an action are drawn and chosen one after the other: its draft stays on the phone. */
export const setupStates: readonly SetupState[] = [
  {
    name: 'action-empty',
    path: '/actions/new',
    then: (page, { actionEdit }) => field(page, actionEdit.name).waitFor(),
  },
  {
    name: 'action-turf',
    path: '/actions/new',
    then: async (page, said) => {
      const { actionEdit } = said;
      await field(page, actionEdit.name).fill('Saturday');
      await draw(page, said, [
        [0.15, 0.15],
        [0.8, 0.2],
        [0.75, 0.85],
        [0.2, 0.8],
      ]);
      await button(page, actionEdit.map.finish).click();
      await button(page, actionEdit.map.hole).click();
      await draw(page, said, [
        [0.4, 0.4],
        [0.6, 0.4],
        [0.5, 0.6],
      ]);
      await button(page, actionEdit.map.finishHole).click();
      await button(page, actionEdit.map.undo).waitFor();
    },
  },
  {
    name: 'action-hole-outside',
    path: '/actions/new',
    then: async (page, said) => {
      const { map, error } = said.actionEdit;
      await button(page, map.hole).click();
      await draw(page, said, [
        [0.5, 0.7],
        [0.95, 0.95],
      ]);
      await text(page, error.hole_outside).waitFor();
      await button(page, map.undo).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'action-streets',
    path: '/actions/new',
    then: async (page, { actionEdit, teamEdit }) => {
      await button(page, actionEdit.streets.add).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('checkbox').nth(0).click();
      await dialog.getByRole('checkbox').nth(1).click();
      await dialog.getByRole('button', { name: teamEdit.pick.done, exact: true }).click();
      await field(page, actionEdit.streets.from).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'action-stations',
    path: '/actions/new',
    then: async (page, { actionEdit }) => {
      await button(page, actionEdit.stations.add).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'action-errors',
    path: '/actions/new',
    then: async (page, { actionEdit, common }) => {
      await field(page, actionEdit.name).fill('');
      await field(page, actionEdit.startDay).fill('tomorrow');
      await field(page, actionEdit.goal).fill('many');
      await button(page, common.save).click();
      await text(page, actionEdit.error.name_missing).waitFor();
    },
  },
  {
    name: 'action-conflict',
    path: '/actions/1/edit',
    then: async (page, { actionEdit, common }, service) => {
      await field(page, actionEdit.pitch).fill('From door to door between the harbour and the old town.');
      await changeAction(service, 1, `Every door of the harbour, at ${new Date().toISOString()}.`);
      await button(page, common.save).click();
      await text(page, common.onlineForm.conflictTitle).waitFor();
    },
  },
  {
    name: 'question-errors',
    path: '/catalogue/question',
    then: async (page, { forms, common }) => {
      await button(page, common.save).click();
      await text(page, forms.error.choices_missing).waitFor();
    },
  },
  {
    name: 'question-consent',
    path: '/catalogue/question',
    then: async (page, { forms, common }) => {
      await visible(page.getByRole('radio', { name: forms.types.consent, exact: true })).click();
      await field(page, forms.label).fill('May we write to you?');
      await button(page, common.save).click();
      await text(page, forms.error.wording_missing).waitFor();
    },
  },
  {
    name: 'import-mapping',
    path: '/contacts/import',
    then: async (page, said) => {
      await pasteLines(page, said);
      await leftOutColumn(page).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'import-column',
    path: '/contacts/import',
    then: async (page, said) => {
      await pasteLines(page, said);
      await leftOutColumn(page).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'import-bad-lines',
    path: '/contacts/import',
    then: async (page, said) => {
      await pasteLines(page, said);
      await text(page, said.contactImport.error.date).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'import-earlier',
    path: '/contacts/import',
    then: (page, { contactImport }) => text(page, contactImport.earlier).waitFor(),
  },
  {
    name: 'import-earlier-bad',
    path: '/contacts/import',
    then: async (page, { contactImport }) => {
      await text(page, 'members-of-the-year.csv').click();
      await button(page, contactImport.badLines.share).waitFor();
    },
  },
  {
    name: 'import-undo',
    path: '/contacts/import',
    then: async (page, { contactImport }) => {
      await button(page, contactImport.undo.button).click();
      await button(page, contactImport.undo.yes).waitFor();
    },
  },
  {
    name: 'import-done',
    path: '/contacts/import',
    then: async (page, said) => {
      await pasteLines(page, said);
      await button(page, said.contactImport.send_one).click();
      await page.getByRole('alert').filter({ visible: true }).first().waitFor();
    },
  },
  {
    name: 'catalogue-currency',
    path: '/catalogue',
    then: (page) => text(page, 'Friends abroad').scrollIntoViewIfNeeded(),
  },
  {
    name: 'catalogue-statuses',
    path: '/catalogue',
    then: (page, { catalogueEdit }) => button(page, catalogueEdit.editSettings).scrollIntoViewIfNeeded(),
  },
  {
    name: 'price-errors',
    path: '/catalogue/edit?kind=membership_price',
    then: async (page, { catalogueEdit, common }) => {
      await amountField(page).fill('twelve');
      await button(page, common.save).click();
      await text(page, catalogueEdit.error.bad_amount).waitFor();
    },
  },
  {
    name: 'status-errors',
    path: '/catalogue/edit?kind=transaction_status',
    then: async (page, { catalogueEdit, common }) => {
      await field(page, catalogueEdit.color).fill('green');
      await button(page, common.save).click();
      await text(page, catalogueEdit.error.bad_color).waitFor();
    },
  },
  {
    name: 'settings-errors',
    path: '/catalogue/settings',
    then: async (page, { catalogueEdit, common }) => {
      await field(page, catalogueEdit.account.iban).fill('DE00 1234');
      await amountField(page).fill('a lot');
      await button(page, common.save).click();
      await text(page, catalogueEdit.error.bad_iban).waitFor();
    },
  },
  {
    name: 'settings-currency',
    path: '/catalogue/settings',
    then: async (page, { catalogue, catalogueEdit }) => {
      await field(page, catalogue.field.currency).fill('CHF');
      await text(page, catalogueEdit.currencyEffectText.replace('{{currency}}', 'CHF')).waitFor();
    },
  },
  {
    name: 'price-repeated',
    path: '/catalogue/edit?kind=donation_price',
    then: async (page, { catalogueEdit }) => {
      await field(page, catalogueEdit.name).fill('Twice the same');
      await amountField(page).fill('12');
      await text(page, catalogueEdit.repeated).waitFor();
    },
  },
  {
    name: 'unlinked',
    path: '/ledger/unlinked',
    then: (page) => text(page, /Zoé Zimmermann/).waitFor(),
  },
  {
    name: 'unlinked-match',
    path: '/ledger/unlinked',
    then: async (page, { unlinked }) => {
      await text(page, /zoe@example.org/).click();
      await text(page, unlinked.matches).waitFor();
    },
  },
  {
    name: 'merge',
    path: '/contacts/merge?one=1&other=2',
    then: async (page) => {
      await page.getByRole('radio').nth(3).click();
    },
  },
  {
    name: 'people-bulk',
    path: '/people',
    then: async (page, { people }) => {
      await button(page, people.bulk.choose).click();
      await button(page, people.bulk.all).click();
    },
  },
  {
    name: 'people-bulk-team',
    path: '/people',
    then: async (page, { people }) => {
      await button(page, people.bulk.choose).click();
      await button(page, people.bulk.all).click();
      await button(page, people.bulk.team).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'people-bulk-role',
    path: '/people',
    then: async (page, { people }) => {
      await button(page, people.bulk.choose).click();
      await button(page, people.bulk.all).click();
      await button(page, people.profile.changeRole).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'people-invite',
    path: '/people/invite',
    then: async (page, { invitations }) => {
      await field(page, invitations.addresses).fill('ana@example.org, ana@example.org, carl@');
      await text(page, 'carl@').waitFor();
    },
  },
  {
    name: 'team-errors',
    path: '/teams/new',
    then: async (page, { teamEdit, common }) => {
      await field(page, teamEdit.description).fill('Every Friday');
      await button(page, common.save).click();
      await text(page, teamEdit.error.name_missing).waitFor();
    },
  },
  {
    name: 'space-errors',
    path: '/space',
    then: async (page, { space, common }) => {
      await field(page, space.tileAddress).fill('http://tiles.example.org');
      await button(page, common.save).click();
      await text(page, space.tileAddressWrong).scrollIntoViewIfNeeded();
    },
  },
];
