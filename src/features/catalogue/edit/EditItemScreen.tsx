// Online: prices and statuses are set up in the office and reach phones through the service. What is typed stays on this phone.
import { useLocalSearchParams } from 'expo-router';

import { STATUS_KINDS } from '@/contract/status';
import { OnlineFormScreen } from '@/features/shared/forms/OnlineFormScreen';
import { useRuntime } from '@/features/shared/runtime';
import { statusKindWord } from '@/features/shared/statusKind';
import { useBack, useLeave } from '@/features/shared/useBack';
import { useOpenedDraft, type OpenedDraft } from '@/features/shared/forms/useDraftForm';
import { useOnlineEditor } from '@/features/shared/forms/useOnlineEditor';
import { useCurrentLanguage, useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { CheckboxRow } from '@/ui/CheckboxRow';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';
import { TextField } from '@/ui/TextField';

import { CatalogueLoaded } from './CatalogueLoaded';
import {
  ITEM_KINDS,
  ItemDraftSchema,
  itemFields,
  isRepeatedPrice,
  itemForm,
  itemRefusedAt,
  newItemFields,
  readItemForm,
  type ItemDraft,
  type ItemErrors,
  type ItemFields,
  type ItemKind,
} from './itemForm';
import { applyItem, saveItem } from './mutations';
import { durationWord, useItemWords } from './words';

/**
 * One price, price group or status: `kind` and, unless it is new, `id`; `group` for a new membership price; `like` for a new
 * price with the values of another one, in the currency of the space.
 */
export function EditItemScreen() {
  const { t } = useI18n();
  const params = useLocalSearchParams<{ kind: string; id?: string; group?: string; like?: string }>();
  const kind = ITEM_KINDS.find((each) => each === params.kind) ?? 'donation_price';
  const title = t(`catalogueEdit.${params.id === undefined ? 'newTitle' : 'title'}.${kind}`);
  const numberOf = (param: string | undefined) => (param === undefined ? null : Number.parseInt(param, 10));
  const [number, groupId, like] = [numberOf(params.id), numberOf(params.group), numberOf(params.like)];
  const found = number ?? like;
  const newKey = [
    like === null ? 'new' : `like:${like}`,
    ...(groupId === null ? [] : [`group:${groupId}`]),
  ].join(':');
  return (
    <CatalogueLoaded title={title}>
      {(catalogue) => (
        <EditItem
          key={`${kind} ${number} ${groupId} ${like}`}
          kind={kind}
          title={title}
          number={number}
          draftKey={`catalogue:${kind}:${number ?? newKey}`}
          groupId={groupId}
          record={found === null ? newItemFields(kind) : findRecord(catalogue, kind, found)}
          currency={catalogue.settings?.currency ?? 'eur'}
          others={number === null ? pricesBeside(catalogue, kind, groupId) : []}
        />
      )}
    </CatalogueLoaded>
  );
}

type Records = readonly (object & { id: number })[];
type Catalogue = {
  donationPrices: Records;
  membershipPriceGroups: readonly { id: number; membership_prices?: Records }[];
  statuses: Records;
};

function findRecord(catalogue: Catalogue, kind: ItemKind, number: number): ItemFields | null {
  const groups = catalogue.membershipPriceGroups;
  const records: Record<ItemKind, Records> = {
    donation_price: catalogue.donationPrices,
    membership_price: groups.flatMap(({ membership_prices: prices }) => prices ?? []),
    membership_price_group: groups,
    transaction_status: catalogue.statuses,
  };
  const record = records[kind].find(({ id }) => id === number);
  return record === undefined ? null : itemFields(kind, record as ItemFields);
}

/** The prices among which a new one is offered. */
function pricesBeside(catalogue: Catalogue, kind: ItemKind, groupId: number | null): readonly ItemFields[] {
  if (kind === 'donation_price') return catalogue.donationPrices as readonly ItemFields[];
  if (kind !== 'membership_price') return [];
  const group = catalogue.membershipPriceGroups.find(({ id }) => id === groupId);
  return (group?.membership_prices ?? []) as readonly ItemFields[];
}

interface EditItemProps {
  kind: ItemKind;
  title: string;
  number: number | null;
  draftKey: string;
  groupId: number | null;
  /** Null if the phone does not have it. */
  record: ItemFields | null;
  currency: string;
  /** Prices that a new one could repeat. */
  others: readonly ItemFields[];
}

function EditItem(props: EditItemProps) {
  const { number, draftKey, record, currency, title } = props;
  const { t } = useI18n();
  const { locale } = useCurrentLanguage();
  const runtime = useRuntime();
  const back = useBack('/catalogue');
  const opened = useOpenedDraft({
    draftKey,
    schema: ItemDraftSchema,
    start: (): ItemDraft => ({
      version: 1,
      id: runtime.newId(),
      seen: number === null ? null : record,
      number,
      form: itemForm(record ?? {}, { currency, locale }),
    }),
  });
  if (record === null)
    return (
      <Screen title={title} titlePlace="bar" back={back}>
        <EmptyState icon="tag" title={t('catalogueEdit.gone')} text={t('common.onlineForm.missing')} />
      </Screen>
    );
  return opened && <EditItemForm key={opened.round} {...props} opened={opened} />;
}

type EditItemFormProps = EditItemProps & { opened: OpenedDraft<ItemDraft> };

function EditItemForm({ kind, title, groupId, currency, others, opened }: EditItemFormProps) {
  const { t } = useI18n();
  const { locale } = useCurrentLanguage();
  const runtime = useRuntime();
  const back = useBack('/catalogue');
  const leave = useLeave('/catalogue');
  const money = { currency, locale };
  const editor = useOnlineEditor(opened, {
    read: ({ form, seen }) => readItemForm(kind, form, seen, money),
    formOf: (fields: ItemFields) => itemForm(fields, money),
    refusedAt: itemRefusedAt,
    work: (draftForm, fields) => saveItem(runtime, draftForm, { kind, fields, groupId }),
    apply: applyItem(runtime.scope),
    onSaved: leave,
  });
  const { form, seen, errors, reading, change } = editor;
  const isRepeated = reading.kind === 'fields' && isRepeatedPrice(reading.fields, others);
  const words = useItemWords(seen?.currency ?? currency);
  const errorAt = (field: keyof ItemErrors) => {
    const error = errors[field];
    return error === undefined ? undefined : t(`catalogueEdit.error.${error}`);
  };
  const isPrice = kind === 'donation_price' || kind === 'membership_price';
  const durations = [...new Set(['P1Y', 'P6M', 'P1M', form.duration].filter(Boolean))];
  return (
    <OnlineFormScreen title={title} back={back} editor={editor} {...words}>
      <TextField
        label={t('catalogueEdit.name')}
        value={form.name}
        onChangeText={(name) => change({ name })}
        error={errorAt('name')}
      />
      {isPrice && (
        <>
          <TextField
            label={t('catalogueEdit.amount', { currency: (seen?.currency ?? currency).toUpperCase() })}
            value={form.amount}
            onChangeText={(amount) => change({ amount })}
            inputMode="decimal"
            error={errorAt('amount')}
          />
          {isRepeated && (
            <Banner
              live
              tone="person"
              icon="warning"
              title={t('catalogueEdit.repeated')}
              text={t('catalogueEdit.repeatedText')}
            />
          )}
          <CheckboxRow
            label={t('catalogue.customAmount')}
            hint={t('catalogueEdit.customAmountHint')}
            checked={form.hasCustomAmount}
            onChange={(hasCustomAmount) => change({ hasCustomAmount })}
          />
        </>
      )}
      {kind === 'membership_price' && (
        <>
          <ChoiceChips
            label={t('catalogueEdit.duration')}
            choices={durations.map((value) => ({ value, label: durationWord(t, value) }))}
            value={form.duration}
            onChange={(duration) => change({ duration })}
          />
          <ChoiceChips
            label={t('catalogueEdit.period')}
            choices={(['rolling', 'calendar'] as const).map((value) => ({
              value,
              label: t(`catalogueEdit.periods.${value}`),
            }))}
            value={form.period === 'calendar' ? 'calendar' : 'rolling'}
            onChange={(period) => change({ period })}
          />
        </>
      )}
      {kind === 'transaction_status' && (
        <>
          <ChoiceChips
            label={t('catalogueEdit.statusKind')}
            choices={STATUS_KINDS.map((value) => ({ value, label: statusKindWord(t, value) }))}
            value={STATUS_KINDS.find((value) => value === form.statusKind) ?? null}
            onChange={(statusKind) => change({ statusKind })}
          />
          <TextField
            label={t('catalogueEdit.color')}
            value={form.color}
            onChangeText={(color) => change({ color })}
            autoCapitalize="none"
            error={errorAt('color')}
          />
        </>
      )}
      {seen !== null && (
        <CheckboxRow
          label={t(kind === 'transaction_status' ? 'catalogue.archived' : 'catalogue.hidden')}
          hint={t('catalogueEdit.offHint')}
          checked={form.isOff}
          onChange={(isOff) => change({ isOff })}
        />
      )}
    </OnlineFormScreen>
  );
}
