/** Practice mode; `words` are the names in its invented space. */
export const practice = {
  title: 'Übungsmodus',
  about:
    'Probiere alles mit erfundenen Personen aus. Nichts wird gesendet, und deine Einträge bleiben, wie sie sind.',
  start: 'Übung beginnen',
  bar: 'Übung: nichts wird gesendet',
  leave: 'Übung beenden',
  line: 'Was du hier erfasst, wird beim Beenden gelöscht.',
  blocked: 'Übung: nichts verlässt dieses Telefon',
  noCodes: 'In der Übung gibt es keine Codes',
  noCodesText:
    'Bei einer echten Übergabe zeigt ein Telefon einen Code. Die andere Person scannt ihn, zählt das Bargeld und zeigt eine Antwort.',
  words: {
    space: 'Übungsbereich',
    action: 'Übungsrunde',
    pitch: 'Hallo, wir üben. Erfasse eine Spende, markiere ein paar Türen und mach etwas rückgängig.',
    team: 'Übungsteam',
    street: 'Übungsstraße',
    town: 'Musterstadt',
  },
} as const;
