/** The texts of the sign-in pages and mails. */
export type Texts = {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly signIn: string;
  readonly mailIntro: string;
  readonly mailLabel: string;
  readonly mailButton: string;
  readonly mailInvalid: string;
  readonly providerButton: (name: string) => string;
  readonly providerAway: (name: string) => string;
  readonly providerFailed: (name: string) => string;
  readonly providerUnverified: (name: string) => string;
  readonly newcomerSummary: string;
  readonly newcomerLabel: string;
  readonly newcomerWrong: string;
  readonly codeTitle: string;
  /** `{mail}` is replaced by the address. */
  readonly codeIntro: string;
  readonly codeLabel: string;
  readonly codeButton: string;
  readonly newCode: string;
  /** After another code was requested. */
  readonly newCodeSent: string;
  readonly otherMail: string;
  readonly noMail: string;
  readonly codeWrong: (triesLeft: number) => string;
  readonly codeSpent: string;
  readonly codeExpired: string;
  readonly tooMany: (minutes: number) => string;
  readonly unknownPerson: string;
  readonly nameTitle: string;
  readonly nameIntro: string;
  readonly firstname: string;
  readonly surname: string;
  readonly nameButton: string;
  readonly nameMissing: string;
  readonly staleTitle: string;
  readonly staleText: string;
  readonly failedTitle: string;
  readonly failedText: string;
  readonly awayTitle: string;
  readonly awayText: string;
  readonly busyTitle: string;
  readonly busyText: string;
  readonly demoPeople: string;
  /** `{code}` is replaced by the code. */
  readonly demoCode: string;
  readonly subject: (code: string) => string;
  readonly letter: (code: string) => string;
  readonly invitationSubject: (space: string) => string;
  readonly invitationLetter: (invitation: Invitation) => string;
};

export type Invitation = {
  readonly space: string;
  readonly by: string;
  readonly mail: string;
  readonly address: string;
};

const en: Texts = {
  lang: 'en',
  dir: 'ltr',
  signIn: 'Sign in',
  mailIntro: 'Enter your mail address and we send you a code. There is no password.',
  mailLabel: 'Mail address',
  mailButton: 'Send me a code',
  mailInvalid: 'This is not a mail address. Check it and try again.',
  providerButton: (name) => `Sign in with ${name}`,
  providerAway: (name) => `${name} cannot be reached. Try again, or use a code by mail.`,
  providerFailed: (name) => `Signing in with ${name} did not work. Try again, or use a code by mail.`,
  providerUnverified: (name) =>
    `${name} has not confirmed your mail address, so it does not count here. Use a code by mail.`,
  newcomerSummary: 'New here? Enter the code of your team',
  newcomerLabel: 'Code of the team',
  newcomerWrong: 'This code is wrong or has ended. Ask your team leader for a new one.',
  codeTitle: 'Enter your code',
  codeIntro:
    'If {mail} has an account or an invitation here, we have sent it a code of six digits. The code is valid for 10 minutes.',
  codeLabel: 'Code',
  codeButton: 'Sign in',
  newCode: 'Send a new code',
  newCodeSent: 'We have sent a new code. The previous code is not valid any more.',
  otherMail: 'Use another address',
  noMail: 'No mail? Check your spam folder, or ask your organiser which address they have for you.',
  codeWrong: (left) => `This code is wrong. Tries left: ${left}.`,
  codeSpent: 'This code was tried too often. Request a new one.',
  codeExpired: 'This code has expired. Request a new one.',
  tooMany: (minutes) => `Too many tries. Wait ${minutes} min, then try again.`,
  unknownPerson: 'The code is right, but this address has no account here. Ask your organiser to invite you.',
  nameTitle: 'What is your name?',
  nameIntro: 'The people in your space see your name.',
  firstname: 'First name',
  surname: 'Surname',
  nameButton: 'Continue',
  nameMissing: 'Enter your first name and your surname.',
  staleTitle: 'Start again',
  staleText: 'This page has expired. Go back to the app and sign in from there.',
  failedTitle: 'Sign-in failed',
  failedText: 'Go back to the app and sign in from there.',
  awayTitle: 'Please wait a minute',
  awayText: 'The service is not available right now. Reload this page in a minute.',
  busyTitle: 'Please wait a minute',
  busyText: 'Too many people are signing in from your network. Reload this page in a minute.',
  demoPeople: 'This is a demo. Sign in as',
  demoCode: 'This is a demo: your code is {code}. Outside the demo you get the code by mail.',
  subject: (code) => `${code} is your Doorstep code`,
  letter: (code) =>
    `Your code: ${code}\n\nEnter the code where you are signing in to Doorstep. The code is valid for 10 minutes.\n\n` +
    'Nobody from Doorstep asks you for this code. If you are not signing in, ignore this mail.',
  invitationSubject: (space) => `You are invited to ${space}`,
  invitationLetter: ({ space, by, mail, address }) =>
    `${by} invites you to ${space} on Doorstep.\n\nOpen ${address} and sign in with ${mail}. ` +
    'We send a code to this address. There is no password.',
};

