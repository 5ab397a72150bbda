export const home = {
  firstDownload: 'Premier téléchargement : {{what}}',
  title: 'Accueil',
  you: 'Vous',
  needsYouText:
    'Le service a refusé quelque chose, ou Doorstep ne sait pas si l’envoi est arrivé. Ouvrez pour voir quoi et pourquoi.',
  allSent: 'Tout est envoyé',
  noActions: 'Pas d’action aujourd’hui',
  noActionsText: 'Ouvrez Actions pour voir la suite.',
  nothingAhead: 'Aucune action n’est encore prévue.',
  install: {
    title: 'Garder Doorstep sur ce téléphone',
    dialog: 'Il s’ouvre depuis l’écran d’accueil, et le navigateur garde ses données plus longtemps.',
    steps:
      'Touchez Partager dans le navigateur, puis « Sur l’écran d’accueil ». Ouvrez-le là et connectez-vous une fois.',
    accept: 'Installer',
  },
  help: { title: 'Première fois ici ?', text: 'Quatre pages montrent comment fonctionne Doorstep.' },
  setup: { title: 'Préparer votre campagne', prices: 'Ajouter des tarifs', invite: 'Inviter des personnes' },
  left_one:
    '{{name}} : {{number}} personne n’est plus sur ce téléphone, car l’action est terminée ou vous n’y participez plus.',
  left_other:
    '{{name}} : {{number}} personnes ne sont plus sur ce téléphone, car l’action est terminée ou vous n’y participez plus.',
  left_many:
    '{{name}} : {{number}} de personnes ne sont plus sur ce téléphone, car l’action est terminée ou vous n’y participez plus.',
  leftUnnamed: 'Une action',
  team: {
    people_one: '{{count}} personne',
    people_other: '{{count}} personnes',
    people_many: '{{count}} de personnes',
    ledBy: 'responsable : {{name}}',
    youLead: 'vous êtes responsable',
  },
  taken: 'Collecté aujourd’hui',
  cash: 'Espèces en main',
  members: 'Adhésions',
  offered: {
    title: '{{name}} vous remet {{amount}}',
    text: 'Comptez et confirmez.',
  },
} as const;
