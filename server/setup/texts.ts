import type { RoleType } from '@/contract/role';

/** The texts of the setup page, and the names of what it creates. */
export type SetupTexts = {
  readonly title: string;
  readonly intro: string;
  readonly code: string;
  readonly codeHint: string;
  readonly name: string;
  readonly mail: string;
  readonly mailHint: string;
  readonly currency: string;
  readonly language: string;
  readonly examples: string;
  readonly button: string;
  readonly badCode: string;
  readonly closed: string;
  readonly badName: string;
  readonly badMail: string;
  readonly badCurrency: string;
  readonly doneTitle: string;
  /** `{mail}` is replaced by the address. */
  readonly doneText: string;
  /** Where the code is while there is no mail server. */
  readonly noMailServer: string;
  readonly noMailInvite: string;
  readonly open: string;
  readonly statuses: Readonly<Record<'valid' | 'unpaid' | 'reimbursed' | 'bank_error' | 'cancel', string>>;
  readonly roles: Readonly<Record<RoleType, string>>;
  readonly prices: Readonly<Record<'group' | 'full' | 'reduced' | 'free', string>>;
};

const en: SetupTexts = {
  title: 'Set up your organisation',
  intro: 'This service is new. It takes a minute.',
  code: 'Setup code',
  codeHint: 'Printed where the service was started.',
  name: 'Name of the organisation',
  mail: 'Your mail address',
  mailHint: 'You are the first admin and sign in with a code sent to this address.',
  currency: 'Currency, like EUR',
  language: 'Language',
  examples: 'Add example prices, to change later',
  button: 'Create',
  badCode: 'This is not the setup code.',
  closed: 'Too many wrong codes. Restart the service to get another one.',
  badName: 'Type the name of the organisation.',
  badMail: 'This is not a mail address.',
  badCurrency: 'This is not a currency. Type its three letters, like EUR.',
  doneTitle: 'Ready',
  doneText: 'Sign in as {mail}. A code is sent to this address.',
  noMailServer:
    'This service has no mail server yet: it writes each mail to a file. Ask for the code in Doorstep, then open the newest file in the folder mail of the data folder.',
  noMailInvite:
    'Before you invite others, set SMTP_URL to the address of a mail server and start the service again. Until then their mails are files too.',
  open: 'Open Doorstep',
  statuses: {
    valid: 'Valid',
    unpaid: 'Unpaid',
    reimbursed: 'Reimbursed',
    bank_error: 'Refused by the bank',
    cancel: 'Cancelled',
  },
  roles: { superadmin: 'Superadmin', admin: 'Administrator', manager: 'Manager', user: 'Volunteer' },
  prices: { group: 'Membership', full: 'Full', reduced: 'Reduced', free: 'Free amount' },
};

const de: SetupTexts = {
  title: 'Richte deine Organisation ein',
  intro: 'Dieser Dienst ist neu. Es dauert eine Minute.',
  code: 'Einrichtungscode',
  codeHint: 'Steht dort, wo der Dienst gestartet wurde.',
  name: 'Name der Organisation',
  mail: 'Deine Mailadresse',
  mailHint: 'Du bist die erste Person mit Admin-Rechten und meldest dich mit einem Code an diese Adresse an.',
  currency: 'Währung, zum Beispiel EUR',
  language: 'Sprache',
  examples: 'Beispielpreise anlegen, die du später änderst',
  button: 'Anlegen',
  badCode: 'Das ist nicht der Einrichtungscode.',
  closed: 'Zu viele falsche Codes. Starte den Dienst neu, um einen anderen zu bekommen.',
  badName: 'Gib den Namen der Organisation ein.',
  badMail: 'Das ist keine Mailadresse.',
  badCurrency: 'Das ist keine Währung. Gib ihre drei Buchstaben ein, zum Beispiel EUR.',
  doneTitle: 'Bereit',
  doneText: 'Melde dich an als {mail}. Ein Code geht an diese Adresse.',
  noMailServer:
    'Dieser Dienst hat noch keinen Mailserver: Er schreibt jede Mail in eine Datei. Fordere den Code in Doorstep an und öffne dann die neueste Datei im Ordner mail des Datenordners.',
  noMailInvite:
    'Bevor du andere einlädst, setze SMTP_URL auf die Adresse eines Mailservers und starte den Dienst neu. Bis dahin sind auch ihre Mails Dateien.',
  open: 'Doorstep öffnen',
  statuses: {
    valid: 'Gültig',
    unpaid: 'Nicht bezahlt',
    reimbursed: 'Zurückgezahlt',
    bank_error: 'Von der Bank abgelehnt',
    cancel: 'Storniert',
  },
  roles: { superadmin: 'Superadmin', admin: 'Administration', manager: 'Verwaltung', user: 'Freiwillige' },
  prices: { group: 'Mitgliedschaft', full: 'Voll', reduced: 'Ermäßigt', free: 'Freier Betrag' },
};