const fr: Texts = {
  lang: 'fr',
  dir: 'ltr',
  signIn: 'Connexion',
  mailIntro: 'Saisissez votre adresse e-mail et nous vous envoyons un code. Il n’y a pas de mot de passe.',
  mailLabel: 'Adresse e-mail',
  mailButton: 'Recevoir un code',
  mailInvalid: 'Ce n’est pas une adresse e-mail. Vérifiez-la et réessayez.',
  providerButton: (name) => `Se connecter avec ${name}`,
  providerAway: (name) => `${name} est injoignable. Réessayez, ou utilisez un code par e-mail.`,
  providerFailed: (name) =>
    `La connexion avec ${name} n’a pas abouti. Réessayez, ou utilisez un code par e-mail.`,
  providerUnverified: (name) =>
    `${name} n’a pas confirmé votre adresse mail, elle ne compte donc pas ici. Utilisez un code par e-mail.`,
  newcomerSummary: 'Première fois ici ? Saisissez le code de votre équipe',
  newcomerLabel: 'Code de l’équipe',
  newcomerWrong:
    'Ce code est faux ou n’est plus valable. Demandez-en un nouveau à votre responsable d’équipe.',
  codeTitle: 'Saisissez votre code',
  codeIntro:
    'Si {mail} a un compte ou une invitation ici, nous y avons envoyé un code à six chiffres. Le code est valable 10 minutes.',
  codeLabel: 'Code',
  codeButton: 'Se connecter',
  newCode: 'Envoyer un nouveau code',
  newCodeSent: 'Nous avons envoyé un nouveau code. Le code précédent n’est plus valable.',
  otherMail: 'Utiliser une autre adresse',
  noMail:
    'Pas de message ? Vérifiez vos indésirables, ou demandez à votre responsable quelle adresse est enregistrée.',
  codeWrong: (left) => `Ce code est incorrect. Essais restants : ${left}.`,
  codeSpent: 'Ce code a été essayé trop souvent. Demandez-en un nouveau.',
  codeExpired: 'Ce code a expiré. Demandez-en un nouveau.',
  tooMany: (minutes) => `Trop d’essais. Attendez ${minutes} min, puis réessayez.`,
  unknownPerson:
    'Le code est correct, mais cette adresse n’a pas de compte ici. Demandez une invitation à votre responsable.',
  nameTitle: 'Quel est votre nom ?',
  nameIntro: 'Les personnes de votre espace voient votre nom.',
  firstname: 'Prénom',
  surname: 'Nom',
  nameButton: 'Continuer',
  nameMissing: 'Saisissez votre prénom et votre nom.',
  staleTitle: 'Recommencez',
  staleText: 'Cette page a expiré. Retournez dans l’application pour vous connecter.',
  failedTitle: 'La connexion a échoué',
  failedText: 'Retournez dans l’application pour vous connecter.',
  awayTitle: 'Patientez une minute',
  awayText: 'Le service n’est pas disponible pour le moment. Rechargez cette page dans une minute.',
  busyTitle: 'Patientez une minute',
  busyText: 'Trop de personnes se connectent depuis votre réseau. Rechargez cette page dans une minute.',
  demoPeople: 'Ceci est une démo. Connectez-vous en tant que',
  demoCode:
    'Ceci est une démo : votre code est {code}. En dehors de la démo, vous recevez le code par e-mail.',
  subject: (code) => `${code} est votre code Doorstep`,
  letter: (code) =>
    `Votre code : ${code}\n\nSaisissez ce code là où vous vous connectez à Doorstep. Il est valable 10 minutes.\n\n` +
    'Personne chez Doorstep ne vous demande ce code. Si vous n’êtes pas en train de vous connecter, ignorez ce message.',
  invitationSubject: (space) => `Invitation à rejoindre ${space}`,
  invitationLetter: ({ space, by, mail, address }) =>
    `${by} vous invite à rejoindre ${space} sur Doorstep.\n\nOuvrez ${address} et connectez-vous avec ${mail}. ` +
    'Nous envoyons un code à cette adresse. Il n’y a pas de mot de passe.',
};

