/** The settings of the space. */
export const space = {
  title: 'Einstellungen des Bereichs',
  text: 'Name, neue Leute, zweiter Schritt, wer was sieht, Karten und wie lange Daten gespeichert werden.',
  forbidden: 'Nur für Verwaltung und Admins',
  forbiddenText: 'Verwaltung und Admins ändern diese Einstellungen, mit einem Dienst, der das unterstützt.',
  nameMissing: 'Gib dem Bereich einen Namen.',
  people: 'Wer hineinkommt',
  newcomersHint:
    'Mit einem Code, der 15 Minuten gilt. Wer neu ist, bestätigt die eigene Mailadresse und kommt mit der kleinsten Rolle ins Team.',
  secondStepHint: 'Sie richten ihn bei der nächsten Anmeldung ein.',
  maps: 'Karten',
  mapsText:
    'Karten brauchen keinen Kachelserver. Mit einem eigenen laden Telefone mit Netz dessen Kacheln; er sieht, welches Gebiet sie ansehen.',
  tileAddress: 'Adresse der Kacheln',
  tileAddressHint:
    'Zum Beispiel https://tiles.example.org/{z}/{x}/{y}.png. Der Server muss jede Herkunft erlauben (CORS).',
  tileAddressWrong: 'Gib eine Adresse ein, die mit https:// beginnt und {z}, {x} und {y} je einmal enthält.',
  attribution: 'Quellenangabe',
  attributionHint: 'Steht immer auf der Karte, zum Beispiel © OpenStreetMap-Mitwirkende.',
  attributionMissing: 'Gib an, von wem die Karte ist: Ihre Lizenz verlangt es.',
  retention: 'Wie lange Daten gespeichert werden',
  retentionText: 'Ältere Daten werden automatisch gelöscht. Kontakte und Zahlungen werden so nie gelöscht.',
  shorterAsk: 'Ältere Daten löschen?',
  shorterText: 'Was älter ist, wird jetzt gelöscht und lässt sich nicht wiederherstellen.',
  shorterConfirm: 'Speichern und löschen',
  limits: 'Von {{shortest}} bis {{longest}} Tage.',
  daysWrong: 'Gib eine ganze Zahl von {{shortest}} bis {{longest}} ein.',
  visibility: {
    assigned: 'Wer damit zu tun hat',
    assignedText:
      'Freiwillige haben die Kontakte ihrer Aktionen und ihre eigenen Spenden, Teamleitungen auch die Spenden ihrer Teams, die Verwaltung alles.',
    everyone: 'Alle im Bereich',
    everyoneText: 'Jedes Telefon hat alle Kontakte und Spenden: für kleine Gruppen.',
  },
  searchers: {
    managers: 'Verwaltung',
    managersText: 'Findet alle im Bereich nach Namen.',
    leaders: 'Verwaltung und Teamleitungen',
    leadersText: 'Leitungen sehen zuerst nur Name und Ort. Jede geöffnete Person steht im Protokoll.',
  },
  field: {
    name: 'Name des Bereichs',
    newcomer_codes: 'Leitungen dürfen neue Leute in ihr Team lassen',
    second_factor_required: 'Verwaltung und Admins brauchen beim Anmelden einen zweiten Schritt',
    visibility: 'Wer Kontakte, Spenden und Personen sieht',
    search_everyone: 'Wer alle suchen darf',
    map_tiles: 'Kachelserver der Karten',
    audit_days: 'Tage, die das Protokoll gespeichert wird',
    mail_days: 'Tage, die gesendete Mails gespeichert werden',
    response_days: 'Tage, die Antworten an Telefone gespeichert werden',
  },
  hint: {
    audit_days: 'Wer was geändert hat.',
    mail_days: 'Adresse und Datum, ohne den Text.',
    response_days: 'Danach wird ein Eintrag, den ein Telefon noch einmal sendet, weiterhin erkannt.',
  },
} as const;
