import { FallbackPluralRules, installPluralRules } from '@/i18n/pluralRules';

const counts = [...Array(1_200).keys(), 10_000, 100_000, 1_000_000, 1_000_001, 2_000_000, 11_000_000];

it.each(['en', 'fr', 'es', 'de', 'ar'])(
  '%s has the plural rules of Intl on an engine without Intl.PluralRules',
  (code) => {
    const intl = new Intl.PluralRules(code);
    const ours = new FallbackPluralRules(code);
    expect(counts.filter((count) => ours.select(count) !== intl.select(count))).toEqual([]);
    expect(ours.resolvedOptions().pluralCategories.sort()).toEqual(
      intl.resolvedOptions().pluralCategories.sort()
    );
  }
);

it('is installed only if the engine has no plural rules', () => {
  const bare: { PluralRules?: unknown } = {};
  installPluralRules(bare);
  expect(bare.PluralRules).toBe(FallbackPluralRules);
  const own = Intl.PluralRules;
  installPluralRules(Intl);
  expect(Intl.PluralRules).toBe(own);
});