const es: Texts = {
  lang: 'es',
  dir: 'ltr',
  signIn: 'Iniciar sesión',
  mailIntro: 'Escribe tu dirección de correo y te enviamos un código. No hay contraseña.',
  mailLabel: 'Dirección de correo',
  mailButton: 'Enviarme un código',
  mailInvalid: 'Esto no es una dirección de correo. Revísala e inténtalo de nuevo.',
  providerButton: (name) => `Iniciar sesión con ${name}`,
  providerAway: (name) => `No se puede llegar a ${name}. Inténtalo de nuevo o usa un código por correo.`,
  providerFailed: (name) =>
    `El inicio de sesión con ${name} no funcionó. Inténtalo de nuevo o usa un código por correo.`,
  providerUnverified: (name) =>
    `${name} no ha confirmado tu dirección de correo, así que aquí no vale. Usa un código por correo.`,
  newcomerSummary: '¿Es tu primera vez? Escribe el código de tu equipo',
  newcomerLabel: 'Código del equipo',
  newcomerWrong: 'Este código es incorrecto o ya no vale. Pide uno nuevo a la coordinación de tu equipo.',
  codeTitle: 'Escribe tu código',
  codeIntro:
    'Si {mail} tiene una cuenta o una invitación aquí, le hemos enviado un código de seis cifras. El código vale 10 minutos.',
  codeLabel: 'Código',
  codeButton: 'Iniciar sesión',
  newCode: 'Enviar otro código',
  newCodeSent: 'Hemos enviado otro código. El código anterior ya no vale.',
  otherMail: 'Usar otra dirección',
  noMail:
    '¿No llega el correo? Mira en la carpeta de spam o pregunta a tu organización qué dirección tiene de ti.',
  codeWrong: (left) => `Este código no es correcto. Intentos restantes: ${left}.`,
  codeSpent: 'Este código se ha probado demasiadas veces. Pide otro.',
  codeExpired: 'Este código ha caducado. Pide otro.',
  tooMany: (minutes) => `Demasiados intentos. Espera ${minutes} min e inténtalo de nuevo.`,
  unknownPerson:
    'El código es correcto, pero esta dirección no tiene cuenta aquí. Pide una invitación a tu organización.',
  nameTitle: '¿Cómo te llamas?',
  nameIntro: 'Las personas de tu espacio ven tu nombre.',
  firstname: 'Nombre',
  surname: 'Apellidos',
  nameButton: 'Continuar',
  nameMissing: 'Escribe tu nombre y tus apellidos.',
  staleTitle: 'Empieza de nuevo',
  staleText: 'Esta página ha caducado. Vuelve a la aplicación e inicia sesión desde allí.',
  failedTitle: 'No se ha podido iniciar sesión',
  failedText: 'Vuelve a la aplicación e inicia sesión desde allí.',
  awayTitle: 'Espera un minuto',
  awayText:
    'El servicio no está disponible en este momento. Vuelve a cargar esta página dentro de un minuto.',
  busyTitle: 'Espera un minuto',
  busyText:
    'Demasiadas personas están iniciando sesión desde tu red. Vuelve a cargar esta página dentro de un minuto.',
  demoPeople: 'Esto es una demo. Inicia sesión como',
  demoCode: 'Esto es una demo: tu código es {code}. Fuera de la demo, recibes el código por correo.',
  subject: (code) => `${code} es tu código de Doorstep`,
  letter: (code) =>
    `Tu código: ${code}\n\nEscribe el código donde estás iniciando sesión en Doorstep. El código vale 10 minutos.\n\n` +
    'Nadie de Doorstep te pide este código. Si no estás iniciando sesión, ignora este correo.',
  invitationSubject: (space) => `Invitación a ${space}`,
  invitationLetter: ({ space, by, mail, address }) =>
    `${by} te invita a ${space} en Doorstep.\n\nAbre ${address} e inicia sesión con ${mail}. ` +
    'Enviamos un código a esta dirección. No hay contraseña.',
};

