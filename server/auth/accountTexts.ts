import { textsFor } from './texts';

/** The texts of the mails and pages about a change of address and about leaving a space. */
export type AccountTexts = {
  readonly codeSubject: (code: string) => string;
  readonly codeLetter: (code: string) => string;
  readonly proposedSubject: string;
  readonly proposedLetter: (change: ProposedChange) => string;
  readonly changedSubject: string;
  readonly changedLetter: (mail: string) => string;
  readonly changeTitle: string;
  /** `{mail}` is replaced by the new address. */
  readonly changeIntro: string;
  readonly changeButton: string;
  readonly keepIntro: string;
  readonly keepButton: string;
  readonly takenTitle: string;
  readonly takenText: string;
  readonly changedTitle: string;
  readonly changedText: string;
  readonly keptTitle: string;
  readonly keptText: string;
  readonly addedSubject: (space: string) => string;
  readonly addedLetter: (added: Added) => string;
  readonly leaveTitle: (space: string) => string;
  readonly leaveIntro: string;
  readonly leaveButton: string;
  readonly leftTitle: string;
  readonly leftText: string;
  readonly lastAdminTitle: string;
  readonly lastAdminText: string;
  readonly invalidTitle: string;
  readonly invalidText: string;
};

export type ProposedChange = { readonly by: string; readonly mail: string; readonly address: string };
export type Added = { readonly space: string; readonly by: string; readonly address: string };

const en: AccountTexts = {
  codeSubject: (code) => `${code} is your code for this address`,
  codeLetter: (code) =>
    `Your code: ${code}\n\nEnter it on the page that changes a Doorstep sign-in to this address. The code is valid for 24 hours.\n\n` +
    'Nobody from Doorstep asks you for this code. If you expect no change, ignore this mail.',
  proposedSubject: 'Your Doorstep sign-in address: confirm or keep it',
  proposedLetter: ({ by, mail, address }) =>
    `${by} asks to change your sign-in address to ${mail}.\n\nOpen ${address} to confirm it with the code that we sent to ${mail}, ` +
    'or to keep your address. Nothing changes unless you confirm. The page is valid for 24 hours.',
  changedSubject: 'Your Doorstep sign-in address has changed',
  changedLetter: (mail) =>
    `You now sign in with ${mail}. You are signed out on every device.\n\nIf you did not change it, tell your organiser.`,
  changeTitle: 'Change your address',
  changeIntro:
    'You will sign in with {mail}. Enter the code that we sent there. All your devices are signed out.',
  changeButton: 'Change my address',
  keepIntro:
    'Somebody asked to change the address that you sign in with. Press the button to keep it as it is: the change is cancelled, and nobody is signed out.',
  keepButton: 'Keep my address',
  takenTitle: 'This address cannot be used',
  takenText: 'Your address stays as it is. Choose another one, or ask your organiser.',
  changedTitle: 'Your address has changed',
  changedText: 'Sign in with the new address on each device. Records that are not sent yet stay on it.',
  keptTitle: 'Your address stays as it is',
  keptText: 'The change is cancelled.',
  addedSubject: (space) => `You were added to ${space}`,
  addedLetter: ({ space, by, address }) =>
    `${by} added you to ${space} on Doorstep. Until you open this space, its people see your name and your mail address only.\n\n` +
    `If you do not want to belong to it, leave it here: ${address}`,
  leaveTitle: (space) => `Leave ${space}?`,
  leaveIntro: 'Its people no longer see you. Your other spaces stay as they are.',
  leaveButton: 'Leave',
  leftTitle: 'You have left',
  leftText: 'You can close this page.',
  lastAdminTitle: 'You cannot leave yet',
  lastAdminText: 'You are the last admin of this space. Make somebody else admin first.',
  invalidTitle: 'This link is not valid any more',
  invalidText: 'It has expired, or it was used already.',
};

