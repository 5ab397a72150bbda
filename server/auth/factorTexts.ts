import { textsFor } from './texts';

/** The texts of the pages and mails about the second factor, on screen "second step". */
export type FactorTexts = {
  readonly title: string;
  readonly askIntro: string;
  readonly codeLabel: string;
  readonly askButton: string;
  readonly lost: string;
  readonly wrong: string;
  readonly mailIntro: string;
  readonly mailButton: string;
  /** After a code was mailed to a person who is signed in. */
  readonly mailSent: string;
  readonly setUpTitle: string;
  readonly requiredNote: string;
  readonly setUpIntro: string;
  readonly setUpKey: string;
  readonly setUpButton: string;
  readonly codesTitle: string;
  readonly codesIntro: string;
  readonly codesButton: string;
  readonly doneTitle: string;
  readonly doneText: string;
  readonly codesLeft: (count: number) => string;
  readonly newCodesButton: string;
  readonly offButton: string;
  readonly offTitle: string;
  readonly offText: string;
  readonly onSubject: string;
  readonly onLetter: string;
  readonly offSubject: string;
  readonly offLetter: string;
};

const en: FactorTexts = {
  title: 'Second step',
  askIntro: 'Enter the six digits that your authenticator app shows, or one of your recovery codes.',
  codeLabel: 'Code',
  askButton: 'Continue',
  lost: 'No phone and no recovery code? An admin of your space can reset your second step.',
  wrong: 'This code is not right, or it was used already. Wait for the next one.',
  mailIntro: 'Before you set up a second step, confirm that {mail} is yours.',
  mailButton: 'Send me a code',
  mailSent: 'We have sent {mail} a code of six digits. The code is valid for 10 minutes.',
  setUpTitle: 'Set up a second step',
  requiredNote: 'Your space requires a second step for your role.',
  setUpIntro: 'Scan this code with an authenticator app, then enter the six digits that it shows.',
  setUpKey: 'Or type this key into the app:',
  setUpButton: 'Turn on',
  codesTitle: 'Save your recovery codes',
  codesIntro:
    'Each code works once in place of the app, for the day you lose your phone. Doorstep shows them only now.',
  codesButton: 'I have saved them',
  doneTitle: 'Your second step is confirmed',
  doneText: 'Go back to Doorstep. For 15 minutes it makes changes that need the second step.',
  codesLeft: (count) => `Recovery codes left: ${count}`,
  newCodesButton: 'Make new recovery codes',
  offButton: 'Turn off the second step',
  offTitle: 'Your second step is off',
  offText: 'You sign in with the code from your mail alone.',
  onSubject: 'Your Doorstep sign-in has a second step',
  onLetter:
    'From now on you also enter a code of your authenticator app when you sign in.\n\nIf you did not turn this on, tell your organiser.',
  offSubject: 'Your Doorstep second step is off',
  offLetter:
    'You sign in with the code from your mail alone.\n\nIf you did not turn the second step off and did not ask for it, tell your organiser.',
};

const fr: FactorTexts = {
  title: 'Deuxième étape',
  askIntro:
    'Saisissez les six chiffres de votre application d’authentification ou l’un de vos codes de secours.',
  codeLabel: 'Code',
  askButton: 'Continuer',
  lost: 'Ni téléphone ni code de secours ? L’administration de votre espace peut réinitialiser la deuxième étape.',
  wrong: 'Ce code n’est pas le bon ou il a déjà servi. Attendez le suivant.',
  mailIntro: 'Avant de configurer une deuxième étape, confirmez que {mail} est à vous.',
  mailButton: 'M’envoyer un code',
  mailSent: 'Nous avons envoyé à {mail} un code à six chiffres. Le code est valable 10 minutes.',
  setUpTitle: 'Configurer une deuxième étape',
  requiredNote: 'Votre espace exige une deuxième étape pour votre rôle.',
  setUpIntro:
    'Scannez ce code avec une application d’authentification, puis saisissez les six chiffres affichés.',
  setUpKey: 'Ou saisissez cette clé dans l’application :',
  setUpButton: 'Activer',
  codesTitle: 'Conservez vos codes de secours',
  codesIntro:
    'Chaque code remplace une fois l’application, si vous perdez votre téléphone. Doorstep ne les affiche que maintenant.',
  codesButton: 'Je les ai conservés',
  doneTitle: 'Votre deuxième étape est confirmée',
  doneText:
    'Revenez à Doorstep. Pendant 15 minutes, les modifications qui demandent la deuxième étape y sont possibles.',
  codesLeft: (count) => `Codes de secours restants : ${count}`,
  newCodesButton: 'Créer de nouveaux codes de secours',
  offButton: 'Désactiver la deuxième étape',
  offTitle: 'Votre deuxième étape est désactivée',
  offText: 'Vous vous connectez avec le seul code reçu par e-mail.',
  onSubject: 'Votre connexion à Doorstep a une deuxième étape',
  onLetter:
    'Désormais, vous saisissez aussi un code de votre application d’authentification pour vous connecter.\n\nSi ce n’est pas vous, prévenez votre responsable.',
  offSubject: 'Votre deuxième étape Doorstep est désactivée',
  offLetter:
    'Vous vous connectez avec le seul code reçu par e-mail.\n\nSi vous ne l’avez ni désactivée ni demandé, prévenez votre responsable.',
};