const de: Texts = {
  lang: 'de',
  dir: 'ltr',
  signIn: 'Anmelden',
  mailIntro: 'Gib deine Mailadresse ein, und wir schicken dir einen Code. Es gibt kein Passwort.',
  mailLabel: 'Mailadresse',
  mailButton: 'Code schicken',
  mailInvalid: 'Das ist keine Mailadresse. Prüfe sie und versuche es noch einmal.',
  providerButton: (name) => `Mit ${name} anmelden`,
  providerAway: (name) =>
    `${name} ist nicht erreichbar. Versuch es noch einmal oder nimm einen Code per Mail.`,
  providerFailed: (name) =>
    `Die Anmeldung mit ${name} hat nicht geklappt. Versuch es noch einmal oder nimm einen Code per Mail.`,
  providerUnverified: (name) =>
    `${name} hat deine Mailadresse nicht bestätigt, darum gilt sie hier nicht. Nimm einen Code per Mail.`,
  newcomerSummary: 'Neu hier? Gib den Code deines Teams ein',
  newcomerLabel: 'Code des Teams',
  newcomerWrong:
    'Dieser Code ist falsch oder nicht mehr gültig. Bitte die Leitung deines Teams um einen neuen.',
  codeTitle: 'Code eingeben',
  codeIntro:
    'Wenn {mail} hier ein Konto oder eine Einladung hat, haben wir einen sechsstelligen Code dorthin geschickt. Der Code gilt 10 Minuten.',
  codeLabel: 'Code',
  codeButton: 'Anmelden',
  newCode: 'Neuen Code schicken',
  newCodeSent: 'Wir haben einen neuen Code geschickt. Der vorige Code gilt nicht mehr.',
  otherMail: 'Andere Adresse',
  noMail:
    'Keine Mail? Sieh im Spam-Ordner nach oder frag deine Organisation, welche Adresse sie von dir hat.',
  codeWrong: (left) => `Dieser Code ist falsch. Verbleibende Versuche: ${left}.`,
  codeSpent: 'Dieser Code wurde zu oft probiert. Lass dir einen neuen schicken.',
  codeExpired: 'Dieser Code ist abgelaufen. Lass dir einen neuen schicken.',
  tooMany: (minutes) => `Zu viele Versuche. Warte ${minutes} Min. und versuche es noch einmal.`,
  unknownPerson:
    'Der Code stimmt, aber diese Adresse hat hier kein Konto. Bitte deine Organisation um eine Einladung.',
  nameTitle: 'Wie heißt du?',
  nameIntro: 'Die Menschen in deinem Bereich sehen deinen Namen.',
  firstname: 'Vorname',
  surname: 'Nachname',
  nameButton: 'Weiter',
  nameMissing: 'Gib deinen Vornamen und deinen Nachnamen ein.',
  staleTitle: 'Noch einmal von vorn',
  staleText: 'Diese Seite ist abgelaufen. Geh zurück in die App und melde dich dort an.',
  failedTitle: 'Die Anmeldung hat nicht geklappt',
  failedText: 'Geh zurück in die App und melde dich dort an.',
  awayTitle: 'Bitte warte eine Minute',
  awayText: 'Der Dienst ist gerade nicht erreichbar. Lade diese Seite in einer Minute neu.',
  busyTitle: 'Bitte warte eine Minute',
  busyText: 'Aus deinem Netz melden sich gerade zu viele Menschen an. Lade diese Seite in einer Minute neu.',
  demoPeople: 'Das ist eine Demo. Anmelden als',
  demoCode: 'Das ist eine Demo: Dein Code ist {code}. Außerhalb der Demo kommt der Code per Mail.',
  subject: (code) => `${code} ist dein Doorstep-Code`,
  letter: (code) =>
    `Dein Code: ${code}\n\nGib den Code dort ein, wo du dich bei Doorstep anmeldest. Der Code gilt 10 Minuten.\n\n` +
    'Niemand von Doorstep fragt dich nach diesem Code. Wenn du dich nicht anmeldest, ignoriere diese Mail.',
  invitationSubject: (space) => `Einladung zu ${space}`,
  invitationLetter: ({ space, by, mail, address }) =>
    `${by} lädt dich zu ${space} auf Doorstep ein.\n\nÖffne ${address} und melde dich mit ${mail} an. ` +
    'Wir schicken einen Code an diese Adresse. Es gibt kein Passwort.',
};

