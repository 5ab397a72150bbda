/** Exporting and erasing the data of one person. */
export const erasure = {
  title: 'Persönliche Daten',
  text: 'Wenn jemand die eigenen Daten haben oder löschen lassen will.',
  export: 'Alles über diese Person exportieren',
  notShared: 'Doorstep konnte die Datei nicht teilen.',
  erase: 'Diese Person löschen',
  ask: '{{name}} endgültig löschen?',
  askText: {
    contact:
      'Der Dienst und alle Telefone löschen Name, Adresse und alles andere über diese Person. Zahlungen bleiben, ohne die Person, ihre Notizen und Zahlungsdetails. Sicherungskopien enthalten die Daten, bis sie gelöscht werden. Niemand kann das rückgängig machen.',
    user: 'Der Dienst leert das Konto und meldet es überall ab. Zahlungen, die diese Person erfasst hat, bleiben unter einer Nummer. Gehört die Person auch zu einem anderen Bereich, behält sie dort das Konto. Sicherungskopien enthalten die Daten, bis sie gelöscht werden. Niemand kann das rückgängig machen.',
  },
  confirm: 'Endgültig löschen',
  done: '{{name}} ist gelöscht',
  refused: {
    contact: 'Der Dienst hat das nicht erlaubt.',
    user: 'Der Dienst hat das nicht erlaubt. Du kannst keine Person löschen, deren Rolle über deiner steht.',
  },
};
