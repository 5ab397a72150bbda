export const help = {
  title: 'Hilfe',
  page: '{{page}} von {{pages}}',
  next: 'Weiter',
  before: 'Zurückblättern',
  done: 'Verstanden',
  record: {
    title: 'An der Tür erfassen',
    text: 'Tippe auf Erfassen, wähle Person, Betrag und Zahlungsart und speichere.',
    more: 'Das geht ohne Netz. Was gespeichert ist, bleibt auf diesem Telefon und geht nicht verloren.',
  },
  doors: {
    title: 'Jede Tür festhalten',
    text: 'Öffne deine Aktion, dann Türen. Ein Tipp sagt, was war: Gesprochen, Niemand da, Abgelehnt oder Wiederkommen.',
    more: 'Rückgängig nimmt das Letzte zurück.',
  },
  send: {
    title: 'Doorstep sendet automatisch',
    text: 'Sobald Netz da ist, sendet Doorstep jeden Eintrag einmal.',
    more: 'Der Ausgang zeigt, was wartet und was dich braucht. Lösche die App nicht, solange Einträge warten.',
  },
  correct: {
    title: 'Einen Fehler korrigieren',
    text: 'Mach das Speichern gleich rückgängig, oder ändere oder storniere den Eintrag im Ausgang.',
    more: 'Gesendetes korrigierst du, bis du das Bargeld deiner Schicht zählst. Danach korrigiert es die Verwaltung.',
  },
} as const;
