import { amountInWords } from '@/domain/numbersInWords';
import { arabic } from '@/domain/words/arabic';
import { english } from '@/domain/words/english';
import { french } from '@/domain/words/french';
import { german } from '@/domain/words/german';
import { spanish } from '@/domain/words/spanish';

test.each([
  [2000, 'eur', 'twenty euros'],
  [100, 'eur', 'one euro'],
  [2050, 'eur', 'twenty euros and fifty cents'],
  [1, 'eur', 'one cent'],
  [0, 'eur', 'zero euros'],
  [20000, 'eur', 'two hundred euros'],
  [12345, 'gbp', 'one hundred and twenty-three British pounds and forty-five pence'],
  [101000, 'eur', 'one thousand and ten euros'],
  [123456700, 'eur', 'one million two hundred and thirty-four thousand five hundred and sixty-seven euros'],
  [500, 'jpy', 'five hundred Japanese yen'],
  [1050, 'sek', 'ten Swedish kronor and 50/100'],
])('%i %s in English is "%s"', (amount, currency, words) => {
  expect(amountInWords(amount, currency, english, 'en-GB')).toBe(words);
});

test('returns null for a fraction of a cent and for too large an amount', () => {
  expect(amountInWords(20.5, 'eur', english, 'en')).toBeNull();
  expect(amountInWords(1e14, 'eur', english, 'en')).toBeNull();
});

const everyEdge: readonly [euros: number, french: string, spanish: string, german: string, arabic: string][] =
  [
    [0, 'zéro euro', 'cero euros', 'null Euro', 'صفر يورو'],
    [1, 'un euro', 'un euro', 'ein Euro', 'يورو واحد'],
    [2, 'deux euros', 'dos euros', 'zwei Euro', 'اثنان يورو'],
    [11, 'onze euros', 'once euros', 'elf Euro', 'أحد عشر يورو'],
    [12, 'douze euros', 'doce euros', 'zwölf Euro', 'اثنا عشر يورو'],
    [16, 'seize euros', 'dieciséis euros', 'sechzehn Euro', 'ستة عشر يورو'],
    [17, 'dix-sept euros', 'diecisiete euros', 'siebzehn Euro', 'سبعة عشر يورو'],
    [21, 'vingt et un euros', 'veintiún euros', 'einundzwanzig Euro', 'واحد وعشرون يورو'],
    [22, 'vingt-deux euros', 'veintidós euros', 'zweiundzwanzig Euro', 'اثنان وعشرون يورو'],
    [28, 'vingt-huit euros', 'veintiocho euros', 'achtundzwanzig Euro', 'ثمانية وعشرون يورو'],
    [31, 'trente et un euros', 'treinta y un euros', 'einunddreißig Euro', 'واحد وثلاثون يورو'],
    [70, 'soixante-dix euros', 'setenta euros', 'siebzig Euro', 'سبعون يورو'],
    [71, 'soixante et onze euros', 'setenta y un euros', 'einundsiebzig Euro', 'واحد وسبعون يورو'],
    [80, 'quatre-vingts euros', 'ochenta euros', 'achtzig Euro', 'ثمانون يورو'],
    [81, 'quatre-vingt-un euros', 'ochenta y un euros', 'einundachtzig Euro', 'واحد وثمانون يورو'],
    [91, 'quatre-vingt-onze euros', 'noventa y un euros', 'einundneunzig Euro', 'واحد وتسعون يورو'],
    [99, 'quatre-vingt-dix-neuf euros', 'noventa y nueve euros', 'neunundneunzig Euro', 'تسعة وتسعون يورو'],
    [100, 'cent euros', 'cien euros', 'einhundert Euro', 'مئة يورو'],
    [101, 'cent un euros', 'ciento un euros', 'einhundertein Euro', 'مئة وواحد يورو'],
    [200, 'deux cents euros', 'doscientos euros', 'zweihundert Euro', 'مئتا يورو'],
    [201, 'deux cent un euros', 'doscientos un euros', 'zweihundertein Euro', 'مئتان وواحد يورو'],
    [300, 'trois cents euros', 'trescientos euros', 'dreihundert Euro', 'ثلاثمئة يورو'],
    [500, 'cinq cents euros', 'quinientos euros', 'fünfhundert Euro', 'خمسمئة يورو'],
    [700, 'sept cents euros', 'setecientos euros', 'siebenhundert Euro', 'سبعمئة يورو'],
    [900, 'neuf cents euros', 'novecientos euros', 'neunhundert Euro', 'تسعمئة يورو'],
    [1_000, 'mille euros', 'mil euros', 'eintausend Euro', 'ألف يورو'],
    [1_001, 'mille un euros', 'mil un euros', 'eintausendein Euro', 'ألف وواحد يورو'],
    [1_100, 'mille cent euros', 'mil cien euros', 'eintausendeinhundert Euro', 'ألف ومئة يورو'],
    [2_000, 'deux mille euros', 'dos mil euros', 'zweitausend Euro', 'ألفا يورو'],
    [3_000, 'trois mille euros', 'tres mil euros', 'dreitausend Euro', 'ثلاثة آلاف يورو'],
    [
      21_000,
      'vingt et un mille euros',
      'veintiún mil euros',
      'einundzwanzigtausend Euro',
      'واحد وعشرون ألف يورو',
    ],
    [
      21_001,
      'vingt et un mille un euros',
      'veintiún mil un euros',
      'einundzwanzigtausendein Euro',
      'واحد وعشرون ألفًا وواحد يورو',
    ],
    [
      101_000,
      'cent un mille euros',
      'ciento un mil euros',
      'einhunderteintausend Euro',
      'مئة وواحد ألف يورو',
    ],
    [80_000, 'quatre-vingt mille euros', 'ochenta mil euros', 'achtzigtausend Euro', 'ثمانون ألف يورو'],
    [100_000, 'cent mille euros', 'cien mil euros', 'einhunderttausend Euro', 'مئة ألف يورو'],
    [200_000, 'deux cent mille euros', 'doscientos mil euros', 'zweihunderttausend Euro', 'مئتا ألف يورو'],
    [1_000_000, 'un million d’euros', 'un millón de euros', 'eine Million Euro', 'مليون يورو'],
    [
      11_000_001,
      'onze millions un euros',
      'once millones un euros',
      'elf Millionen ein Euro',
      'أحد عشر مليونًا وواحد يورو',
    ],
    [2_000_000, 'deux millions d’euros', 'dos millones de euros', 'zwei Millionen Euro', 'مليونا يورو'],
  ];