const ar: Texts = {
  lang: 'ar',
  dir: 'rtl',
  signIn: 'تسجيل الدخول',
  mailIntro: 'أدخل عنوان بريدك الإلكتروني وسنرسل إليك رمزًا. لا توجد كلمة مرور.',
  mailLabel: 'البريد الإلكتروني',
  mailButton: 'إرسال الرمز',
  mailInvalid: 'هذا ليس عنوان بريد إلكتروني. تحقق منه وحاول مرة أخرى.',
  providerButton: (name) => `تسجيل الدخول عبر \u2068${name}\u2069`,
  providerAway: (name) => `تعذّر الوصول إلى \u2068${name}\u2069. حاول مرة أخرى أو استخدم رمزًا بالبريد.`,
  providerFailed: (name) =>
    `لم ينجح تسجيل الدخول عبر \u2068${name}\u2069. حاول مرة أخرى أو استخدم رمزًا بالبريد.`,
  providerUnverified: (name) =>
    `لم يؤكد \u2068${name}\u2069 عنوان بريدك، فلا يُقبل هنا. استخدم رمزًا بالبريد.`,
  newcomerSummary: 'أول مرة هنا؟ أدخل رمز فريقك',
  newcomerLabel: 'رمز الفريق',
  newcomerWrong: 'هذا الرمز خاطئ أو انتهت صلاحيته. اطلب رمزًا جديدًا من قائد فريقك.',
  codeTitle: 'أدخل الرمز',
  codeIntro:
    'إذا كان للعنوان {mail} حساب أو دعوة هنا، فقد أرسلنا إليه رمزًا من ستة أرقام. الرمز صالح لمدة 10 دقائق.',
  codeLabel: 'الرمز',
  codeButton: 'تسجيل الدخول',
  newCode: 'إرسال رمز جديد',
  newCodeSent: 'أرسلنا رمزًا جديدًا. الرمز السابق لم يعد صالحًا.',
  otherMail: 'استخدام عنوان آخر',
  noMail: 'لم تصل الرسالة؟ تحقق من مجلد البريد غير المرغوب فيه، أو اسأل المنسّق عن العنوان المسجّل لديه.',
  codeWrong: (left) => `هذا الرمز غير صحيح. المحاولات المتبقية: ${left}.`,
  codeSpent: 'جُرّب هذا الرمز مرات كثيرة. اطلب رمزًا جديدًا.',
  codeExpired: 'انتهت صلاحية هذا الرمز. اطلب رمزًا جديدًا.',
  tooMany: (minutes) => `محاولات كثيرة جدًا. دقائق الانتظار قبل المحاولة التالية: ${minutes}.`,
  unknownPerson: 'الرمز صحيح، لكن ليس لهذا العنوان حساب هنا. اطلب دعوة من المنسّق.',
  nameTitle: 'ما اسمك؟',
  nameIntro: 'يرى أعضاء مساحتك اسمك.',
  firstname: 'الاسم الأول',
  surname: 'اسم العائلة',
  nameButton: 'متابعة',
  nameMissing: 'أدخل اسمك الأول واسم عائلتك.',
  staleTitle: 'ابدأ من جديد',
  staleText: 'انتهت صلاحية هذه الصفحة. ارجع إلى التطبيق وسجّل الدخول من هناك.',
  failedTitle: 'تعذّر تسجيل الدخول',
  failedText: 'ارجع إلى التطبيق وسجّل الدخول من هناك.',
  awayTitle: 'انتظر دقيقة من فضلك',
  awayText: 'الخدمة غير متاحة الآن. أعد تحميل هذه الصفحة بعد دقيقة.',
  busyTitle: 'انتظر دقيقة من فضلك',
  busyText: 'يسجّل الدخول من شبكتك عدد كبير من الأشخاص. أعد تحميل هذه الصفحة بعد دقيقة.',
  demoPeople: 'هذا عرض تجريبي. سجّل الدخول باسم',
  demoCode: 'هذا عرض تجريبي: رمزك هو {code}. خارج العرض التجريبي يصلك الرمز بالبريد.',
  subject: (code) => `${code} هو رمز Doorstep الخاص بك`,
  letter: (code) =>
    `رمزك: ${code}\n\nأدخل الرمز حيث تسجّل الدخول إلى Doorstep. الرمز صالح لمدة 10 دقائق.\n\n` +
    'لن يطلب منك أحد من Doorstep هذا الرمز. إذا لم تكن تسجّل الدخول، فتجاهل هذه الرسالة.',
  invitationSubject: (space) => `دعوة للانضمام إلى ${space}`,
  invitationLetter: ({ space, by, mail, address }) =>
    `يدعوك ${by} للانضمام إلى ${space} على Doorstep.\n\nافتح ${address} وسجّل الدخول باستخدام ${mail}. ` +
    'سنرسل رمزًا إلى هذا العنوان. لا توجد كلمة مرور.',
};

const languages = new Map([en, fr, es, de, ar].map((texts) => [texts.lang, texts]));

/** The languages of the pages; the first is the fallback. */
export const LANGUAGES: readonly string[] = [...languages.keys()];

/** The tags of a list such as `fr-CH, en;q=0.8` or `fr en`, most preferred first. */
function preferredTags(list: string): string[] {
  return list
    .slice(0, 200)
    .split(/[,\s]+/)
    .map((item) => {
      const [tag = '', ...parameters] = item.split(';');
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { tag: tag.toLowerCase(), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((left, right) => right.weight - left.weight)
    .map(({ tag }) => tag);
}

/** The texts in the first supported language of the given lists. */
export function textsFor(...lists: readonly (string | undefined)[]): Texts {
  for (const tag of lists.flatMap((list) => preferredTags(list ?? ''))) {
    const found = languages.get(tag.split('-')[0] ?? '');
    if (found) return found;
  }
  return en;
}
