/** The texts of the sign-in pages and mails. */
export type Texts = {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly signIn: string;
  readonly mailIntro: string;
  readonly mailLabel: string;
  readonly mailButton: string;
  readonly mailInvalid: string;
  readonly codeTitle: string;
  /** `{mail}` stands for the address. */
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
  /** `{code}` stands for the code. */
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
  codeTitle: 'Enter your code',
  codeIntro: 'If {mail} is known here, a code of six digits is on its way to it. It is good for 10 minutes.',
  codeLabel: 'Code',
  codeButton: 'Sign in',
  newCode: 'Send a new code',
  newCodeSent: 'A new code is on its way. The one before no longer counts.',
  otherMail: 'Use another address',
  noMail: 'No mail? Look among the unwanted ones, or ask your organiser which address they know you by.',
  codeWrong: (left) => `This code is not right. Tries left: ${left}.`,
  codeSpent: 'This code was tried too often. Ask for a new one.',
  codeExpired: 'This code is too old. Ask for a new one.',
  tooMany: (minutes) => `Too many tries. Wait ${minutes} min, then try again.`,
  unknownPerson: 'The code is right, but nobody here has this address. Ask your organiser to invite you.',
  nameTitle: 'What is your name?',
  nameIntro: 'The people of your space see it.',
  firstname: 'First name',
  surname: 'Surname',
  nameButton: 'Continue',
  nameMissing: 'Enter your first name and your surname.',
  staleTitle: 'Start again',
  staleText: 'This page is out of date. Go back to the app and sign in from there.',
  failedTitle: 'That did not work',
  failedText: 'Go back to the app and sign in from there.',
  awayTitle: 'One moment',
  awayText: 'The service cannot be reached right now. Load this page again in a minute.',
  busyTitle: 'One moment',
  busyText: 'Too many people are signing in from your network. Load this page again in a minute.',
  demoPeople: 'This is a demo. Sign in as',
  demoCode: 'This is a demo: your code is {code}. Otherwise it comes by mail.',
  subject: (code) => `${code} is your Doorstep code`,
  letter: (code) =>
    `Your code: ${code}\n\nEnter it where you are signing in to Doorstep. It is good for 10 minutes.\n\n` +
    'Nobody from Doorstep will ever ask you for it. If you are not signing in, you need do nothing.',
  invitationSubject: (space) => `You are invited to ${space}`,
  invitationLetter: ({ space, by, mail, address }) =>
    `${by} invites you to ${space} on Doorstep.\n\nOpen ${address} and sign in with ${mail}. ` +
    'We send a code to this address; there is no password.',
};

const fr: Texts = {
  lang: 'fr',
  dir: 'ltr',
  signIn: 'Connexion',
  mailIntro: 'Saisissez votre adresse e-mail et nous vous envoyons un code. Il n’y a pas de mot de passe.',
  mailLabel: 'Adresse e-mail',
  mailButton: 'Envoyez-moi un code',
  mailInvalid: 'Ce n’est pas une adresse e-mail. Vérifiez-la et réessayez.',
  codeTitle: 'Saisissez votre code',
  codeIntro: 'Si {mail} est connue ici, un code à six chiffres est en route. Il est valable 10 minutes.',
  codeLabel: 'Code',
  codeButton: 'Se connecter',
  newCode: 'Envoyer un nouveau code',
  newCodeSent: 'Un nouveau code est en route. Le précédent ne compte plus.',
  otherMail: 'Autre adresse',
  noMail:
    'Pas de message ? Regardez parmi les indésirables, ou demandez à votre responsable quelle adresse est connue.',
  codeWrong: (left) => `Ce code n’est pas le bon. Essais restants : ${left}.`,
  codeSpent: 'Ce code a été essayé trop souvent. Demandez-en un nouveau.',
  codeExpired: 'Ce code est trop ancien. Demandez-en un nouveau.',
  tooMany: (minutes) => `Trop d’essais. Attendez ${minutes} min, puis réessayez.`,
  unknownPerson:
    'Le code est bon, mais personne ici n’a cette adresse. Demandez une invitation à votre responsable.',
  nameTitle: 'Quel est votre nom ?',
  nameIntro: 'Les personnes de votre espace le voient.',
  firstname: 'Prénom',
  surname: 'Nom',
  nameButton: 'Continuer',
  nameMissing: 'Saisissez votre prénom et votre nom.',
  staleTitle: 'Recommencez',
  staleText: 'Cette page n’est plus valable. Retournez dans l’application et connectez-vous depuis là.',
  failedTitle: 'Cela n’a pas marché',
  failedText: 'Retournez dans l’application et connectez-vous depuis là.',
  awayTitle: 'Un instant',
  awayText: 'Le service n’est pas joignable pour le moment. Rechargez cette page dans une minute.',
  busyTitle: 'Un instant',
  busyText: 'Trop de personnes se connectent depuis votre réseau. Rechargez cette page dans une minute.',
  demoPeople: 'Ceci est une démonstration. Connectez-vous comme',
  demoCode: 'Ceci est une démonstration : votre code est {code}. Sinon, il arrive par e-mail.',
  subject: (code) => `${code} est votre code Doorstep`,
  letter: (code) =>
    `Votre code : ${code}\n\nSaisissez-le là où vous vous connectez à Doorstep. Il est valable 10 minutes.\n\n` +
    'Personne de Doorstep ne vous le demandera. Si vous ne vous connectez pas, vous n’avez rien à faire.',
  invitationSubject: (space) => `Vous êtes invité·e à rejoindre ${space}`,
  invitationLetter: ({ space, by, mail, address }) =>
    `${by} vous invite à rejoindre ${space} sur Doorstep.\n\nOuvrez ${address} et connectez-vous avec ${mail}. ` +
    'Nous envoyons un code à cette adresse ; il n’y a pas de mot de passe.',
};

