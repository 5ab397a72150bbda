/** Contacts that may be the same person. */
export const duplicates = {
  title: 'Doublons possibles',
  note_one: 'Un doublon possible',
  note_many: '{{number}} doublons possibles',
  note_other: '{{number}} doublons possibles',
  text: 'Même adresse mail, même téléphone, ou mêmes nom et adresse.',
  forbiddenText: 'Les gestionnaires fusionnent les contacts.',
  empty: 'Aucun doublon possible',
  emptyText: 'Les contacts qui sont peut-être la même personne apparaissent ici.',
  more: 'Afficher plus',
  mergeTitle: 'La même personne ?',
  stays: 'Le numéro conservé',
  same: 'Identique dans les deux',
  birth_city: 'Ville de naissance',
  birth_country: 'Pays de naissance',
  follows:
    'Dons, visites, réponses et étiquettes des deux sont conservés. Si l’un des deux ne doit plus être contacté, cela reste.',
  merge: 'Fusionner',
  ask: 'Fusionner {{leaves}} avec {{stays}} ?',
  askText:
    'Impossible à annuler. Ce que des téléphones envoient encore pour {{leaves}} arrive chez {{stays}}.',
  merged: 'Fusionnés',
  different: 'Pas la même personne',
  marked: 'Ils ne sont plus affichés',
  stale: 'L’un des deux a été modifié ou fusionné entre-temps. Comparez-les à nouveau.',
  gone: 'C’est un seul contact : {{number}}',
  open: 'Ouvrir le contact',
} as const;
