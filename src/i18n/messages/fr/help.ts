export const help = {
  title: 'Aide',
  page: '{{page}} sur {{pages}}',
  next: 'Suivant',
  before: 'Précédent',
  done: 'Compris',
  record: {
    title: 'Enregistrer à la porte',
    text: 'Touchez Enregistrer, choisissez la personne, le montant et le mode de paiement, puis enregistrez.',
    more: 'Cela marche sans réseau. Ce qui est enregistré reste sur ce téléphone et ne se perd pas.',
  },
  doors: {
    title: 'Noter chaque porte',
    text: 'Ouvrez votre action, puis Portes. Une touche dit ce qui s’est passé : Discussion, Personne, Refus ou Repasser.',
    more: 'Annuler retire la dernière note.',
  },
  send: {
    title: 'Doorstep envoie automatiquement',
    text: 'Dès qu’il y a du réseau, Doorstep envoie chaque enregistrement une fois.',
    more: 'La boîte d’envoi montre ce qui attend et ce qui a besoin de vous. Ne supprimez pas l’appli tant que des enregistrements attendent.',
  },
  correct: {
    title: 'Corriger une erreur',
    text: 'Annulez juste après l’enregistrement, ou modifiez ou annulez l’enregistrement dans la boîte d’envoi.',
    more: 'Corrigez ce qui est envoyé tant que vous n’avez pas compté les espèces de votre service. Ensuite, un gestionnaire le corrige.',
  },
} as const;
