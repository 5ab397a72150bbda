/** Gifts of new supporters that are not linked to a contact. */
export const unlinked = {
  title: 'Dons sans contact',
  text: 'De personnes qui n’étaient pas encore un contact.',
  note_one: 'Un don n’a pas de contact',
  note_many: '{{count}} dons n’ont pas de contact',
  note_other: '{{count}} dons n’ont pas de contact',
  noteText: 'Reliez-les pour que le contact montre ce que la personne a donné.',
  forbidden: 'Pour les gestionnaires',
  forbiddenText: 'Les gestionnaires relient les dons aux contacts.',
  empty: 'Chaque don a son contact',
  emptyText: 'Les dons de nouveaux soutiens apparaissent ici à leur arrivée.',
  matches: 'Peut-être cette personne',
  similar: 'Nom, adresse mail ou téléphone proches',
  link: 'Relier',
  other: 'Un autre contact',
  create: 'Créer un contact et relier',
  problem: {
    offline: 'Un nouveau contact demande du réseau. Vous pouvez déjà relier le don à un contact existant.',
    not_now: 'Le service n’a pas répondu. Rien n’a été créé. Réessayez.',
    refused: 'Le service a refusé le nouveau contact. Ajoutez-le dans Contacts, puis reliez-le ici.',
  },
} as const;
