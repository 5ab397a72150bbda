/** What is said before there is a screen to show. */
export const boot = {
  opening: 'Ouverture de vos données…',
  elsewhere: {
    title: 'Doorstep est ouvert dans un autre onglet',
    text: 'Vos données ne peuvent être ouvertes qu’à un seul endroit à la fois. Continuez dans l’autre onglet, ou continuez ici : il fermera d’abord ses données, et rien n’est perdu.',
    takeOver: 'Continuer ici',
  },
  insecure: {
    title: 'Cette adresse n’est pas assez sûre pour garder des données',
    text: 'Elle commence par http://, et le navigateur n’y donne aucun stockage. Ouvrez l’adresse qui commence par https://. La personne qui gère ce service place devant lui un proxy avec un certificat : docs/deploy.md explique comment.',
  },
  unsupported: {
    title: 'Ce navigateur ne peut pas garder de données',
    text: 'Il est trop ancien, ou cette fenêtre est privée et ne garde rien. Ouvrez Doorstep dans une fenêtre ordinaire d’un navigateur à jour.',
  },
  unreadable: {
    title: 'Les saisies d’avant ne peuvent plus être ouvertes',
    text: 'Ce téléphone n’a plus la clé des saisies qui y étaient enregistrées : il a été restauré depuis une copie, ou son trousseau a été vidé. Rien n’a été supprimé ; l’ancien fichier est toujours sur le téléphone. Les saisies déjà envoyées sont en sécurité au service. S’il en restait à envoyer, prévenez votre équipe avant de continuer.',
    goOn: 'Continuer sans elles',
  },
  notFound: {
    title: 'Il n’y a rien à cette adresse',
    text: 'Le lien est peut-être ancien, ou tronqué. Vos données sont toujours là.',
    home: 'Aller à l’accueil',
  },
  failed: {
    title: 'Les données de cet appareil n’ont pas pu être ouvertes',
    tryAgain: 'Réessayer',
    full: 'Il n’y a plus de place sur cet appareil. Libérez de l’espace et réessayez ; rien de ce qui est enregistré n’est perdu.',
    not_a_database: 'Le fichier de cette application contient autre chose. Il a été laissé tel quel.',
    not_ours: 'Le fichier de cette application appartient à un autre programme. Il a été laissé tel quel.',
    newer_version:
      'Les données ont été écrites par une version plus récente de l’application. Elles ont été laissées telles quelles ; mettez l’application à jour pour les ouvrir.',
    not_durable:
      'Cet appareil ne peut pas garantir qu’une saisie enregistrée survive à une panne : rien ne serait en sécurité ici.',
    not_encrypted:
      'Cette application a été construite sans chiffrement : rien n’y serait en sécurité. Installez celle de votre organisation.',
    no_key:
      'Le téléphone n’a pas donné la clé de vos saisies. Déverrouillez-le et réessayez ; rien n’a été touché.',
    in_use: 'Une autre fenêtre utilise encore les données. Fermez-la et réessayez.',
    damaged:
      'L’appareil n’a pas pu lire son propre stockage. Redémarrez-le et réessayez ; ne supprimez pas l’application, vos données y sont.',
    failed: 'Un imprévu s’est produit. Ce qui est enregistré est toujours sur cet appareil.',
  },
} as const;