test.each(everyEdge)(
  '%i euros in French, Spanish, German and Arabic',
  (euros, inFrench, inSpanish, inGerman, inArabic) => {
    const amount = euros * 100;
    expect(amountInWords(amount, 'EUR', french, 'fr-FR')).toBe(inFrench);
    expect(amountInWords(amount, 'EUR', spanish, 'es-ES')).toBe(inSpanish);
    expect(amountInWords(amount, 'EUR', german, 'de-DE')).toBe(inGerman);
    expect(amountInWords(amount, 'EUR', arabic, 'ar-u-nu-latn')).toBe(inArabic);
  }
);

test.each([
  [2050, 'EUR', french, 'vingt euros et cinquante centimes'],
  [101, 'EUR', french, 'un euro et un centime'],
  [2100, 'GBP', french, 'vingt et une livres sterling'],
  [8000000000, 'EUR', french, 'quatre-vingts millions d’euros'],
  [100000000, 'USD', french, 'un million de dollars des États-Unis'],
  [2050, 'EUR', spanish, 'veinte euros con cincuenta céntimos'],
  [2100, 'GBP', spanish, 'veintiuna libras esterlinas'],
  [20100, 'GBP', spanish, 'doscientas una libras esterlinas'],
  [2050, 'EUR', german, 'zwanzig Euro und fünfzig Cent'],
  [100, 'SEK', german, 'eine Schwedische Krone'],
  [1050, 'SEK', german, 'zehn Schwedische Kronen und 50/100'],
  [2050, 'EUR', arabic, 'عشرون يورو وخمسون سنتًا'],
  [101, 'EUR', arabic, 'يورو واحد وسنت واحد'],
  [2, 'EUR', arabic, 'سنتان'],
  [3, 'EUR', arabic, 'ثلاثة سنتات'],
  [200, 'MAD', arabic, 'درهمان مغربيان'],
  [300, 'MAD', arabic, 'ثلاثة دراهم مغربية'],
])('numeral, noun and minor unit agree: %i %s', (amount, currency, speller, words) => {
  const locales = new Map([
    [french, 'fr-FR'],
    [spanish, 'es-ES'],
    [german, 'de-DE'],
    [arabic, 'ar-u-nu-latn'],
  ]);
  expect(amountInWords(amount, currency, speller, locales.get(speller) ?? '')).toBe(words);
});

test('uses septante and nonante in Belgium and Switzerland', () => {
  expect(amountInWords(7100, 'EUR', french, 'fr-BE')).toBe('septante et un euros');
  expect(amountInWords(9900, 'CHF', french, 'fr-CH')).toBe('nonante-neuf francs suisses');
  expect(amountInWords(8000, 'EUR', french, 'fr-BE')).toBe('quatre-vingts euros');
});
