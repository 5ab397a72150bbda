/** Who one is here, the spaces one belongs to, and the way out. */
export const you = {
  title: 'Vous',
  profile: 'Votre profil',
  spaces: 'Vos espaces',
  space: 'Espace {{id}}',
  here: 'Vous êtes ici',
  switch: 'Y aller',
  waiting_one: '{{count}} saisie attend ici votre retour',
  waiting_other: '{{count}} saisies attendent ici votre retour',
  waiting_many: '{{count}} de saisies attendent ici votre retour',
  apart: 'Chaque espace garde ses propres saisies sur ce téléphone.',
  spacesUnknown: 'Pas encore connu : il faut du réseau une fois.',
  switched: {
    offline: 'Pas de réseau. Il en faut pour changer d’espace : le service doit le savoir.',
    refused: 'Le service ne vous a pas laissé y aller.',
    not_now: 'Le service n’a pas répondu. Réessayez dans un instant.',
  },
  invite: 'Inviter des personnes',
  joinCode: 'Montrer le code d’entrée',
  devices: {
    title: 'Où votre session est ouverte',
    text: 'Déconnectez ici un téléphone perdu, prêté ou vendu. Ce qu’il n’avait pas envoyé y reste, à votre seul usage.',
    unnamed: 'Un appareil',
    here: 'Cet appareil',
    lastUsed: 'Utilisé {{time}}',
    none: 'Ce jeton a été remis sans connexion ; on ne sait rien d’autre.',
    signOut: 'Déconnecter',
    confirm: 'Le déconnecter',
    ask: 'Déconnecter {{name}} ?',
    askText:
      'Il ne pourra plus rien lire ni envoyer, jusqu’à ce que quelqu’un s’y connecte avec votre adresse.',
    done: '{{name}} est déconnecté',
    unknown: 'Inconnu pour le moment',
    why: {
      offline: 'Pas de réseau. On le demande chaque fois au service.',
      refused: 'Le service ne le dit pas, ou n’a pas accepté.',
      not_now: 'Le service n’a pas répondu. Réessayez dans un instant.',
    },
  },
  signOut: {
    button: 'Se déconnecter',
    title: 'Se déconnecter ?',
    text: 'Ce que ce téléphone a lu en est retiré. Vous pouvez revenir à tout moment.',
    confirm: 'Se déconnecter',
    unsentTitle: 'Pas encore',
    unsent_one:
      '{{count}} saisie de ce téléphone n’est pas encore envoyée. Sans vous, personne ne pourrait l’envoyer.',
    unsent_other:
      '{{count}} saisies de ce téléphone ne sont pas encore envoyées. Sans vous, personne ne pourrait les envoyer.',
    unsent_many:
      '{{count}} de saisies de ce téléphone ne sont pas encore envoyées. Sans vous, personne ne pourrait les envoyer.',
    unsentHelp: 'Envoyez d’abord ce qui est là, ou partagez-le depuis les envois.',
    outbox: 'Ouvrir les envois',
  },
} as const;
