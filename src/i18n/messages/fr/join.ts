export const join = {
  title: 'Rejoindre un espace',
  intro: 'Ouvrez le lien ou scannez le code que montre votre responsable, ou saisissez l’adresse.',
  introHere: 'Connectez-vous, ou ouvrez le lien ou scannez le code que montre votre responsable.',
  service: 'Service : {{host}}',
  otherService: 'Un autre service',
  address: 'Adresse du service',
  addressHint: 'Par exemple https://doorstep.example.org/api',
  signIn: 'Se connecter avec un code',
  signInHint: 'Vous recevez un code par e-mail. Il n’y a pas de mot de passe.',
  signingIn: 'Connexion…',
  useToken: 'J’ai un jeton d’accès',
  useCode: 'Plutôt se connecter avec un code',
  token: 'Jeton d’accès',
  button: 'Rejoindre',
  joining: 'Connexion à l’espace…',
  scan: 'Scanner le code d’accès',
  scanner: 'Image de la caméra. Dirigez la caméra vers le code d’accès.',
  scanStop: 'Arrêter de scanner',
  goBack: 'Retour à mes données',
  code: {
    title: 'Code d’accès',
    text: 'Faites scanner ce code avec l’appareil photo d’un autre téléphone. Doorstep s’ouvre avec l’adresse de ce service, et chaque personne se connecte avec sa propre adresse e-mail.',
    picture: 'QR code du lien d’accès',
    invited:
      'Le code ne contient pas de mot de passe. Seules les personnes invitées à leur adresse e-mail peuvent se connecter.',
    share: 'Partager le lien',
  },
  already: {
    title: 'Une session est déjà ouverte',
    text: 'Pour rejoindre avec un autre compte, déconnectez-vous d’abord.',
  },
  signedOut: {
    title: 'Ce téléphone n’est plus connecté',
    text: 'L’appareil a été déconnecté, ou votre rôle ou adresse e-mail a changé. Connectez-vous de nouveau avec votre adresse actuelle.',
  },
  waiting: {
    title_one: '{{count}} saisie attend sur ce téléphone',
    title_other: '{{count}} saisies attendent sur ce téléphone',
    title_many: '{{count}} de saisies attendent sur ce téléphone',
    text: 'Rien n’est perdu. Les saisies non envoyées s’ouvriront et partiront quand la personne qui les a faites se reconnectera.',
  },
  choose: {
    title: 'Qui êtes-vous ?',
    text: 'Le service ne dit pas à qui appartient ce jeton. Choisissez votre nom.',
    placeholder: 'Nom ou e-mail',
    none: 'Personne à ce nom',
    noneText:
      'Vérifiez l’orthographe, ou essayez avec moins de lettres. Si votre nom manque, demandez à votre responsable.',
  },
  space: {
    title: 'Quel espace ?',
    text: 'Vous appartenez à plusieurs espaces. Vous pourrez en changer à tout moment, sous vos initiales.',
  },
  openAddress: 'Ouvrir l’adresse dans le navigateur',
  problem: {
    cancelled: 'Vous avez quitté la page avant la fin de la connexion. Rien n’a changé.',
    no_sign_in: 'Ce service n’a pas de connexion par code. Utilisez votre jeton d’accès.',
    not_from_here:
      'Ce service a sa propre page de connexion. Ouvrez son adresse dans le navigateur, ou utilisez un jeton d’accès.',
    code_expired: 'Cette connexion a expiré ou a déjà servi. Recommencez pour recevoir un nouveau code.',
    not_a_code: 'Ce code ne contient pas l’adresse d’un service.',
    no_camera: 'Doorstep ne peut pas utiliser la caméra. Saisissez plutôt l’adresse.',
    bad_address: 'Ce n’est pas l’adresse d’un service. Une adresse commence par https://',
    no_token: 'Saisissez un jeton pour rejoindre l’espace.',
    bad_token: 'Un jeton n’a que des lettres, des chiffres et des signes, sans espace. Copiez-le de nouveau.',
    offline:
      'Pas de réseau. Il en faut une fois pour rejoindre un espace ; ensuite, Doorstep fonctionne sans.',
    unreachable:
      'Rien ne répond à cette adresse. Vérifiez son orthographe et votre connexion. Si d’autres pages s’ouvrent, le certificat du service est peut-être incorrect : ouvrez l’adresse dans le navigateur pour le voir.',
    no_such_service: 'Quelque chose répond à cette adresse, mais pas un service compatible avec Doorstep.',
    login_page:
      'Ce réseau demande une connexion. Ouvrez sa page de connexion dans le navigateur, puis revenez.',
    token_refused: 'Le jeton a expiré ou a été révoqué. Demandez un nouveau lien à votre responsable.',
    service_trouble: 'Le service a un problème. Réessayez dans une minute.',
  },
} as const;
