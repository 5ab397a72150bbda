/** Exporting and erasing the data of one person. */
export const erasure = {
  title: 'Données personnelles',
  text: 'Quand une personne demande ses données ou leur effacement.',
  export: 'Exporter tout sur cette personne',
  notShared: 'Doorstep n’a pas pu partager le fichier.',
  erase: 'Effacer cette personne',
  ask: 'Effacer définitivement {{name}} ?',
  askText: {
    contact:
      'Le service et tous les téléphones suppriment le nom, l’adresse et tout le reste sur cette personne. Les paiements restent, sans la personne, ses notes ni ses détails de paiement. Les sauvegardes gardent les données jusqu’à leur suppression. Personne ne peut annuler.',
    user: 'Le service vide le compte et le déconnecte partout. Les paiements saisis par cette personne restent sous un numéro. Si cette personne appartient aussi à un autre espace, elle y garde son compte. Les sauvegardes gardent les données jusqu’à leur suppression. Personne ne peut annuler.',
  },
  confirm: 'Effacer définitivement',
  done: 'Effacement terminé : {{name}}',
  refused: {
    contact: 'Le service ne l’a pas autorisé.',
    user: 'Le service ne l’a pas autorisé. Vous ne pouvez pas effacer une personne dont le rôle dépasse le vôtre.',
  },
};
