export const join = {
  title: 'Einem Bereich beitreten',
  intro:
    'Öffne den Link oder scanne den Code, den dir deine Leitung zeigt, oder gib ein, was du bekommen hast.',
  address: 'Adresse des Dienstes',
  addressHint: 'Zum Beispiel https://doorstep.example.org/api',
  signIn: 'Mit einem Code anmelden',
  signInHint: 'Ein Code geht an deine Mailadresse. Es gibt kein Passwort.',
  signingIn: 'Anmeldung läuft …',
  useToken: 'Ich habe ein Zugangstoken',
  useCode: 'Lieber mit einem Code anmelden',
  token: 'Zugangstoken',
  button: 'Beitreten',
  joining: 'Beitritt läuft …',
  scan: 'Beitrittscode scannen',
  scanner: 'Kamerabild. Halte den Beitrittscode hinein.',
  scanStop: 'Scannen beenden',
  goBack: 'Zurück zu meinen Einträgen',
  code: {
    title: 'Beitrittscode',
    text: 'Lass ihn mit der Kamera des Telefons scannen. Doorstep öffnet sich mit der Adresse, und alle melden sich selbst an.',
    picture: 'QR-Code des Beitrittslinks',
    invited: 'Er enthält kein Passwort. Nur wer über seine Mailadresse eingeladen wurde, kann sich anmelden.',
    share: 'Link teilen',
    failed: 'Das Teilen hat nicht geklappt.',
  },
  already: {
    title: 'Du bist schon angemeldet',
    text: 'Um als jemand anderes beizutreten, melde dich zuerst ab.',
  },
  waiting: {
    title_one: '{{count}} Eintrag wartet auf diesem Telefon',
    title_other: '{{count}} Einträge warten auf diesem Telefon',
    text: 'Sie sind sicher. Sie lassen sich öffnen und werden gesendet, sobald sich die Person wieder anmeldet, die sie erfasst hat.',
  },
  choose: {
    title: 'Wer davon bist du?',
    text: 'Dieser Dienst sagt nicht, wem das Token gehört.',
  },
  space: {
    title: 'Welcher Bereich?',
    text: 'Du gehörst zu mehr als einem. Du kannst jederzeit wechseln, unter deinen Initialen.',
  },
  openAddress: 'Adresse im Browser öffnen',
  problem: {
    cancelled: 'Du bist gegangen, bevor du angemeldet warst. Nichts hat sich geändert.',
    no_sign_in: 'Dieser Dienst meldet nicht mit einem Code an. Nimm das Zugangstoken, das du bekommen hast.',
    not_from_here:
      'Dieser Dienst meldet auf seiner eigenen Seite an. Öffne seine Adresse im Browser oder nimm ein Zugangstoken.',
    code_expired:
      'Diese Anmeldung ist abgelaufen oder wurde schon benutzt. Fang neu an, um einen neuen Code zu bekommen.',
    not_a_code: 'Dieser Code enthält keine Adresse eines Dienstes.',
    no_camera: 'Die Kamera lässt sich nicht verwenden. Gib stattdessen die Adresse ein.',
    bad_address: 'Das ist keine Adresse eines Dienstes. Sie beginnt mit https://',
    no_token: 'Zum Beitreten braucht es ein Token.',
    offline: 'Kein Netz. Zum Beitreten braucht es einmal Netz; danach geht Doorstep ohne.',
    unreachable:
      'Unter dieser Adresse antwortet nichts. Prüfe die Schreibweise und deine Verbindung. Öffnen sich andere Seiten, passt vielleicht das Zertifikat des Dienstes nicht: Öffne die Adresse im Browser, er sagt es.',
    no_such_service:
      'Unter dieser Adresse antwortet etwas, aber kein Dienst, mit dem Doorstep sprechen kann.',
    login_page:
      'Eine Anmeldeseite dieses Netzes ist im Weg. Öffne sie zuerst in deinem Browser und komm dann zurück.',
    token_refused: 'Das Token ist abgelaufen oder wurde widerrufen. Bitte deine Leitung um einen neuen Link.',
    service_trouble: 'Der Dienst hat gerade Schwierigkeiten. Versuche es in einer Minute nochmal.',
  },
} as const;
