/** Gifts of new supporters that are not linked to a contact. */
export const unlinked = {
  title: 'Gaben ohne Kontakt',
  text: 'Von Menschen, die beim Geben noch kein Kontakt waren.',
  note_one: 'Eine Gabe hat keinen Kontakt',
  note_other: '{{count}} Gaben haben keinen Kontakt',
  noteText: 'Verknüpfe sie, damit der Kontakt zeigt, was die Person gegeben hat.',
  forbidden: 'Für die Verwaltung',
  forbiddenText: 'Die Verwaltung verknüpft Gaben mit Kontakten.',
  empty: 'Jede Gabe hat ihren Kontakt',
  emptyText: 'Gaben von neuen Unterstützern erscheinen hier, wenn sie ankommen.',
  matches: 'Vielleicht diese Person',
  similar: 'Ähnlicher Name, Mail oder Telefon',
  link: 'Verknüpfen',
  other: 'Ein anderer Kontakt',
  create: 'Kontakt anlegen und verknüpfen',
  problem: {
    offline:
      'Ein neuer Kontakt braucht Netz. Mit einem vorhandenen Kontakt kannst du die Gabe jetzt verknüpfen.',
    not_now: 'Der Dienst hat nicht geantwortet. Nichts wurde angelegt. Versuche es noch einmal.',
    refused:
      'Der Dienst hat den neuen Kontakt abgelehnt. Füge ihn unter Kontakte hinzu und verknüpfe ihn hier.',
  },
} as const;
