export const join = {
  title: 'Einem Bereich beitreten',
  intro: 'Öffne den Link oder scanne den Code, den dir deine Leitung zeigt, oder gib die Adresse ein.',
  introHere: 'Melde dich an, oder öffne den Link oder scanne den Code, den dir deine Leitung zeigt.',
  service: 'Dienst: {{host}}',
  otherService: 'Anderer Dienst',
  address: 'Adresse des Dienstes',
  addressHint: 'Zum Beispiel https://doorstep.example.org/api',
  signIn: 'Mit einem Code anmelden',
  signInHint: 'Du bekommst einen Code per Mail. Es gibt kein Passwort.',
  signingIn: 'Anmeldung läuft …',
  useToken: 'Ich habe ein Zugangstoken',
  useCode: 'Stattdessen mit einem Code anmelden',
  token: 'Zugangstoken',
  button: 'Beitreten',
  joining: 'Beitritt läuft …',
  scan: 'Beitrittscode scannen',
  scanner: 'Kamerabild. Richte die Kamera auf den Beitrittscode.',
  scanStop: 'Scannen beenden',
  goBack: 'Zurück zu meinen Einträgen',
  code: {
    title: 'Beitrittscode',
    text: 'Lass andere diesen Code mit der Kamera ihres Telefons scannen. Doorstep öffnet sich mit der Adresse dieses Dienstes, und alle melden sich mit ihrer eigenen Mailadresse an.',
    picture: 'QR-Code des Beitrittslinks',
    invited:
      'Der Code enthält kein Passwort. Nur Personen mit einer Einladung an ihre Mailadresse können sich anmelden.',
    share: 'Link teilen',
  },
  already: {
    title: 'Du bist schon angemeldet',
    text: 'Um als jemand anderes beizutreten, melde dich zuerst ab.',
  },
  signedOut: {
    title: 'Du bist auf diesem Telefon abgemeldet',
    text: 'Das Gerät wurde abgemeldet, oder deine Rolle oder Mailadresse hat sich geändert. Melde dich mit deiner aktuellen Adresse wieder an.',
  },
  waiting: {
    title_one: '{{count}} Eintrag wartet auf diesem Telefon',
    title_other: '{{count}} Einträge warten auf diesem Telefon',
    text: 'Nichts ist verloren. Nicht gesendete Einträge öffnen sich und werden gesendet, sobald sich die Person wieder anmeldet, die sie erfasst hat.',
  },
  choose: {
    title: 'Wer bist du?',
    text: 'Der Dienst sagt nicht, wem dieses Token gehört. Wähle deinen Namen.',
    placeholder: 'Name oder Mail',
    none: 'Niemand mit diesem Namen',
    noneText:
      'Prüfe die Schreibweise oder versuche weniger Buchstaben. Fehlt dein Name, frag deine Teamleitung.',
  },
  space: {
    title: 'Welcher Bereich?',
    text: 'Du gehörst zu mehreren Bereichen. Du kannst jederzeit wechseln, unter deinen Initialen.',
  },
  openAddress: 'Adresse im Browser öffnen',
  problem: {
    cancelled: 'Du hast die Anmeldung verlassen, bevor sie fertig war. Es wurde nichts geändert.',
    no_sign_in: 'Dieser Dienst hat keine Anmeldung mit Code. Verwende dein Zugangstoken.',
    not_from_here:
      'Bei diesem Dienst meldest du dich auf seiner eigenen Seite an. Öffne seine Adresse im Browser oder verwende ein Zugangstoken.',
    code_expired:
      'Diese Anmeldung ist abgelaufen oder wurde schon benutzt. Fang neu an, um einen neuen Code zu bekommen.',
    not_a_code: 'Dieser Code enthält nicht die Adresse eines Dienstes.',
    no_camera: 'Doorstep kann die Kamera nicht verwenden. Gib stattdessen die Adresse ein.',
    bad_address: 'Das ist nicht die Adresse eines Dienstes. Eine Adresse beginnt mit https://',
    no_token: 'Gib ein Token ein, um beizutreten.',
    bad_token: 'Ein Token hat nur Buchstaben, Ziffern und Zeichen ohne Leerzeichen. Kopiere es noch einmal.',
    offline: 'Kein Netz. Zum Beitreten brauchst du einmal Netz; danach funktioniert Doorstep ohne.',
    unreachable:
      'Unter dieser Adresse antwortet nichts. Prüfe die Schreibweise und deine Verbindung. Wenn sich andere Seiten öffnen, ist vielleicht das Zertifikat des Dienstes falsch: Öffne die Adresse im Browser, um es zu sehen.',
    no_such_service: 'Unter dieser Adresse antwortet etwas, aber kein Dienst, der mit Doorstep funktioniert.',
    login_page:
      'Dieses Netz verlangt eine Anmeldung. Öffne die Anmeldeseite im Browser und komm dann zurück.',
    token_refused: 'Das Token ist abgelaufen oder wurde widerrufen. Bitte deine Leitung um einen neuen Link.',
    service_trouble: 'Der Dienst hat ein Problem. Versuche es in einer Minute noch einmal.',
  },
} as const;
