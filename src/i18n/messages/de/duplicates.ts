/** Contacts that may be the same person. */
export const duplicates = {
  title: 'Mögliche Dubletten',
  note_one: 'Eine mögliche Dublette',
  note_other: '{{number}} mögliche Dubletten',
  text: 'Gleiche E-Mail, Telefonnummer oder Name und Adresse.',
  forbiddenText: 'Die Verwaltung führt Kontakte zusammen.',
  empty: 'Keine möglichen Dubletten',
  emptyText: 'Kontakte, die dieselbe Person sein können, erscheinen hier.',
  more: 'Mehr anzeigen',
  mergeTitle: 'Dieselbe Person?',
  stays: 'Die Nummer, die bleibt',
  same: 'In beiden gleich',
  birth_city: 'Geburtsort',
  birth_country: 'Geburtsland',
  follows:
    'Gaben, Besuche, Antworten und Schlagwörter von beiden bleiben. Soll eine Person nicht mehr kontaktiert werden, gilt das weiter.',
  merge: 'Zusammenführen',
  ask: '{{leaves}} mit {{stays}} zusammenführen?',
  askText:
    'Das lässt sich nicht rückgängig machen. Was Telefone noch zu {{leaves}} senden, kommt bei {{stays}} an.',
  merged: 'Zusammengeführt',
  different: 'Nicht dieselbe Person',
  marked: 'Sie werden nicht mehr angezeigt',
  stale: 'Einer der Kontakte wurde inzwischen geändert oder zusammengeführt. Vergleiche sie noch einmal.',
  gone: 'Das ist ein Kontakt: {{number}}',
  open: 'Kontakt öffnen',
} as const;
