/** Choosing whose people are on this phone. */
export const holding = {
  title: 'Qui est sur ce téléphone',
  text: 'Vous pouvez voir tout le monde dans cet espace. Choisissez qui reste sur ce téléphone sans réseau ; vous pouvez chercher les autres quand il y en a. Ce qui n’est pas encore envoyé reste sur le téléphone.',
  everyone: 'Tout le monde',
  chosen: 'Seulement les actions que je choisis',
  chosenText: 'Moins de personnes, moins d’espace, moins à perdre avec le téléphone',
  noActions: 'Il n’y a pas encore d’action.',
  sizesUnknown: 'Sans réseau, Doorstep ne sait pas combien de personnes cela fait.',
  time: 'environ {{time}}',
  total: 'Sur ce téléphone : {{cost}}',
  many: 'Plus de {{number}} personnes',
  manyText:
    'Un téléphone ancien devient lent avec autant de personnes. Choisissez les actions dont vous avez besoin aujourd’hui.',
  saved: 'Enregistré. Doorstep télécharge ce qui manque dès qu’il y a du réseau.',
  none: 'Rien à choisir',
  noneText: 'Ce téléphone contient les personnes de vos actions.',
  people_one: '{{number}} personne',
  people_many: '{{number}} personnes',
  people_other: '{{number}} personnes',
};
