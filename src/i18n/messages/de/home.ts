export const home = {
  firstDownload: 'Erster Download: {{what}}',
  title: 'Start',
  you: 'Du',
  needsYouText:
    'Der Dienst hat etwas abgelehnt, oder Doorstep weiß nicht, ob es angekommen ist. Öffne, um zu sehen, was und warum.',
  allSent: 'Alles ist gesendet',
  noActions: 'Heute keine Aktion',
  noActionsText: 'Unter „Aktionen“ siehst du, was als Nächstes kommt.',
  nothingAhead: 'Es ist noch keine Aktion geplant.',
  install: {
    title: 'Doorstep auf diesem Telefon behalten',
    dialog: 'Es öffnet sich vom Startbildschirm, und der Browser behält die Daten länger.',
    steps:
      'Tippe im Browser auf „Teilen“, dann auf „Zum Home-Bildschirm“. Öffne Doorstep dort und melde dich einmal an.',
    accept: 'Installieren',
  },
  help: { title: 'Neu hier?', text: 'Vier Seiten zeigen, wie Doorstep funktioniert.' },
  setup: { title: 'Richte deine Kampagne ein', prices: 'Preise anlegen', invite: 'Leute einladen' },
  left_one:
    '{{name}}: {{number}} Mensch ist nicht mehr auf diesem Telefon, weil die Aktion vorbei ist oder du nicht mehr mitmachst.',
  left_other:
    '{{name}}: {{number}} Menschen sind nicht mehr auf diesem Telefon, weil die Aktion vorbei ist oder du nicht mehr mitmachst.',
  leftUnnamed: 'Eine Aktion',
  team: {
    people_one: '{{count}} Person',
    people_other: '{{count}} Personen',
    ledBy: 'Leitung: {{name}}',
    youLead: 'von dir geleitet',
  },
  taken: 'Heute eingenommen',
  cash: 'Bargeld bei dir',
  members: 'Mitglieder',
  offered: {
    title: '{{name}} übergibt dir {{amount}}',
    text: 'Zähl es und bestätige.',
  },
} as const;
