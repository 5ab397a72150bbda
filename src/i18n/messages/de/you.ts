/** Who one is here, the spaces one belongs to, and the way out. */
export const you = {
  title: 'Du',
  profile: 'Dein Profil',
  spaces: 'Deine Bereiche',
  space: 'Bereich {{id}}',
  here: 'Du bist hier',
  switch: 'Dorthin wechseln',
  waiting_one: '{{count}} Eintrag wartet hier, bis du zurückkommst',
  waiting_other: '{{count}} Einträge warten hier, bis du zurückkommst',
  apart: 'Jeder Bereich hat seine eigenen Einträge auf diesem Telefon.',
  spacesUnknown: 'Noch nicht bekannt: braucht einmal Netz.',
  switched: {
    offline: 'Kein Netz. Für den Wechsel braucht es welches: Der Dienst muss es wissen.',
    refused: 'Der Dienst hat dich nicht dorthin gelassen.',
    not_now: 'Der Dienst hat nicht geantwortet. Versuche es gleich nochmal.',
  },
  invite: 'Leute einladen',
  joinCode: 'Beitrittscode zeigen',
  devices: {
    title: 'Wo du angemeldet bist',
    text: 'Ein verlorenes, verliehenes oder verkauftes Telefon wird hier abgemeldet. Was es nicht gesendet hat, bleibt darauf, nur für dich.',
    unnamed: 'Ein Gerät',
    here: 'Dieses Gerät',
    lastUsed: 'Zuletzt benutzt {{time}}',
    none: 'Dieses Token wurde ohne Anmeldung übergeben; mehr ist nicht bekannt.',
    signOut: 'Abmelden',
    confirm: 'Abmelden',
    ask: '{{name}} abmelden?',
    askText:
      'Es kann ab jetzt nichts lesen und nichts senden, bis sich jemand mit deiner Mail darauf anmeldet.',
    done: '{{name}} ist abgemeldet',
    unknown: 'Im Moment nicht bekannt',
    why: {
      offline: 'Kein Netz. Das wird jedes Mal beim Dienst erfragt.',
      refused: 'Der Dienst sagt es nicht oder war nicht einverstanden.',
      not_now: 'Der Dienst hat nicht geantwortet. Versuche es gleich nochmal.',
    },
  },
  signOut: {
    button: 'Abmelden',
    title: 'Abmelden?',
    text: 'Was dieses Telefon gelesen hat, wird von ihm entfernt. Du kannst jederzeit wieder beitreten.',
    confirm: 'Abmelden',
    unsentTitle: 'Noch nicht',
    unsent_one:
      '{{count}} Eintrag auf diesem Telefon ist noch nicht gesendet. Ohne dich könnte ihn niemand senden.',
    unsent_other:
      '{{count}} Einträge auf diesem Telefon sind noch nicht gesendet. Ohne dich könnte sie niemand senden.',
    unsentHelp: 'Sende sie zuerst, oder teile sie aus dem Ausgang.',
    outbox: 'Ausgang öffnen',
  },
} as const;
