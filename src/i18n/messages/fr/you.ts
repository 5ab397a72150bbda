/** Profile, spaces, devices and sign-out. */
export const you = {
  title: 'Vous',
  profile: 'Votre profil',
  spaces: 'Vos espaces',
  space: 'Espace {{id}}',
  here: 'Vous êtes ici',
  switch: 'Changer',
  waiting_one: '{{count}} saisie attend ici votre retour',
  waiting_other: '{{count}} saisies attendent ici votre retour',
  waiting_many: '{{count}} de saisies attendent ici votre retour',
  apart: 'Chaque espace a ses propres saisies sur ce téléphone.',
  spacesUnknown: 'Vos espaces apparaîtront dès qu’il y aura du réseau.',
  switched: {
    offline: 'Pas de réseau. Il faut du réseau pour changer d’espace.',
    refused: 'Le service n’a pas autorisé ce changement.',
    not_now: 'Le service n’a pas répondu. Réessayez dans un instant.',
  },
  invite: 'Inviter des personnes',
  joinCode: 'Afficher le code d’accès',
  secondStep: {
    title: 'Deuxième étape de connexion',
    on_one: 'Activée · {{count}} code de secours restant',
    on_many: 'Activée · {{count}} de codes de secours restants',
    on_other: 'Activée · {{count}} codes de secours restants',
    off: 'Désactivée. Configurez-la pour protéger votre compte.',
    required: 'Votre espace l’exige. Configurez-la.',
    open: 'Ouvrir la deuxième étape',
    why: {
      offline: 'Pas de réseau. La deuxième étape a besoin du réseau.',
      refused: 'La page ne s’est pas ouverte. Reconnectez-vous, puis réessayez.',
      not_now: 'Le service n’a pas répondu. Réessayez dans un instant.',
    },
  },
  devices: {
    title: 'Vos appareils connectés',
    text: 'Déconnectez un téléphone perdu, prêté ou vendu. Ses saisies non envoyées y restent ; personne d’autre que vous ne peut les ouvrir.',
    unnamed: 'Un appareil',
    here: 'Cet appareil',
    lastUsed: 'Dernière utilisation {{time}}',
    none: 'Vous utilisez un jeton d’accès, sans connexion. Le service n’a pas de liste d’appareils.',
    signOut: 'Déconnecter',
    confirm: 'Déconnecter l’appareil',
    ask: 'Déconnecter {{name}} ?',
    askText:
      'L’appareil ne pourra plus rien lire ni envoyer, jusqu’à ce que quelqu’un s’y connecte avec votre adresse e-mail.',
    done: '{{name}} est déconnecté',
    unknown: 'Liste indisponible pour le moment',
    why: {
      offline: 'Pas de réseau. Seul le service a cette liste.',
      refused: 'Le service ne l’a pas autorisé.',
      not_now: 'Le service n’a pas répondu. Réessayez dans un instant.',
    },
  },
  leave: {
    button: 'Quitter cet espace',
    ask: 'Quitter {{name}} ?',
    text: 'Vous quittez toutes ses équipes et actions et ne pouvez plus rien y lire ni envoyer. Ce téléphone supprime ce qu’il a téléchargé de cet espace. Vos saisies envoyées restent, et vos autres espaces ne changent pas. Seul un gestionnaire peut vous admettre de nouveau.',
    confirm: 'Quitter',
    done: 'Vous avez quitté {{name}}',
    refused:
      'Personne d’autre n’administre cet espace, ou le service ne l’a pas permis. Donnez d’abord ce rôle à quelqu’un.',
  },
  signOut: {
    button: 'Se déconnecter',
    title: 'Se déconnecter ?',
    text: 'Doorstep supprime de ce téléphone tout ce qu’il a téléchargé. Vous pouvez revenir à tout moment.',
    confirm: 'Se déconnecter',
    unsentTitle: 'Envoyez d’abord vos saisies',
    unsent_one:
      '{{count}} saisie de ce téléphone n’est pas encore envoyée. Sans vous, personne ne peut l’envoyer.',
    unsent_other:
      '{{count}} saisies de ce téléphone ne sont pas encore envoyées. Sans vous, personne ne peut les envoyer.',
    unsent_many:
      '{{count}} de saisies de ce téléphone ne sont pas encore envoyées. Sans vous, personne ne peut les envoyer.',
    unsentHelp: 'Envoyez-les, ou partagez-les depuis les envois.',
    outbox: 'Ouvrir les envois',
  },
} as const;
