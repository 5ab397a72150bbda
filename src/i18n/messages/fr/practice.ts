/** Practice mode; `words` are the names in its invented space. */
export const practice = {
  title: 'Mode entraînement',
  about:
    'Essayez tout avec des personnes inventées. Rien n’est envoyé, et vos saisies restent telles quelles.',
  start: 'Commencer l’entraînement',
  bar: 'Entraînement : rien n’est envoyé',
  leave: 'Quitter l’entraînement',
  line: 'Ce que vous saisissez ici est supprimé quand vous quittez.',
  blocked: 'Entraînement : rien ne quitte ce téléphone',
  noCodes: 'Pas de code pendant l’entraînement',
  noCodesText:
    'Lors d’une vraie remise, un téléphone affiche un code. L’autre personne le scanne, compte les espèces et montre une réponse.',
  words: {
    space: 'Espace d’entraînement',
    action: 'Tournée d’entraînement',
    pitch:
      'Bonjour, nous nous entraînons. Enregistrez un don, marquez quelques portes, annulez quelque chose.',
    team: 'Équipe d’entraînement',
    street: 'rue de l’Essai',
    town: 'Exempleville',
  },
} as const;
