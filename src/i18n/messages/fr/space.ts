/** The settings of the space. */
export const space = {
  title: 'Réglages de l’espace',
  text: 'Nom, nouvelles personnes, deuxième étape, qui voit quoi, cartes et durée de conservation des données.',
  forbidden: 'Réservé à la gestion et à l’administration',
  forbiddenText: 'La gestion et l’administration changent ces réglages, avec un service qui le permet.',
  nameMissing: 'Donnez un nom à l’espace.',
  people: 'Qui peut entrer',
  newcomersHint:
    'Avec un code valable 15 minutes. La nouvelle personne confirme son adresse mail et rejoint l’équipe avec le rôle le plus bas.',
  secondStepHint: 'À configurer lors de la prochaine connexion.',
  maps: 'Cartes',
  mapsText:
    'Les cartes n’ont besoin d’aucun serveur de tuiles. Si vous en avez un, les téléphones connectés chargent ses tuiles ; il voit quelle zone ils regardent.',
  tileAddress: 'Adresse des tuiles',
  tileAddressHint:
    'Par exemple https://tiles.example.org/{z}/{x}/{y}.png. Le serveur doit autoriser toutes les origines (CORS).',
  tileAddressWrong:
    'Saisissez une adresse qui commence par https:// et contient {z}, {x} et {y} une fois chacun.',
  attribution: 'Attribution',
  attributionHint: 'Toujours affichée sur la carte, par exemple © les contributeurs d’OpenStreetMap.',
  attributionMissing: 'Indiquez qui a fait la carte : sa licence le demande.',
  retention: 'Durée de conservation des données',
  retentionText:
    'Les données plus anciennes sont supprimées automatiquement. Les contacts et les paiements ne le sont jamais ainsi.',
  shorterAsk: 'Supprimer les données plus anciennes ?',
  shorterText: 'Ce qui est plus ancien est supprimé maintenant et ne peut pas être restauré.',
  shorterConfirm: 'Enregistrer et supprimer',
  limits: 'De {{shortest}} à {{longest}} jours.',
  daysWrong: 'Saisissez un nombre entier de {{shortest}} à {{longest}}.',
  visibility: {
    assigned: 'Les personnes concernées',
    assignedText:
      'Les bénévoles ont les contacts de leurs actions et leurs propres dons, les responsables d’équipe aussi les dons de leurs équipes, la gestion tout.',
    everyone: 'Tout le monde dans l’espace',
    everyoneText: 'Chaque téléphone a tous les contacts et tous les dons : pour les petits groupes.',
  },
  searchers: {
    managers: 'Gestion',
    managersText: 'Trouve tout le monde dans l’espace par le nom.',
    leaders: 'Gestion et responsables d’équipe',
    leadersText:
      'Les responsables voient d’abord un nom et une ville. Chaque personne ouverte figure au journal.',
  },
  field: {
    name: 'Nom de l’espace',
    newcomer_codes: 'Les responsables peuvent faire entrer de nouvelles personnes dans leur équipe',
    second_factor_required:
      'La gestion et l’administration ont besoin d’une deuxième étape pour se connecter',
    visibility: 'Qui voit les contacts, les dons et les personnes',
    search_everyone: 'Qui peut chercher tout le monde',
    map_tiles: 'Serveur de tuiles des cartes',
    audit_days: 'Jours de conservation du journal',
    mail_days: 'Jours de conservation des mails envoyés',
    response_days: 'Jours de conservation des réponses aux téléphones',
  },
  hint: {
    audit_days: 'Qui a changé quoi.',
    mail_days: 'Adresse et date, sans le texte.',
    response_days: 'Ensuite, une saisie qu’un téléphone envoie à nouveau reste reconnue.',
  },
} as const;
