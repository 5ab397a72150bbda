/** What is said before there is a screen to show. */
export const boot = {
  opening: 'Deine Einträge werden geöffnet …',
  elsewhere: {
    title: 'Doorstep ist in einem anderen Tab offen',
    text: 'Deine Einträge können nur an einer Stelle offen sein. Mach in jenem Tab weiter oder hier: Er schließt seine Einträge zuerst, und nichts geht verloren.',
    takeOver: 'Hier weitermachen',
  },
  insecure: {
    title: 'Diese Adresse ist nicht sicher genug, um Einträge zu behalten',
    text: 'Sie beginnt mit http://, und dort gibt ein Browser der Seite keinen Speicher. Öffne die Adresse, die mit https:// beginnt. Wer diesen Dienst betreibt, stellt einen Proxy mit Zertifikat davor: docs/deploy.md zeigt, wie.',
  },
  unsupported: {
    title: 'Dieser Browser kann keine Einträge aufbewahren',
    text: 'Er ist zu alt, oder dies ist ein privates Fenster, das nichts behält. Öffne Doorstep in einem gewöhnlichen Fenster eines aktuellen Browsers.',
  },
  setAside: {
    title: 'Frühere Einträge lassen sich nicht öffnen',
    text: 'Dieses Telefon hat den Schlüssel zu den darauf gespeicherten Einträgen nicht mehr: Es wurde aus einer Kopie wiederhergestellt, oder sein Schlüsselbund wurde geleert. Nichts wurde entfernt; die alte Datei ist noch auf dem Telefon. Was gesendet war, ist im Dienst sicher. War etwas noch nicht gesendet, sag es deinem Team, bevor du weitermachst.',
    goOn: 'Ohne sie weitermachen',
  },
  notFound: {
    title: 'Unter dieser Adresse ist nichts',
    text: 'Der Link ist vielleicht alt oder abgeschnitten. Deine Einträge sind, wo sie waren.',
    home: 'Zum Start',
  },
  failed: {
    title: 'Die Einträge auf diesem Gerät ließen sich nicht öffnen',
    tryAgain: 'Nochmal versuchen',
    full: 'Auf diesem Gerät ist kein Platz mehr. Schaffe Platz und versuche es nochmal; nichts Gespeichertes ist verloren.',
    not_a_database: 'Die Datei dieser App enthält etwas anderes. Sie wurde so gelassen.',
    not_ours: 'Die Datei dieser App gehört einem anderen Programm. Sie wurde so gelassen.',
    newer_version:
      'Die Einträge wurden von einer neueren Version dieser App geschrieben. Sie wurden so gelassen; aktualisiere die App, um sie zu öffnen.',
    not_durable:
      'Dieses Gerät kann nicht versprechen, dass ein gespeicherter Eintrag einen Absturz übersteht; hier wäre nichts sicher.',
    not_encrypted:
      'Diese App wurde ohne Verschlüsselung gebaut; hier wäre nichts sicher. Hol sie aus dem Store deiner Organisation.',
    no_key:
      'Das Telefon hat den Schlüssel zu deinen Einträgen nicht herausgegeben. Entsperre das Telefon und versuche es nochmal; nichts wurde angerührt.',
    in_use: 'Ein anderes Fenster benutzt die Einträge noch. Schließe es und versuche es nochmal.',
    damaged:
      'Das Gerät konnte seinen eigenen Speicher nicht lesen. Starte es neu und versuche es nochmal; entferne die App nicht, deine Einträge sind darin.',
    failed: 'Etwas Unerwartetes ist passiert. Was gespeichert wurde, ist noch auf diesem Gerät.',
  },
} as const;
