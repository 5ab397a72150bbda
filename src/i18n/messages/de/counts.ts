/** Counting again, and what happens to the records of a count after it. */
export const counts = {
  again: {
    open: 'Neu zählen',
    title: 'Neu zählen',
    replaces: 'Du hast {{amount}} gezählt ({{time}})',
    text: 'Die neue Zählung ersetzt diese. Beide bleiben erhalten, und die Verwaltung sieht beide.',
    save: 'Neue Zählung speichern',
    ask: 'Mit Differenz speichern?',
    askYes: 'Mit Differenz speichern',
    done: 'Neu gezählt',
    doneText: 'Auf diesem Telefon gespeichert. Die erste Zählung bleibt sichtbar.',
    none: 'Diese Zählung kann nicht wiederholt werden',
    noneText: 'Das Bargeld wurde übergeben oder zur Bank gebracht, oder anderswo neu gezählt.',
    changed: 'Nicht gespeichert. Das Bargeld wurde inzwischen übergeben oder neu gezählt.',
    counted: 'Neu gezählt: {{amount}} ({{time}})',
    replaced: 'vorher: {{amount}} ({{time}})',
    unknown: 'ersetzt eine Zählung, die nicht angekommen ist',
    times_one: 'einmal neu gezählt',
    times_other: '{{number}}-mal neu gezählt',
  },
  late: {
    title: 'Nach der Zählung ({{time}})',
    changed: '{{number}}: gezählt {{counted}}, seither auf {{ledger}} korrigiert',
    arrived_one: '{{number}} Eintrag kam nach der Zählung an',
    arrived_other: '{{number}} Einträge kamen nach der Zählung an',
  },
  disputed: {
    less: '{{counted}} ist bei {{name}}. Zwischen den beiden Zählungen fehlt {{amount}}.',
    more: '{{counted}} ist bei {{name}}, {{amount}} mehr als übergeben.',
    unknown: 'Das Bargeld ist bei {{name}}. Die Summe folgt mit dem Eintrag von {{name}}.',
  },
  handOverChanged: 'Nicht gespeichert. Was du hast, hat sich geändert: Prüf den Betrag noch einmal.',
};
