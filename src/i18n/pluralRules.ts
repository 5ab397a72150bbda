/** The part of Intl.PluralRules that i18next uses. */
type Rule = { categories: Intl.LDMLPluralRule[]; select: (count: number) => Intl.LDMLPluralRule };

const oneOther: Rule = {
  categories: ['one', 'other'],
  select: (count) => (count === 1 ? 'one' : 'other'),
};

/** Round millions have a plural form: un million d’adresses, un millón de direcciones. */
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

/** Intl.PluralRules for integers in the five languages of the app. */
export class FallbackPluralRules {
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

/** Hermes lacks Intl.PluralRules, and i18next would then use English plurals. A browser uses its own rules. */
export function installPluralRules(intl: object): void {
  if (!('PluralRules' in intl)) Object.defineProperty(intl, 'PluralRules', { value: FallbackPluralRules });
}