const es: FactorTexts = {
  title: 'Segundo paso',
  askIntro:
    'Escribe los seis dígitos de tu aplicación de autenticación o uno de tus códigos de recuperación.',
  codeLabel: 'Código',
  askButton: 'Continuar',
  lost: '¿Sin teléfono ni código de recuperación? La administración de tu espacio puede restablecer tu segundo paso.',
  wrong: 'Este código no es correcto o ya se ha usado. Espera al siguiente.',
  mailIntro: 'Antes de configurar un segundo paso, confirma que {mail} es tuya.',
  mailButton: 'Enviarme un código',
  mailSent: 'Hemos enviado a {mail} un código de seis cifras. El código vale 10 minutos.',
  setUpTitle: 'Configurar un segundo paso',
  requiredNote: 'Tu espacio exige un segundo paso para tu rol.',
  setUpIntro:
    'Escanea este código con una aplicación de autenticación y escribe los seis dígitos que muestra.',
  setUpKey: 'O escribe esta clave en la aplicación:',
  setUpButton: 'Activar',
  codesTitle: 'Guarda tus códigos de recuperación',
  codesIntro:
    'Cada código sustituye una vez a la aplicación, por si pierdes el teléfono. Doorstep solo los muestra ahora.',
  codesButton: 'Los he guardado',
  doneTitle: 'Tu segundo paso está confirmado',
  doneText: 'Vuelve a Doorstep. Durante 15 minutos permite los cambios que piden el segundo paso.',
  codesLeft: (count) => `Códigos de recuperación restantes: ${count}`,
  newCodesButton: 'Crear códigos de recuperación nuevos',
  offButton: 'Desactivar el segundo paso',
  offTitle: 'Tu segundo paso está desactivado',
  offText: 'Inicias sesión solo con el código de tu correo.',
  onSubject: 'Tu inicio de sesión en Doorstep tiene un segundo paso',
  onLetter:
    'A partir de ahora también escribes un código de tu aplicación de autenticación al iniciar sesión.\n\nSi no has sido tú, avisa a tu organización.',
  offSubject: 'Tu segundo paso de Doorstep está desactivado',
  offLetter:
    'Inicias sesión solo con el código de tu correo.\n\nSi no lo has desactivado ni lo has pedido, avisa a tu organización.',
};