const fr: AccountTexts = {
  codeSubject: (code) => `${code} est votre code pour cette adresse`,
  codeLetter: (code) =>
    `Votre code : ${code}\n\nSaisissez-le sur la page qui remplace une adresse de connexion Doorstep par celle-ci. Il est valable 24 heures.\n\n` +
    'Personne chez Doorstep ne vous demande ce code. Si vous n’attendez aucun changement, ignorez ce message.',
  proposedSubject: 'Votre adresse de connexion Doorstep : à confirmer ou à garder',
  proposedLetter: ({ by, mail, address }) =>
    `${by} demande de remplacer votre adresse de connexion par ${mail}.\n\nOuvrez ${address} pour confirmer avec le code envoyé à ${mail}, ` +
    'ou pour garder votre adresse. Rien ne change sans votre confirmation. La page est valable 24 heures.',
  changedSubject: 'Votre adresse de connexion Doorstep a changé',
  changedLetter: (mail) =>
    `Vous vous connectez désormais avec ${mail}. Tous vos appareils sont déconnectés.\n\nSi ce n’est pas vous, prévenez votre responsable.`,
  changeTitle: 'Changer d’adresse',
  changeIntro:
    'Vous vous connecterez avec {mail}. Saisissez le code que nous y avons envoyé. Tous vos appareils seront déconnectés.',
  changeButton: 'Changer mon adresse',
  keepIntro:
    'Quelqu’un a demandé de changer l’adresse avec laquelle vous vous connectez. Appuyez sur le bouton pour la garder : le changement est annulé et personne n’est déconnecté.',
  keepButton: 'Garder mon adresse',
  takenTitle: 'Cette adresse ne peut pas être utilisée',
  takenText: 'Votre adresse ne change pas. Choisissez-en une autre ou demandez à votre responsable.',
  changedTitle: 'Votre adresse a changé',
  changedText:
    'Connectez-vous avec la nouvelle adresse sur chaque appareil. Ce qui n’est pas encore envoyé y reste.',
  keptTitle: 'Votre adresse ne change pas',
  keptText: 'Le changement est annulé.',
  addedSubject: (space) => `Vous faites partie de ${space}`,
  addedLetter: ({ space, by, address }) =>
    `${by} vous a fait entrer dans ${space} sur Doorstep. Tant que vous n’ouvrez pas cet espace, ses membres ne voient que votre nom et votre adresse e-mail.\n\n` +
    `Si vous ne voulez pas en faire partie, quittez-le ici : ${address}`,
  leaveTitle: (space) => `Quitter ${space} ?`,
  leaveIntro: 'Ses membres ne vous voient plus. Vos autres espaces ne changent pas.',
  leaveButton: 'Quitter',
  leftTitle: 'Vous avez quitté cet espace',
  leftText: 'Vous pouvez fermer cette page.',
  lastAdminTitle: 'Vous ne pouvez pas encore quitter cet espace',
  lastAdminText: 'Personne d’autre ne l’administre. Donnez d’abord ce rôle à quelqu’un.',
  invalidTitle: 'Ce lien n’est plus valable',
  invalidText: 'Il a expiré ou il a déjà servi.',
};

const es: AccountTexts = {
  codeSubject: (code) => `${code} es tu código para esta dirección`,
  codeLetter: (code) =>
    `Tu código: ${code}\n\nEscríbelo en la página que cambia una dirección de inicio de sesión de Doorstep por esta. El código vale 24 horas.\n\n` +
    'Nadie de Doorstep te pide este código. Si no esperas ningún cambio, ignora este correo.',
  proposedSubject: 'Tu dirección de Doorstep: confírmala o consérvala',
  proposedLetter: ({ by, mail, address }) =>
    `${by} pide cambiar tu dirección de inicio de sesión por ${mail}.\n\nAbre ${address} para confirmarlo con el código que hemos enviado a ${mail}, ` +
    'o para conservar tu dirección. Nada cambia sin tu confirmación. La página vale 24 horas.',
  changedSubject: 'Tu dirección de Doorstep ha cambiado',
  changedLetter: (mail) =>
    `Ahora inicias sesión con ${mail}. Se ha cerrado la sesión en todos tus dispositivos.\n\nSi no has sido tú, avisa a tu organización.`,
  changeTitle: 'Cambiar tu dirección',
  changeIntro:
    'Iniciarás sesión con {mail}. Escribe el código que hemos enviado allí. Se cerrará la sesión en todos tus dispositivos.',
  changeButton: 'Cambiar mi dirección',
  keepIntro:
    'Alguien pidió cambiar la dirección con la que inicias sesión. Pulsa el botón para conservarla: el cambio se cancela y no se cierra ninguna sesión.',
  keepButton: 'Conservar mi dirección',
  takenTitle: 'Esta dirección no se puede usar',
  takenText: 'Tu dirección no cambia. Elige otra o pregunta a tu organización.',
  changedTitle: 'Tu dirección ha cambiado',
  changedText:
    'Inicia sesión con la nueva dirección en cada dispositivo. Lo que aún no se ha enviado se queda en él.',
  keptTitle: 'Tu dirección no cambia',
  keptText: 'El cambio está cancelado.',
  addedSubject: (space) => `Formas parte de ${space}`,
  addedLetter: ({ space, by, address }) =>
    `${by} te ha añadido a ${space} en Doorstep. Hasta que abras este espacio, sus personas solo ven tu nombre y tu dirección de correo.\n\n` +
    `Si no quieres formar parte de él, sal aquí: ${address}`,
  leaveTitle: (space) => `¿Salir de ${space}?`,
  leaveIntro: 'Sus personas dejan de verte. Tus otros espacios no cambian.',
  leaveButton: 'Salir',
  leftTitle: 'Has salido',
  leftText: 'Puedes cerrar esta página.',
  lastAdminTitle: 'Todavía no puedes salir',
  lastAdminText: 'Nadie más administra este espacio. Da antes este rol a otra persona.',
  invalidTitle: 'Este enlace ya no vale',
  invalidText: 'Ha caducado o ya se ha usado.',
};