const fr: SetupTexts = {
  title: 'Créer votre organisation',
  intro: 'Ce service est neuf. Cela prend une minute.',
  code: 'Code d’installation',
  codeHint: 'Affiché là où le service a été démarré.',
  name: 'Nom de l’organisation',
  mail: 'Votre adresse mail',
  mailHint: 'Vous administrez l’espace et vous connectez avec un code envoyé à cette adresse.',
  currency: 'Devise, comme EUR',
  language: 'Langue',
  examples: 'Ajouter des tarifs d’exemple, à modifier ensuite',
  button: 'Créer',
  badCode: 'Ce n’est pas le code d’installation.',
  closed: 'Trop de codes faux. Redémarrez le service pour en avoir un autre.',
  badName: 'Écrivez le nom de l’organisation.',
  badMail: 'Ce n’est pas une adresse mail.',
  badCurrency: 'Ce n’est pas une monnaie. Écrivez ses trois lettres, comme EUR.',
  doneTitle: 'C’est prêt',
  doneText: 'Connectez-vous avec {mail}. Un code est envoyé à cette adresse.',
  noMailServer:
    'Ce service n’a pas encore de serveur de mail : il écrit chaque mail dans un fichier. Demandez le code dans Doorstep, puis ouvrez le fichier le plus récent du dossier mail, dans le dossier de données.',
  noMailInvite:
    'Avant d’inviter d’autres personnes, donnez à SMTP_URL l’adresse d’un serveur de mail et redémarrez le service. D’ici là, leurs mails sont aussi des fichiers.',
  open: 'Ouvrir Doorstep',
  statuses: {
    valid: 'Valide',
    unpaid: 'Impayé',
    reimbursed: 'Remboursé',
    bank_error: 'Refusé par la banque',
    cancel: 'Annulé',
  },
  roles: { superadmin: 'Superadmin', admin: 'Administration', manager: 'Gestion', user: 'Bénévole' },
  prices: { group: 'Adhésion', full: 'Plein', reduced: 'Réduit', free: 'Montant libre' },
};

