/** Choosing whose people are on this phone. */
export const holding = {
  title: 'Wer auf diesem Telefon ist',
  text: 'Du darfst alle in diesem Bereich sehen. Wähle, wen dieses Telefon auch ohne Netz kennt; nach allen anderen kannst du mit Netz suchen. Was noch nicht gesendet ist, bleibt auf dem Telefon.',
  everyone: 'Alle',
  chosen: 'Nur die Aktionen, die ich auswähle',
  chosenText: 'Weniger Menschen, weniger Speicher, weniger Schaden bei Verlust des Telefons',
  noActions: 'Es gibt noch keine Aktion.',
  sizesUnknown: 'Ohne Netz weiß Doorstep nicht, wie viele Menschen das sind.',
  time: 'etwa {{time}}',
  total: 'Auf diesem Telefon: {{cost}}',
  many: 'Mehr als {{number}} Menschen',
  manyText: 'Ein älteres Telefon wird mit so vielen langsam. Wähle die Aktionen, die du heute brauchst.',
  saved: 'Gespeichert. Doorstep lädt, was fehlt, sobald Netz da ist.',
  none: 'Nichts auszuwählen',
  noneText: 'Auf diesem Telefon sind die Menschen deiner Aktionen.',
  people_one: '{{number}} Mensch',
  people_other: '{{number}} Menschen',
};