const de: AccountTexts = {
  codeSubject: (code) => `${code} ist dein Code für diese Adresse`,
  codeLetter: (code) =>
    `Dein Code: ${code}\n\nGib ihn auf der Seite ein, die eine Doorstep-Anmeldung auf diese Adresse ändert. Der Code gilt 24 Stunden.\n\n` +
    'Niemand von Doorstep fragt dich nach diesem Code. Wenn du keine Änderung erwartest, ignoriere diese Mail.',
  proposedSubject: 'Deine Adresse bei Doorstep: bestätigen oder behalten',
  proposedLetter: ({ by, mail, address }) =>
    `${by} möchte die Adresse, mit der du dich anmeldest, auf ${mail} ändern.\n\nÖffne ${address}, um das mit dem Code zu bestätigen, den wir an ${mail} geschickt haben, ` +
    'oder um deine Adresse zu behalten. Ohne deine Bestätigung ändert sich nichts. Die Seite gilt 24 Stunden.',
  changedSubject: 'Deine Adresse bei Doorstep ist geändert',
  changedLetter: (mail) =>
    `Du meldest dich jetzt mit ${mail} an. Alle deine Geräte sind abgemeldet.\n\nWenn du das nicht warst, sag deiner Organisation Bescheid.`,
  changeTitle: 'Adresse ändern',
  changeIntro:
    'Du meldest dich dann mit {mail} an. Gib den Code ein, den wir dorthin geschickt haben. Alle deine Geräte werden abgemeldet.',
  changeButton: 'Meine Adresse ändern',
  keepIntro:
    'Jemand möchte die Adresse ändern, mit der du dich anmeldest. Drücke den Knopf, um sie zu behalten: Die Änderung wird abgebrochen, und niemand wird abgemeldet.',
  keepButton: 'Meine Adresse behalten',
  takenTitle: 'Diese Adresse geht nicht',
  takenText: 'Deine Adresse bleibt, wie sie ist. Nimm eine andere oder frag deine Organisation.',
  changedTitle: 'Deine Adresse ist geändert',
  changedText:
    'Melde dich auf jedem Gerät mit der neuen Adresse an. Was noch nicht gesendet ist, bleibt darauf.',
  keptTitle: 'Deine Adresse bleibt, wie sie ist',
  keptText: 'Die Änderung ist abgebrochen.',
  addedSubject: (space) => `Du gehörst jetzt zu ${space}`,
  addedLetter: ({ space, by, address }) =>
    `${by} hat dich bei Doorstep zu ${space} hinzugefügt. Bis du diesen Bereich öffnest, sehen die Menschen dort nur deinen Namen und deine Mailadresse.\n\n` +
    `Wenn du nicht dazugehören willst, verlasse ihn hier: ${address}`,
  leaveTitle: (space) => `${space} verlassen?`,
  leaveIntro: 'Die Menschen dort sehen dich nicht mehr. Deine anderen Bereiche bleiben, wie sie sind.',
  leaveButton: 'Verlassen',
  leftTitle: 'Du hast den Bereich verlassen',
  leftText: 'Du kannst diese Seite schließen.',
  lastAdminTitle: 'Du kannst noch nicht gehen',
  lastAdminText: 'Niemand sonst verwaltet diesen Bereich. Gib zuerst jemandem diese Rolle.',
  invalidTitle: 'Dieser Link gilt nicht mehr',
  invalidText: 'Er ist abgelaufen oder wurde schon benutzt.',
};

