/** Start of the app, and why it cannot start. */
export const boot = {
  opening: 'Ouverture de vos données…',
  elsewhere: {
    title: 'Doorstep est ouvert dans un autre onglet',
    text: 'Un seul onglet à la fois peut utiliser vos données. Continuez dans l’autre onglet, ou continuez ici : l’autre onglet fermera d’abord ses données, et rien n’est perdu.',
    takeOver: 'Continuer ici',
    noAnswer: 'L’autre onglet ne ferme pas ses données. Fermez cet onglet, puis appuyez de nouveau.',
  },
  insecure: {
    title: 'Cette adresse n’est pas assez sûre pour enregistrer des données',
    text: 'L’adresse commence par http://, et un navigateur n’y donne aucun stockage. Ouvrez l’adresse qui commence par https://. La personne qui gère ce service place devant lui un proxy avec un certificat : docs/deploy.md explique comment.',
  },
  unsupported: {
    title: 'Ce navigateur ne peut pas enregistrer de données',
    text: 'Le navigateur est trop ancien, ou cette fenêtre est privée et n’enregistre rien. Ouvrez Doorstep dans une fenêtre normale d’un navigateur à jour.',
  },
  unreadable: {
    title: 'Doorstep ne peut pas ouvrir les saisies précédentes',
    text: 'Ce téléphone n’a plus la clé des saisies qui y étaient enregistrées : le téléphone a été restauré depuis une sauvegarde, ou son trousseau a été vidé. Doorstep n’a rien supprimé ; l’ancien fichier est toujours sur le téléphone. Les saisies envoyées sont en sécurité dans le service. S’il en restait à envoyer, prévenez votre équipe avant de continuer.',
    goOn: 'Continuer sans elles',
  },
  deleted: {
    title: 'Les saisies de ce téléphone ont disparu',
    text: 'Le système ou le navigateur a supprimé les saisies que Doorstep gardait ici. Celles qui n’étaient pas envoyées sont perdues : prévenez votre équipe et saisissez-les de nouveau. Doorstep télécharge tout ce que le service possède.',
    goOn: 'Continuer',
  },
  notFound: {
    title: 'Il n’y a rien à cette adresse',
    text: 'Le lien est peut-être ancien ou incomplet. Vos données sont en sécurité.',
    home: 'Aller à l’accueil',
  },
  failed: {
    title: 'Doorstep n’a pas pu ouvrir les données de cet appareil',
    tryAgain: 'Réessayer',
    full: 'La mémoire de cet appareil est pleine. Libérez de l’espace et réessayez. Aucune saisie enregistrée n’est perdue.',
    not_a_database: 'Le fichier de cette application contient autre chose. Doorstep ne l’a pas modifié.',
    not_ours: 'Le fichier de cette application appartient à un autre programme. Doorstep ne l’a pas modifié.',
    newer_version:
      'Une version plus récente de cette application a écrit ces données. Doorstep ne les a pas modifiées. Mettez l’application à jour pour les ouvrir.',
    not_durable:
      'Cet appareil ne peut pas garantir qu’une saisie enregistrée survive à une panne. Doorstep n’enregistre donc rien ici.',
    not_encrypted:
      'Cette application a été construite sans chiffrement. Doorstep n’enregistre donc rien ici. Installez celle de votre organisation.',
    no_key:
      'Le téléphone n’a pas donné à Doorstep la clé de vos saisies. Déverrouillez le téléphone et réessayez. Rien n’a changé.',
    in_use: 'Une autre fenêtre utilise encore les données. Fermez-la et réessayez.',
    damaged:
      'L’appareil n’a pas pu lire son propre stockage. Redémarrez l’appareil et réessayez. Ne supprimez pas l’application : vos données y sont.',
    failed: 'Un imprévu s’est produit. Vos saisies enregistrées sont toujours sur cet appareil.',
  },
} as const;
