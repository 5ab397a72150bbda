/** What i18next asks of Intl.PluralRules, for the languages that the app speaks. */
type Rule = { categories: Intl.LDMLPluralRule[]; select: (count: number) => Intl.LDMLPluralRule };

const oneOther: Rule = {
  categories: ['one', 'other'],
  select: (count) => (count === 1 ? 'one' : 'other'),
};

/** Round millions have a form of their own: un million d’adresses, un millón de direcciones. */
const isMillions = (count: number) => count !== 0 && count % 1_000_000 === 0;

const rules: Record<string, Rule> = {
  en: oneOther,
  de: oneOther,
  fr: {
    categories: ['one', 'many', 'other'],
    select: (count) => (count >= 0 && count < 2 ? 'one' : isMillions(count) ? 'many' : 'other'),
  },
  es: {
    categories: ['one', 'many', 'other'],
    select: (count) => (count === 1 ? 'one' : isMillions(count) ? 'many' : 'other'),
  },
  ar: {
    categories: ['zero', 'one', 'two', 'few', 'many', 'other'],
    select: (count) => {
      if (count === 0) return 'zero';
      if (count === 1) return 'one';
      if (count === 2) return 'two';
      const lastTwo = count % 100;
      if (lastTwo >= 3 && lastTwo <= 10) return 'few';
      return lastTwo >= 11 && lastTwo <= 99 ? 'many' : 'other';
    },
  },
};

/** Counts whole things, in the five languages of the app. */
export class CountingRules {
  private readonly rule: Rule;

  constructor(locale: string) {
    this.rule = rules[locale.split('-')[0] ?? ''] ?? oneOther;
  }

  select(count: number): Intl.LDMLPluralRule {
    return this.rule.select(Math.abs(count));
  }

  resolvedOptions(): { pluralCategories: Intl.LDMLPluralRule[] } {
    return { pluralCategories: this.rule.categories };
  }
}

/**
 * Hermes, the engine of the phone apps, has Intl without plural rules, and i18next then counts everything as English
 * does. A browser's own rules are left alone.
 */
export function providePluralRules(intl: object): void {
  if (!('PluralRules' in intl)) Object.defineProperty(intl, 'PluralRules', { value: CountingRules });
}
