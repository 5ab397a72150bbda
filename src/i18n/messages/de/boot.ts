/** Start of the app, and why it cannot start. */
export const boot = {
  opening: 'Deine Einträge werden geöffnet …',
  elsewhere: {
    title: 'Doorstep ist in einem anderen Tab offen',
    text: 'Deine Einträge können nur in einem Tab offen sein. Mach im anderen Tab weiter oder hier: Der andere Tab schließt seine Einträge zuerst, und nichts geht verloren.',
    takeOver: 'Hier weitermachen',
    noAnswer:
      'Der andere Tab schließt seine Einträge nicht. Schließe diesen Tab und drücke dann noch einmal.',
  },
  insecure: {
    title: 'Diese Adresse ist nicht sicher genug, um Einträge zu speichern',
    text: 'Die Adresse beginnt mit http://, und dafür gibt ein Browser keinen Speicher frei. Öffne die Adresse, die mit https:// beginnt. Wer diesen Dienst betreibt, stellt einen Proxy mit Zertifikat davor: docs/deploy.md zeigt, wie.',
  },
  unsupported: {
    title: 'Dieser Browser kann keine Einträge speichern',
    text: 'Der Browser ist zu alt, oder dies ist ein privates Fenster, das nichts speichert. Öffne Doorstep in einem normalen Fenster eines aktuellen Browsers.',
  },
  unreadable: {
    title: 'Doorstep kann die früheren Einträge nicht öffnen',
    text: 'Dieses Telefon hat den Schlüssel zu den darauf gespeicherten Einträgen nicht mehr: Das Telefon wurde aus einem Backup wiederhergestellt, oder sein Schlüsselbund wurde geleert. Doorstep hat nichts gelöscht; die alte Datei ist noch auf dem Telefon. Gesendete Einträge sind sicher im Dienst. Waren welche noch nicht gesendet, sag es deinem Team, bevor du weitermachst.',
    goOn: 'Ohne sie weitermachen',
  },
  deleted: {
    title: 'Die Einträge auf diesem Telefon sind weg',
    text: 'Das System oder der Browser hat die Einträge gelöscht, die Doorstep hier gespeichert hatte. Nicht gesendete Einträge sind verloren: Sag es deinem Team und erfasse sie noch einmal. Doorstep lädt alles, was der Dienst hat.',
    goOn: 'Weiter',
  },
  notFound: {
    title: 'Unter dieser Adresse ist nichts',
    text: 'Der Link ist vielleicht alt oder unvollständig. Deine Einträge sind sicher.',
    home: 'Zum Start',
  },
  failed: {
    title: 'Doorstep konnte die Einträge auf diesem Gerät nicht öffnen',
    tryAgain: 'Erneut versuchen',
    full: 'Der Speicher dieses Geräts ist voll. Schaffe Platz und versuche es noch einmal. Kein gespeicherter Eintrag ist verloren.',
    not_a_database: 'Die Datei dieser App enthält etwas anderes. Doorstep hat sie nicht verändert.',
    not_ours: 'Die Datei dieser App gehört zu einem anderen Programm. Doorstep hat sie nicht verändert.',
    newer_version:
      'Eine neuere Version dieser App hat die Einträge geschrieben. Doorstep hat sie nicht verändert. Aktualisiere die App, um sie zu öffnen.',
    not_durable:
      'Dieses Gerät kann nicht garantieren, dass ein gespeicherter Eintrag einen Absturz übersteht. Doorstep speichert hier deshalb nichts.',
    not_encrypted:
      'Diese App wurde ohne Verschlüsselung gebaut. Doorstep speichert hier deshalb nichts. Hol die App aus dem Store deiner Organisation.',
    no_key:
      'Das Telefon hat den Schlüssel zu deinen Einträgen nicht herausgegeben. Entsperre das Telefon und versuche es noch einmal. Es wurde nichts verändert.',
    in_use: 'Ein anderes Fenster benutzt die Einträge noch. Schließe es und versuche es noch einmal.',
    damaged:
      'Das Gerät konnte seinen eigenen Speicher nicht lesen. Starte das Gerät neu und versuche es noch einmal. Lösche die App nicht: Deine Einträge sind darin.',
    failed: 'Etwas Unerwartetes ist passiert. Deine gespeicherten Einträge sind noch auf diesem Gerät.',
  },
} as const;
