// Online: the settings of payments are one record of the space. What is typed stays on this phone.
import { OnlineFormScreen } from '@/features/shared/forms/OnlineFormScreen';
import { methodWord } from '@/features/shared/paymentMethod';
import { RULES } from '@/domain/captureRules';
import { isInCurrency, pricesNotIn } from '@/domain/catalogue';
import { isCurrency } from '@/domain/currencies';
import { longestPayee } from '@/domain/girocode';
import { useRuntime } from '@/features/shared/runtime';
import { useBack, useLeave } from '@/features/shared/useBack';
import { useOpenedDraft, type OpenedDraft } from '@/features/shared/forms/useDraftForm';
import { useOnlineEditor } from '@/features/shared/forms/useOnlineEditor';
import { useCurrentLanguage, useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { CheckboxRow } from '@/ui/CheckboxRow';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { GroupError } from '@/ui/ErrorPlace';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';

import { CatalogueLoaded, type Catalogue } from './CatalogueLoaded';
import { applySettings, editSettings } from './mutations';
import {
  SettingsDraftSchema,
  readSettingsForm,
  settingsFields,
  settingsForm,
  settingsRefusedAt,
  type SettingsDraft,
  type SettingsErrors,
  type SettingsFields,
} from './settingsForm';
import { useSettingsWords } from './words';

const draftKey = 'catalogue:settings';
const usualMethods = ['cash', 'cheque', 'card', 'transfer'];

export function EditSettingsScreen() {
  const { t } = useI18n();
  const title = t('catalogue.settings');
  return (
    <CatalogueLoaded title={title}>{(catalogue) => <EditSettings catalogue={catalogue} />}</CatalogueLoaded>
  );
}

function EditSettings({ catalogue }: { catalogue: Catalogue }) {
  const { locale } = useCurrentLanguage();
  const opened = useOpenedDraft({
    draftKey,
    schema: SettingsDraftSchema,
    start: (): SettingsDraft => {
      const seen = settingsFields(catalogue.settings);
      return { version: 1, seen, form: settingsForm(seen, locale) };
    },
  });
  return opened && <EditSettingsForm key={opened.round} catalogue={catalogue} opened={opened} />;
}

type Choosable = { id: number; name?: string; currency?: string; hidden?: boolean; archived?: boolean };

/** A default must be on offer. */
const isChoosable = (record: Choosable, currency: string) =>
  record.hidden !== true && record.archived !== true && isInCurrency(record, currency);

interface EditSettingsFormProps {
  catalogue: Catalogue;
  opened: OpenedDraft<SettingsDraft>;
}

function EditSettingsForm({ catalogue, opened }: EditSettingsFormProps) {
  const { t } = useI18n();
  const { locale } = useCurrentLanguage();
  const runtime = useRuntime();
  const back = useBack('/catalogue');
  const leave = useLeave('/catalogue');
  const editor = useOnlineEditor(opened, {
    read: ({ form, seen }) => readSettingsForm(form, seen, locale),
    formOf: (fields: SettingsFields) => settingsForm(fields, locale),
    refusedAt: settingsRefusedAt,
    work: (draftForm, fields) => editSettings(runtime, draftForm.getNewest().seen, fields),
    apply: applySettings(runtime.scope),
    onSaved: leave,
  });
  const { form, errors, change } = editor;
  const { seen } = editor.draftForm.draft;
  const errorAt = (field: keyof SettingsErrors) => {
    const error = errors[field];
    return error === undefined ? undefined : t(`catalogueEdit.error.${error}`);
  };
  const typed = form.currency.trim();
  const isNewCurrency = isCurrency(typed) && typed.toUpperCase() !== seen.currency.toUpperCase();
  const lost = isNewCurrency ? pricesNotIn(catalogue, typed).length : 0;
  const methods = [...new Set([...usualMethods, ...seen.payment_method_kinds, ...form.methods])];
  const memberships = catalogue.membershipPriceGroups.flatMap(
    ({ membership_prices: prices }) => prices ?? []
  );
  const words = useSettingsWords(
    { statuses: catalogue.statuses, memberships, donations: catalogue.donationPrices },
    seen.currency
  );
  const choice = (
    label: string,
    records: readonly Choosable[],
    value: number | null,
    onChange: (id: number | null) => void
  ) => (
    <ChoiceChips
      label={label}
      choices={[
        { value: '', label: t('catalogueEdit.noDefault') },
        ...records
          .filter((record) => record.id === value || isChoosable(record, typed))
          .map(({ id, name }) => ({ value: String(id), label: name || t('common.unnamed') })),
      ]}
      value={value === null ? '' : String(value)}
      onChange={(id) => onChange(id === '' ? null : Number(id))}
    />
  );
  return (
    <OnlineFormScreen title={t('catalogue.settings')} back={back} editor={editor} {...words}>
      <TextField
        label={t('catalogue.field.currency')}
        hint={t('catalogueEdit.currencyHint')}
        value={form.currency}
        onChangeText={(currency) => change({ currency })}
        autoCapitalize="characters"
        error={errorAt('currency')}
      />
      {lost > 0 && (
        <Banner
          live
          tone="person"
          icon="warning"
          title={t('catalogueEdit.currencyEffect', { count: lost, currency: typed.toUpperCase() })}
          text={t('catalogueEdit.currencyEffectText', { currency: typed.toUpperCase() })}
        />
      )}
      <SectionHeader title={t('catalogue.field.payment_method_kinds')} />
      <GroupError error={errorAt('methods')} />
      {methods.map((method) => (
        <CheckboxRow
          key={method}
          label={methodWord(t, method)}
          checked={form.methods.includes(method)}
          onChange={(checked) =>
            change({
              methods: checked ? [...form.methods, method] : form.methods.filter((each) => each !== method),
            })
          }
        />
      ))}
      <SectionHeader title={t('catalogueEdit.defaults')} />
      {choice(t('catalogue.field.default_status_id'), catalogue.statuses, form.status, (status) =>
        change({ status })
      )}
      {choice(
        t('catalogue.field.default_membership_price_id'),
        memberships,
        form.membershipPrice,
        (membershipPrice) => change({ membershipPrice })
      )}
      {choice(
        t('catalogue.field.default_donation_price_id'),
        catalogue.donationPrices,
        form.donationPrice,
        (donationPrice) => change({ donationPrice })
      )}
      <SectionHeader title={t('catalogueEdit.rulesTitle')} />
      <Text variant="note" tone="quiet">
        {t('catalogueEdit.rulesHint')}
      </Text>
      {RULES.map((rule) => (
        <TextField
          key={rule}
          label={t(`catalogueEdit.rules.${rule}`)}
          value={form.rules[rule]}
          onChangeText={(typed) => change({ rules: { ...form.rules, [rule]: typed } })}
          inputMode="decimal"
          error={errorAt(rule)}
        />
      ))}
      <SectionHeader title={t('catalogueEdit.account.title')} />
      <Text variant="note" tone="quiet">
        {t('catalogueEdit.account.hint')}
      </Text>
      <TextField
        label={t('catalogueEdit.account.payee')}
        value={form.account.payee}
        onChangeText={(payee) => change({ account: { ...form.account, payee } })}
        maxLength={longestPayee}
        error={errorAt('payee')}
      />
      <TextField
        label={t('catalogueEdit.account.iban')}
        value={form.account.iban}
        onChangeText={(iban) => change({ account: { ...form.account, iban } })}
        autoCapitalize="characters"
        autoCorrect={false}
        maxLength={50}
        error={errorAt('iban')}
      />
      <TextField
        label={t('catalogueEdit.account.bic')}
        value={form.account.bic}
        onChangeText={(bic) => change({ account: { ...form.account, bic } })}
        autoCapitalize="characters"
        autoCorrect={false}
        maxLength={20}
        error={errorAt('bic')}
      />
      <SectionHeader title={t('catalogueEdit.prefixes')} />
      <TextField
        label={t('catalogueEdit.batchPrefix')}
        value={form.batchPrefix}
        onChangeText={(batchPrefix) => change({ batchPrefix })}
      />
      <TextField
        label={t('catalogueEdit.membershipPrefix')}
        value={form.membershipPrefix}
        onChangeText={(membershipPrefix) => change({ membershipPrefix })}
      />
    </OnlineFormScreen>
  );
}