const es: Texts = {
  lang: 'es',
  dir: 'ltr',
  signIn: 'Iniciar sesión',
  mailIntro: 'Escriba su dirección de correo y le enviamos un código. No hay contraseña.',
  mailLabel: 'Dirección de correo',
  mailButton: 'Enviarme un código',
  mailInvalid: 'Esto no es una dirección de correo. Revísela e inténtelo de nuevo.',
  codeTitle: 'Escriba su código',
  codeIntro: 'Si {mail} se conoce aquí, un código de seis cifras va en camino. Sirve durante 10 minutos.',
  codeLabel: 'Código',
  codeButton: 'Iniciar sesión',
  newCode: 'Enviar otro código',
  newCodeSent: 'Otro código va en camino. El anterior ya no sirve.',
  otherMail: 'Usar otra dirección',
  noMail:
    '¿No llega? Mire entre el correo no deseado, o pregunte a su organizador qué dirección tiene de usted.',
  codeWrong: (left) => `Este código no es correcto. Intentos restantes: ${left}.`,
  codeSpent: 'Este código se probó demasiadas veces. Pida otro.',
  codeExpired: 'Este código es demasiado antiguo. Pida otro.',
  tooMany: (minutes) => `Demasiados intentos. Espere ${minutes} min e inténtelo de nuevo.`,
  unknownPerson:
    'El código es correcto, pero nadie aquí tiene esta dirección. Pida una invitación a su organizador.',
  nameTitle: '¿Cómo se llama?',
  nameIntro: 'Lo ven las personas de su espacio.',
  firstname: 'Nombre',
  surname: 'Apellidos',
  nameButton: 'Continuar',
  nameMissing: 'Escriba su nombre y sus apellidos.',
  staleTitle: 'Empiece de nuevo',
  staleText: 'Esta página ya no vale. Vuelva a la aplicación e inicie sesión desde allí.',
  failedTitle: 'No ha funcionado',
  failedText: 'Vuelva a la aplicación e inicie sesión desde allí.',
  awayTitle: 'Un momento',
  awayText: 'El servicio no está disponible ahora. Vuelva a cargar esta página dentro de un minuto.',
  busyTitle: 'Un momento',
  busyText:
    'Demasiadas personas inician sesión desde su red. Vuelva a cargar esta página dentro de un minuto.',
  demoPeople: 'Esto es una demostración. Entre como',
  demoCode: 'Esto es una demostración: su código es {code}. Normalmente llega por correo.',
  subject: (code) => `${code} es su código de Doorstep`,
  letter: (code) =>
    `Su código: ${code}\n\nEscríbalo donde está iniciando sesión en Doorstep. Sirve durante 10 minutos.\n\n` +
    'Nadie de Doorstep se lo pedirá. Si no está iniciando sesión, no tiene que hacer nada.',
  invitationSubject: (space) => `Le invitan a ${space}`,
  invitationLetter: ({ space, by, mail, address }) =>
    `${by} le invita a ${space} en Doorstep.\n\nAbra ${address} e inicie sesión con ${mail}. ` +
    'Enviamos un código a esta dirección; no hay contraseña.',
};

