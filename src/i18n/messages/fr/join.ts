export const join = {
  title: 'Rejoindre un espace',
  intro: 'Ouvrez le lien ou scannez le code que montre votre responsable, ou tapez ce qu’on vous a donné.',
  address: 'Adresse du service',
  addressHint: 'Par exemple https://doorstep.example.org/api',
  signIn: 'Se connecter avec un code',
  signInHint: 'Un code est envoyé à votre adresse e-mail. Il n’y a pas de mot de passe.',
  signingIn: 'Connexion…',
  useToken: 'J’ai un jeton d’accès',
  useCode: 'Plutôt se connecter avec un code',
  token: 'Jeton d’accès',
  button: 'Rejoindre',
  joining: 'Entrée en cours…',
  scan: 'Scanner le code d’entrée',
  scanner: 'Image de la caméra. Placez-y le code d’entrée.',
  scanStop: 'Arrêter de scanner',
  goBack: 'Retour à mes données',
  code: {
    title: 'Code d’entrée',
    text: 'Faites-le scanner avec l’appareil photo du téléphone. Doorstep s’ouvre avec l’adresse remplie, et chacun se connecte sous son nom.',
    picture: 'QR code du lien d’entrée',
    invited:
      'Il ne contient pas de mot de passe. Seules les personnes invitées par leur adresse e-mail peuvent se connecter.',
    share: 'Partager le lien',
    failed: 'Cela n’a pas pu être partagé.',
  },
  already: {
    title: 'Une session est déjà ouverte',
    text: 'Pour rejoindre avec un autre compte, déconnectez-vous d’abord.',
  },
  waiting: {
    title_one: '{{count}} saisie attend sur ce téléphone',
    title_other: '{{count}} saisies attendent sur ce téléphone',
    title_many: '{{count}} de saisies attendent sur ce téléphone',
    text: 'Rien n’est perdu. Elles s’ouvriront et partiront quand la personne qui les a faites se reconnectera.',
  },
  choose: {
    title: 'Qui êtes-vous ?',
    text: 'Ce service ne dit pas à qui appartient le jeton.',
  },
  space: {
    title: 'Quel espace ?',
    text: 'Vous appartenez à plusieurs espaces. Vous pourrez en changer à tout moment, sous vos initiales.',
  },
  openAddress: 'Ouvrir l’adresse dans le navigateur',
  problem: {
    cancelled: 'Vous avez quitté la page avant la fin de la connexion. Rien n’a changé.',
    no_sign_in: 'Ce service ne connecte pas avec un code. Utilisez le jeton d’accès qu’on vous a donné.',
    not_from_here:
      'Ce service connecte sur sa propre page. Ouvrez son adresse dans le navigateur, ou utilisez un jeton d’accès.',
    code_expired: 'Cette connexion a expiré ou a déjà servi. Recommencez pour recevoir un nouveau code.',
    not_a_code: 'Ce code ne contient pas l’adresse d’un service.',
    no_camera: 'La caméra ne peut pas être utilisée. Tapez plutôt l’adresse.',
    bad_address: 'Ce n’est pas l’adresse d’un service. Elle commence par https://',
    no_token: 'Il faut un jeton pour entrer.',
    offline: 'Pas de réseau. Il en faut une fois pour entrer ; ensuite, Doorstep fonctionne sans.',
    unreachable:
      'Rien ne répond à cette adresse. Vérifiez son orthographe et votre connexion. Si d’autres pages s’ouvrent, le certificat du service ne correspond peut-être pas : ouvrez l’adresse dans le navigateur, qui le dira.',
    no_such_service:
      'Quelque chose répond à cette adresse, mais ce n’est pas un service avec lequel Doorstep sait parler.',
    login_page:
      'La page de connexion de ce réseau bloque l’accès. Ouvrez-la d’abord dans votre navigateur, puis revenez.',
    token_refused: 'Le jeton a expiré ou a été révoqué. Demandez un nouveau lien à votre responsable.',
    service_trouble: 'Le service a des difficultés en ce moment. Réessayez dans une minute.',
  },
} as const;