const de: FactorTexts = {
  title: 'Zweiter Schritt',
  askIntro: 'Gib die sechs Ziffern aus deiner Authentifizierungs-App ein oder einen deiner Ersatzcodes.',
  codeLabel: 'Code',
  askButton: 'Weiter',
  lost: 'Kein Telefon und kein Ersatzcode? Ein Admin deines Bereichs kann deinen zweiten Schritt zurücksetzen.',
  wrong: 'Dieser Code stimmt nicht oder wurde schon benutzt. Warte auf den nächsten.',
  mailIntro: 'Bestätige zuerst, dass {mail} dir gehört. Dann richtest du einen zweiten Schritt ein.',
  mailButton: 'Code schicken',
  mailSent: 'Wir haben einen sechsstelligen Code an {mail} geschickt. Der Code gilt 10 Minuten.',
  setUpTitle: 'Zweiten Schritt einrichten',
  requiredNote: 'Dein Bereich verlangt für deine Rolle einen zweiten Schritt.',
  setUpIntro:
    'Scanne diesen Code mit einer Authentifizierungs-App und gib die sechs Ziffern ein, die sie zeigt.',
  setUpKey: 'Oder tippe diesen Schlüssel in die App:',
  setUpButton: 'Einschalten',
  codesTitle: 'Ersatzcodes aufbewahren',
  codesIntro:
    'Jeder Code ersetzt die App einmal, falls du dein Telefon verlierst. Doorstep zeigt sie nur jetzt.',
  codesButton: 'Ich habe sie aufbewahrt',
  doneTitle: 'Dein zweiter Schritt ist bestätigt',
  doneText:
    'Geh zurück zu Doorstep. 15 Minuten lang sind dort Änderungen möglich, die den zweiten Schritt brauchen.',
  codesLeft: (count) => `Übrige Ersatzcodes: ${count}`,
  newCodesButton: 'Neue Ersatzcodes erstellen',
  offButton: 'Zweiten Schritt ausschalten',
  offTitle: 'Dein zweiter Schritt ist aus',
  offText: 'Du meldest dich nur mit dem Code aus der Mail an.',
  onSubject: 'Deine Anmeldung bei Doorstep hat einen zweiten Schritt',
  onLetter:
    'Ab jetzt gibst du beim Anmelden auch einen Code deiner Authentifizierungs-App ein.\n\nWenn du das nicht eingeschaltet hast, sag deiner Leitung Bescheid.',
  offSubject: 'Dein zweiter Schritt bei Doorstep ist aus',
  offLetter:
    'Du meldest dich nur mit dem Code aus der Mail an.\n\nWenn du ihn nicht ausgeschaltet und nicht darum gebeten hast, sag deiner Leitung Bescheid.',
};

const ar: FactorTexts = {
  title: 'الخطوة الثانية',
  askIntro: 'أدخل الأرقام الستة التي يعرضها تطبيق المصادقة، أو أحد رموز الاسترداد.',
  codeLabel: 'الرمز',
  askButton: 'متابعة',
  lost: 'لا هاتف ولا رمز استرداد؟ يستطيع مشرف مساحتك إعادة ضبط الخطوة الثانية.',
  wrong: 'هذا الرمز غير صحيح أو سبق استخدامه. انتظر الرمز التالي.',
  mailIntro: 'قبل إعداد خطوة ثانية، أكّد أن {mail} عنوانك.',
  mailButton: 'أرسل لي رمزًا',
  mailSent: 'أرسلنا إلى {mail} رمزًا من ستة أرقام. الرمز صالح لمدة 10 دقائق.',
  setUpTitle: 'إعداد خطوة ثانية',
  requiredNote: 'تشترط مساحتك خطوة ثانية لدورك.',
  setUpIntro: 'امسح هذا الرمز بتطبيق مصادقة، ثم أدخل الأرقام الستة التي يعرضها.',
  setUpKey: 'أو اكتب هذا المفتاح في التطبيق:',
  setUpButton: 'تفعيل',
  codesTitle: 'احفظ رموز الاسترداد',
  codesIntro: 'يحل كل رمز محل التطبيق مرة واحدة إذا فقدت هاتفك. لا يعرضها Doorstep إلا الآن.',
  codesButton: 'حفظتها',
  doneTitle: 'تم تأكيد خطوتك الثانية',
  doneText: 'عد إلى Doorstep. تستطيع خلال 15 دقيقة إجراء التغييرات التي تتطلب الخطوة الثانية.',
  codesLeft: (count) => `رموز الاسترداد المتبقية: ${count}`,
  newCodesButton: 'إنشاء رموز استرداد جديدة',
  offButton: 'إيقاف الخطوة الثانية',
  offTitle: 'خطوتك الثانية متوقفة',
  offText: 'تسجّل الدخول بالرمز المرسل إلى بريدك وحده.',
  onSubject: 'لتسجيل دخولك إلى Doorstep خطوة ثانية',
  onLetter:
    'من الآن تدخل أيضًا رمزًا من تطبيق المصادقة عند تسجيل الدخول.\n\nإذا لم تفعّلها بنفسك، فأخبر المنظّم.',
  offSubject: 'خطوتك الثانية في Doorstep متوقفة',
  offLetter: 'تسجّل الدخول بالرمز المرسل إلى بريدك وحده.\n\nإذا لم توقفها ولم تطلب ذلك، فأخبر المنظّم.',
};

const languages = new Map(Object.entries({ en, fr, es, de, ar }));

/** The texts in the first supported language of the given lists. */
export function factorTextsFor(...lists: readonly (string | undefined)[]): FactorTexts {
  return languages.get(textsFor(...lists).lang) ?? en;
}