const de: Texts = {
  lang: 'de',
  dir: 'ltr',
  signIn: 'Anmelden',
  mailIntro: 'Geben Sie Ihre Mailadresse ein, und wir schicken Ihnen einen Code. Ein Passwort gibt es nicht.',
  mailLabel: 'Mailadresse',
  mailButton: 'Code schicken',
  mailInvalid: 'Das ist keine Mailadresse. Prüfen Sie sie und versuchen Sie es noch einmal.',
  codeTitle: 'Code eingeben',
  codeIntro:
    'Wenn {mail} hier bekannt ist, ist ein Code aus sechs Ziffern dorthin unterwegs. Er gilt 10 Minuten.',
  codeLabel: 'Code',
  codeButton: 'Anmelden',
  newCode: 'Neuen Code schicken',
  newCodeSent: 'Ein neuer Code ist unterwegs. Der vorige gilt nicht mehr.',
  otherMail: 'Andere Adresse',
  noMail:
    'Keine Mail? Sehen Sie bei den unerwünschten nach, oder fragen Sie, unter welcher Adresse man Sie kennt.',
  codeWrong: (left) => `Dieser Code stimmt nicht. Verbleibende Versuche: ${left}.`,
  codeSpent: 'Dieser Code wurde zu oft probiert. Lassen Sie sich einen neuen schicken.',
  codeExpired: 'Dieser Code ist zu alt. Lassen Sie sich einen neuen schicken.',
  tooMany: (minutes) => `Zu viele Versuche. Warten Sie ${minutes} Min. und versuchen Sie es noch einmal.`,
  unknownPerson: 'Der Code stimmt, aber niemand hier hat diese Adresse. Bitten Sie um eine Einladung.',
  nameTitle: 'Wie heißen Sie?',
  nameIntro: 'Die Menschen in Ihrem Bereich sehen es.',
  firstname: 'Vorname',
  surname: 'Nachname',
  nameButton: 'Weiter',
  nameMissing: 'Geben Sie Vornamen und Nachnamen ein.',
  staleTitle: 'Noch einmal von vorn',
  staleText: 'Diese Seite ist veraltet. Gehen Sie zurück in die App und melden Sie sich von dort an.',
  failedTitle: 'Das hat nicht geklappt',
  failedText: 'Gehen Sie zurück in die App und melden Sie sich von dort an.',
  awayTitle: 'Einen Moment',
  awayText: 'Der Dienst ist gerade nicht erreichbar. Laden Sie diese Seite in einer Minute noch einmal.',
  busyTitle: 'Einen Moment',
  busyText:
    'Aus Ihrem Netz melden sich zu viele auf einmal an. Laden Sie diese Seite in einer Minute noch einmal.',
  demoPeople: 'Dies ist eine Vorführung. Anmelden als',
  demoCode: 'Dies ist eine Vorführung: Ihr Code ist {code}. Sonst kommt er per Mail.',
  subject: (code) => `${code} ist Ihr Doorstep-Code`,
  letter: (code) =>
    `Ihr Code: ${code}\n\nGeben Sie ihn dort ein, wo Sie sich bei Doorstep anmelden. Er gilt 10 Minuten.\n\n` +
    'Niemand von Doorstep wird Sie danach fragen. Wenn Sie sich nicht anmelden, müssen Sie nichts tun.',
  invitationSubject: (space) => `Sie sind zu ${space} eingeladen`,
  invitationLetter: ({ space, by, mail, address }) =>
    `${by} lädt Sie zu ${space} auf Doorstep ein.\n\nÖffnen Sie ${address} und melden Sie sich mit ${mail} an. ` +
    'Wir schicken einen Code an diese Adresse; ein Passwort gibt es nicht.',
};

