import { CountingRules, providePluralRules } from '@/i18n/pluralRules';

const counts = [...Array(1_200).keys(), 10_000, 100_000, 1_000_000, 1_000_001, 2_000_000, 11_000_000];

it.each(['en', 'fr', 'es', 'de', 'ar'])(
  '%s is counted on a phone without plural rules as Intl counts it',
  (code) => {
    const intl = new Intl.PluralRules(code);
    const ours = new CountingRules(code);
    expect(counts.filter((count) => ours.select(count) !== intl.select(count))).toEqual([]);
    expect(ours.resolvedOptions().pluralCategories.sort()).toEqual(
      intl.resolvedOptions().pluralCategories.sort()
    );
  }
);

it('stands in only where an engine has none of its own', () => {
  const bare: { PluralRules?: unknown } = {};
  providePluralRules(bare);
  expect(bare.PluralRules).toBe(CountingRules);
  const own = Intl.PluralRules;
  providePluralRules(Intl);
  expect(Intl.PluralRules).toBe(own);
});