const ar: AccountTexts = {
  codeSubject: (code) => `${code} هو رمزك لهذا العنوان`,
  codeLetter: (code) =>
    `رمزك: ${code}\n\nأدخله في الصفحة التي تغيّر عنوان تسجيل الدخول إلى Doorstep إلى هذا العنوان. الرمز صالح لمدة 24 ساعة.\n\n` +
    'لن يطلب منك أحد من Doorstep هذا الرمز. إذا لم تكن تتوقع تغييرًا، فتجاهل هذه الرسالة.',
  proposedSubject: 'عنوان تسجيل الدخول إلى Doorstep: أكّد التغيير أو احتفظ بعنوانك',
  proposedLetter: ({ by, mail, address }) =>
    `يطلب ${by} تغيير عنوان تسجيل دخولك إلى ${mail}.\n\nافتح ${address} لتأكيد ذلك بالرمز الذي أرسلناه إلى ${mail}، ` +
    'أو للاحتفاظ بعنوانك. لا يتغيّر شيء دون تأكيدك. الصفحة صالحة لمدة 24 ساعة.',
  changedSubject: 'تغيّر عنوان تسجيل دخولك إلى Doorstep',
  changedLetter: (mail) =>
    `تسجّل الدخول الآن باستخدام ${mail}. سُجّل خروجك من جميع أجهزتك.\n\nإذا لم تكن أنت من غيّره، فأخبر المنسّق.`,
  changeTitle: 'تغيير عنوانك',
  changeIntro: 'ستسجّل الدخول باستخدام {mail}. أدخل الرمز الذي أرسلناه إليه. سيُسجَّل خروجك من جميع أجهزتك.',
  changeButton: 'تغيير عنواني',
  keepIntro:
    'طلب أحدهم تغيير العنوان الذي تسجّل الدخول به. اضغط الزر للاحتفاظ به كما هو: يُلغى التغيير ولا يُسجَّل خروج أحد.',
  keepButton: 'الاحتفاظ بعنواني',
  takenTitle: 'لا يمكن استخدام هذا العنوان',
  takenText: 'يبقى عنوانك كما هو. اختر عنوانًا آخر أو اسأل المنسّق.',
  changedTitle: 'تغيّر عنوانك',
  changedText: 'سجّل الدخول بالعنوان الجديد على كل جهاز. ما لم يُرسل بعد يبقى عليه.',
  keptTitle: 'يبقى عنوانك كما هو',
  keptText: 'أُلغي التغيير.',
  addedSubject: (space) => `أُضفت إلى ${space}`,
  addedLetter: ({ space, by, address }) =>
    `أضافك ${by} إلى ${space} على Doorstep. إلى أن تفتح هذه المساحة، لا يرى أعضاؤها إلا اسمك وعنوان بريدك.\n\n` +
    `إذا كنت لا تريد الانتماء إليها، فغادرها هنا: ${address}`,
  leaveTitle: (space) => `هل تغادر ${space}؟`,
  leaveIntro: 'لن يراك أعضاؤها بعد ذلك. تبقى مساحاتك الأخرى كما هي.',
  leaveButton: 'مغادرة',
  leftTitle: 'غادرت المساحة',
  leftText: 'يمكنك إغلاق هذه الصفحة.',
  lastAdminTitle: 'لا يمكنك المغادرة بعد',
  lastAdminText: 'أنت آخر مدير لهذه المساحة. عيّن مديرًا آخر أولًا.',
  invalidTitle: 'لم يعد هذا الرابط صالحًا',
  invalidText: 'انتهت صلاحيته أو سبق استخدامه.',
};

const languages = new Map(Object.entries({ en, fr, es, de, ar }));

/** The texts in the first supported language of the given lists. */
export function accountTextsFor(...lists: readonly (string | undefined)[]): AccountTexts {
  return languages.get(textsFor(...lists).lang) ?? en;
}
