import { type TFunction } from 'i18next';

import { type FoundContact } from '@/db/contacts';
import { lastDigits } from '@/domain/contacts/namesakes';

/** Street and town of a found contact, and what tells them from another of the same name and place. */
export function contactPlace(t: TFunction, { id, place, phone, differs }: FoundContact): string {
  const mark =
    differs === 'phone'
      ? t('common.phoneEnds', { digits: lastDigits(phone) })
      : differs === 'number'
        ? t('common.number', { id: String(id) })
        : '';
  return [place, mark].filter(Boolean).join(' · ');
}