const ar: Texts = {
  lang: 'ar',
  dir: 'rtl',
  signIn: 'تسجيل الدخول',
  mailIntro: 'أدخل عنوان بريدك الإلكتروني وسنرسل إليك رمزًا. لا توجد كلمة مرور.',
  mailLabel: 'البريد الإلكتروني',
  mailButton: 'أرسلوا لي رمزًا',
  mailInvalid: 'هذا ليس عنوان بريد إلكتروني. تحقق منه وحاول مرة أخرى.',
  codeTitle: 'أدخل الرمز',
  codeIntro: 'إذا كان {mail} معروفًا هنا، فقد أُرسل إليه رمز من ستة أرقام. يصلح لمدة 10 دقائق.',
  codeLabel: 'الرمز',
  codeButton: 'تسجيل الدخول',
  newCode: 'إرسال رمز جديد',
  newCodeSent: 'أُرسل رمز جديد. ولم يعد الرمز السابق صالحًا.',
  otherMail: 'عنوان آخر',
  noMail: 'لم تصل الرسالة؟ ابحث في البريد غير المرغوب فيه، أو اسأل المنسّق عن العنوان المسجّل لديه.',
  codeWrong: (left) => `هذا الرمز غير صحيح. المحاولات المتبقية: ${left}.`,
  codeSpent: 'جُرّب هذا الرمز مرات كثيرة. اطلب رمزًا جديدًا.',
  codeExpired: 'انتهت صلاحية هذا الرمز. اطلب رمزًا جديدًا.',
  tooMany: (minutes) => `محاولات كثيرة جدًا. انتظر ${minutes} دقيقة ثم حاول مرة أخرى.`,
  unknownPerson: 'الرمز صحيح، لكن لا أحد هنا لديه هذا العنوان. اطلب دعوة من المنسّق.',
  nameTitle: 'ما اسمك؟',
  nameIntro: 'يراه أعضاء مساحتك.',
  firstname: 'الاسم الأول',
  surname: 'اسم العائلة',
  nameButton: 'متابعة',
  nameMissing: 'أدخل اسمك الأول واسم عائلتك.',
  staleTitle: 'ابدأ من جديد',
  staleText: 'انتهت صلاحية هذه الصفحة. ارجع إلى التطبيق وسجّل الدخول من هناك.',
  failedTitle: 'لم ينجح ذلك',
  failedText: 'ارجع إلى التطبيق وسجّل الدخول من هناك.',
  awayTitle: 'لحظة من فضلك',
  awayText: 'لا يمكن الوصول إلى الخدمة الآن. أعد تحميل هذه الصفحة بعد دقيقة.',
  busyTitle: 'لحظة من فضلك',
  busyText: 'يسجّل الدخول من شبكتك عدد كبير من الأشخاص. أعد تحميل هذه الصفحة بعد دقيقة.',
  demoPeople: 'هذا عرض تجريبي. سجّل الدخول بصفة',
  demoCode: 'هذا عرض تجريبي: رمزك هو {code}. في العادة يصل بالبريد.',
  subject: (code) => `${code} هو رمز Doorstep الخاص بك`,
  letter: (code) =>
    `رمزك: ${code}\n\nأدخله حيث تسجّل الدخول إلى Doorstep. يصلح لمدة 10 دقائق.\n\n` +
    'لن يطلبه منك أحد من Doorstep. إذا لم تكن تسجّل الدخول فلا داعي لفعل أي شيء.',
  invitationSubject: (space) => `دعوة للانضمام إلى ${space}`,
  invitationLetter: ({ space, by, mail, address }) =>
    `يدعوك ${by} للانضمام إلى ${space} على Doorstep.\n\nافتح ${address} وسجّل الدخول باستخدام ${mail}. ` +
    'سنرسل رمزًا إلى هذا العنوان، ولا توجد كلمة مرور.',
};

const languages = new Map([en, fr, es, de, ar].map((texts) => [texts.lang, texts]));

/** The languages of the pages; the first is the fallback. */
export const LANGUAGES: readonly string[] = [...languages.keys()];

/** The tags of a list such as `fr-CH, en;q=0.8` or `fr en`, most preferred first. */
function wantedTags(list: string): string[] {
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
  for (const tag of lists.flatMap((list) => wantedTags(list ?? ''))) {
    const found = languages.get(tag.split('-')[0] ?? '');
    if (found) return found;
  }
  return en;
}
