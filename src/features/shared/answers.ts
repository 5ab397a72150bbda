import { type Contact } from '@/contract/contact';
import { type Form } from '@/contract/form';
import { type ShownAnswers } from '@/db/answers';

/** What a contact has of answers and of an opt-out. */
export type Answering = Pick<Contact, 'formdatas' | 'custom_fields' | 'black_list'>;

/** An answer of a contact as text. */
export type Answer = {
  key: string;
  /** Null while the form is not on the phone; `formId` is shown then. */
  question: string | null;
  formId: number | null;
  answer: string;
  /** Set for a yes or no, which is shown as an icon. */
  verdict: 'yes' | 'no' | null;
  /** The position of the answer on a scale, such as 3 of 4. */
  scale: { place: number; of: number } | null;
  date: string | null;
  isConsent: boolean;
  /** Who asked; null for what the service has from elsewhere. */
  askedBy: string | null;
  /** The wording that was shown, for a consent. */
  wording: string | null;
  /** Set while the answer is only on this phone. */
  state: ShownAnswers['state'];
};

type RawAnswer = {
  id?: number;
  data?: string;
  form_id?: number;
  form_ref_id?: number;
  date?: string;
  version?: number;
  askedBy?: string | null;
  state?: ShownAnswers['state'];
};

const yes = new Set(['1', 'true', 'yes', 'oui', 'y']);
const no = new Set(['0', 'false', 'no', 'non', 'n']);

/**
 * The consents, survey answers and further fields of a contact, decoded through their forms: consents first, then by
 * question, of one question the latest first. An answer whose form is not on the phone yet is still shown. An opt-out ends
 * every consent that was given, and has a line of its own.
 */
export function decodeAnswers(
  contact: Answering,
  forms: readonly Form[],
  asked: readonly ShownAnswers[] = []
): Answer[] {
  const isOptedOut = contact.black_list === true;
  const byId = new Map(forms.map((form) => [form.id, form]));
  const decode = (source: string) => (raw: RawAnswer, place: number) =>
    decodeOne(raw, `${source} ${raw.id ?? place} ${place}`, byId.get(raw.form_id ?? -1));
  const answers = [
    ...(contact.formdatas ?? []).map(decode('answer')),
    ...(contact.custom_fields ?? []).map(decode('field')),
    ...asked.flatMap(({ uuid, answers: items, answeredAt, askedBy, state }) =>
      items.map((item) => ({ ...item, date: answeredAt, askedBy, state })).map(decode(uuid))
    ),
  ].filter((each) => each.answer !== '' && !(isOptedOut && each.isConsent && each.verdict === 'yes'));
  return answers.sort(
    (one, other) =>
      Number(other.isConsent) - Number(one.isConsent) ||
      (one.question ?? '\uffff').localeCompare(other.question ?? '\uffff') ||
      (other.date ?? '').localeCompare(one.date ?? '')
  );
}

function decodeOne(raw: RawAnswer, key: string, form: Form | undefined): Answer {
  const values = form?.refvalues ?? [];
  const chosen = values.find((value) => value.id === raw.form_ref_id);
  const answer = (chosen?.label || chosen?.value || raw.data || '').trim();
  const isConsent = /consent|opt|gdpr|rgpd/i.test(form?.type ?? '');
  const verdict = verdictOf(
    chosen?.value ?? raw.data ?? '',
    isConsent || /bool|check|yes/i.test(form?.type ?? '')
  );
  return {
    key,
    question: form?.label ?? null,
    formId: raw.form_id ?? null,
    answer,
    verdict: verdict ?? verdictOf(answer, false),
    scale: chosen === undefined || verdict !== null ? null : scaleOf(chosen.value, values),
    date: raw.date ?? null,
    isConsent,
    askedBy: raw.askedBy ?? null,
    wording: form?.wordings?.find(({ version }) => version === raw.version)?.wording ?? null,
    state: raw.state ?? null,
  };
}

/** 1 and 0 mean yes and no only for a yes-or-no form. */
function verdictOf(text: string, isQuestion: boolean): 'yes' | 'no' | null {
  const word = text.trim().toLowerCase();
  if (!isQuestion && /^\d$/.test(word)) return null;
  return yes.has(word) ? 'yes' : no.has(word) ? 'no' : null;
}

/** A scale is a form whose values count up from one without a gap. */
function scaleOf(value: string | undefined, values: readonly { value?: string }[]): Answer['scale'] {
  const steps = values.map((one) => Number(one.value)).sort((one, other) => one - other);
  const isScale = steps.length > 2 && steps.every((step, place) => step === place + 1);
  return isScale ? { place: Number(value), of: steps.length } : null;
}