const es: SetupTexts = {
  title: 'Crea tu organización',
  intro: 'Este servicio es nuevo. Tarda un minuto.',
  code: 'Código de instalación',
  codeHint: 'Aparece donde se inició el servicio.',
  name: 'Nombre de la organización',
  mail: 'Tu dirección de correo',
  mailHint: 'Administras el espacio e inicias sesión con un código enviado a esta dirección.',
  currency: 'Moneda, como EUR',
  language: 'Idioma',
  examples: 'Añadir precios de ejemplo, para cambiarlos después',
  button: 'Crear',
  badCode: 'Este no es el código de instalación.',
  closed: 'Demasiados códigos erróneos. Reinicia el servicio para obtener otro.',
  badName: 'Escribe el nombre de la organización.',
  badMail: 'Esto no es una dirección de correo.',
  badCurrency: 'No es una moneda. Escribe sus tres letras, como EUR.',
  doneTitle: 'Listo',
  doneText: 'Inicia sesión como {mail}. Se envía un código a esta dirección.',
  noMailServer:
    'Este servicio aún no tiene servidor de correo: escribe cada correo en un archivo. Pide el código en Doorstep y abre el archivo más reciente de la carpeta mail de la carpeta de datos.',
  noMailInvite:
    'Antes de invitar a otras personas, pon en SMTP_URL la dirección de un servidor de correo y reinicia el servicio. Hasta entonces, sus correos también son archivos.',
  open: 'Abrir Doorstep',
  statuses: {
    valid: 'Válido',
    unpaid: 'Impagado',
    reimbursed: 'Reembolsado',
    bank_error: 'Rechazado por el banco',
    cancel: 'Cancelado',
  },
  roles: { superadmin: 'Superadmin', admin: 'Administración', manager: 'Gestión', user: 'Voluntariado' },
  prices: { group: 'Afiliación', full: 'Completa', reduced: 'Reducida', free: 'Importe libre' },
};

const ar: SetupTexts = {
  title: 'إعداد منظمتك',
  intro: 'هذه الخدمة جديدة. يستغرق الأمر دقيقة.',
  code: 'رمز الإعداد',
  codeHint: 'مطبوع حيث شُغّلت الخدمة.',
  name: 'اسم المنظمة',
  mail: 'عنوان بريدك',
  mailHint: 'أنت المشرف الأول وتسجل الدخول برمز يُرسل إلى هذا العنوان.',
  currency: 'العملة، مثل \u2066EUR\u2069',
  language: 'اللغة',
  examples: 'إضافة أسعار نموذجية لتغييرها لاحقًا',
  button: 'إنشاء',
  badCode: 'هذا ليس رمز الإعداد.',
  closed: 'رموز خاطئة كثيرة. أعد تشغيل الخدمة للحصول على رمز آخر.',
  badName: 'اكتب اسم المنظمة.',
  badMail: 'هذا ليس عنوان بريد.',
  badCurrency: 'هذه ليست عملة. اكتب حروفها الثلاثة، مثل \u2066EUR\u2069.',
  doneTitle: 'جاهز',
  doneText: 'سجّل الدخول بالعنوان {mail}. يُرسل رمز إلى هذا العنوان.',
  noMailServer:
    'لا خادم بريد لهذه الخدمة بعد: تكتب كل رسالة في ملف. اطلب الرمز في Doorstep، ثم افتح أحدث ملف في المجلد mail داخل مجلد البيانات.',
  noMailInvite:
    'قبل دعوة الآخرين، اضبط \u2066SMTP_URL\u2069 على عنوان خادم بريد وأعد تشغيل الخدمة. حتى ذلك الحين تكون رسائلهم ملفات أيضًا.',
  open: 'فتح Doorstep',
  statuses: {
    valid: 'صالح',
    unpaid: 'غير مدفوع',
    reimbursed: 'مسترد',
    bank_error: 'مرفوض من البنك',
    cancel: 'ملغى',
  },
  roles: { superadmin: 'الإدارة العليا', admin: 'الإشراف', manager: 'الإدارة', user: 'متطوع' },
  prices: { group: 'العضوية', full: 'كامل', reduced: 'مخفض', free: 'مبلغ حر' },
};

const all: Readonly<Record<string, SetupTexts>> = { en, de, fr, es, ar };

/** The languages of the page, by their own names. */
export const LANGUAGES = [
  ['en', 'English'],
  ['fr', 'Français'],
  ['es', 'Español'],
  ['de', 'Deutsch'],
  ['ar', 'العربية'],
] as const;

export function setupTextsFor(lang: string): SetupTexts {
  return all[lang] ?? en;
}
