export const checkIn = {
  title: 'Anwesend melden',
  text: 'Scanne den Code auf dem Telefon deiner Leitung oder tippe seine Ziffern.',
  done: 'Du bist als anwesend gemeldet: {{team}}, {{time}}',
  doneText: 'Deine Leitung sieht es, sobald beide Telefone Netz hatten.',
  showText:
    'Dieser Dienst gibt Meldungen nicht weiter. Zeige diese Seite deiner Leitung, die deinen Namen abhakt.',
  again: 'Anderen Code scannen',
  noTeam: 'Du bist noch in keinem Team',
  noTeamText:
    'Bitte eine Leitung, dich hinzuzufügen. Das Team erscheint auf diesem Telefon, sobald es sich mit dem Dienst verbindet.',
  practiceText:
    'An einem echten Tag zeigt deine Leitung einen Code. Du scannst ihn, und dein Name ist in der Anwesenheit abgehakt.',
  code: {
    title: 'Anwesenheitscode',
    picture: 'Anwesenheitscode: {{team}}',
    how: '{{team}}: Alle im Team scannen diesen Code, mit Doorstep oder mit der Kamera des Telefons.',
    valid:
      'Gültig bis {{time}}. Wer sich meldet, ist in der Anwesenheit abgehakt, sobald beide Telefone Netz hatten.',
    showText:
      'Dieser Dienst gibt Meldungen nicht weiter. Die anderen zeigen dir ihr Telefon, und du hakst sie in der Anwesenheit ab.',
    notYours: 'Hier gibt es keinen Anwesenheitscode für dich',
    notYoursText: 'Leitungen zeigen den Code ihres Teams, die Verwaltung den jedes Teams.',
  },
  refused: {
    unreadable: 'Das ist kein Anwesenheitscode.',
    mistyped:
      'Diese Ziffern sind vertippt oder gehören zu einem anderen Bereich. Vergleiche sie mit dem anderen Telefon.',
    hand_over:
      'Das ist der Code einer Bargeldübergabe. Scanne ihn unter Deine Schicht › Bargeld von einer anderen Person annehmen.',
    receipt: 'Das ist eine Quittung, kein Anwesenheitscode.',
    other_space: 'Dieser Code gehört zu einem anderen Bereich. Beide Telefone müssen im selben Bereich sein.',
    old: 'Dieser Code ist älter als 12 Stunden. Lass ihn deine Leitung noch einmal zeigen.',
    early:
      'Dieser Code stammt von einer späteren Uhrzeit. Vergleiche die Uhren beider Telefone, dann lass ihn deine Leitung noch einmal zeigen.',
    other_team:
      'Soweit dieses Telefon weiß, bist du nicht in diesem Team. Bitte die Leitung, dich hinzuzufügen oder als Gast abzuhaken.',
  },
} as const;
