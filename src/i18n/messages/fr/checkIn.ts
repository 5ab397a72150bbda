export const checkIn = {
  title: 'Signaler ma présence',
  text: 'Scannez le code sur le téléphone de votre responsable ou saisissez ses chiffres.',
  done: 'Présence signalée : {{team}}, {{time}}',
  doneText: 'Votre responsable le voit dès que les deux téléphones ont eu du réseau.',
  showText:
    'Ce service ne transmet pas les présences. Montrez cette page à votre responsable, qui cochera votre nom.',
  again: 'Scanner un autre code',
  noTeam: 'Vous n’êtes encore dans aucune équipe',
  noTeamText:
    'Demandez à une personne responsable de vous ajouter. L’équipe apparaît sur ce téléphone dès qu’il se connecte au service.',
  practiceText:
    'En vrai, votre responsable montre un code. Vous le scannez et votre nom est coché dans l’appel.',
  code: {
    title: 'Code de présence',
    picture: 'Code de présence : {{team}}',
    how: 'Équipe {{team}} : chaque personne scanne ce code, avec Doorstep ou avec l’appareil photo du téléphone.',
    valid:
      'Valable jusqu’à cette heure : {{time}}. Les présences signalées sont cochées dans l’appel dès que les deux téléphones ont eu du réseau.',
    showText:
      'Ce service ne transmet pas les présences. Chaque personne vous montre son téléphone et vous la cochez dans l’appel.',
    notYours: 'Pas de code de présence pour vous ici',
    notYoursText:
      'Les responsables montrent le code de leur équipe, les gestionnaires celui de chaque équipe.',
  },
  refused: {
    unreadable: 'Ce n’est pas un code de présence.',
    mistyped:
      'Ces chiffres comportent une erreur ou appartiennent à un autre espace. Comparez-les avec l’autre téléphone.',
    hand_over:
      'C’est le code d’une remise d’espèces. Scannez-le dans Votre service › Recevoir des espèces d’une autre personne.',
    receipt: 'C’est un reçu, pas un code de présence.',
    other_space:
      'Ce code appartient à un autre espace. Les deux téléphones doivent être dans le même espace.',
    old: 'Ce code a plus de 12 heures. Demandez à votre responsable de l’afficher à nouveau.',
    early:
      'Ce code vient d’une heure à venir. Comparez l’heure des deux téléphones, puis demandez à votre responsable de l’afficher à nouveau.',
    other_team:
      'D’après ce téléphone, vous n’êtes pas dans cette équipe. Demandez à la personne responsable de vous ajouter ou de vous noter comme invité.',
  },
} as const;
