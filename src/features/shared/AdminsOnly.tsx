import { useIsFocused } from 'expo-router';
import { type ReactNode } from 'react';

import { useI18n } from '@/i18n/I18nProvider';

import { RequirePermission } from './RequirePermission';
import type { useBack } from './useBack';

interface AdminsOnlyProps {
  title: string;
  forbiddenText: string;
  back: ReturnType<typeof useBack>;
  children: ReactNode;
}

/** A screen of the service for admins. A tab stays mounted, so its content is fetched again each time it is focused. */
export function AdminsOnly({ title, forbiddenText, back, children }: AdminsOnlyProps) {
  const { t } = useI18n();
  const isFocused = useIsFocused();
  return (
    <RequirePermission
      may={({ canAdminister }) => canAdminister}
      title={title}
      back={back}
      forbidden={t('audit.forbidden')}
      forbiddenText={forbiddenText}
    >
      {isFocused && children}
    </RequirePermission>
  );
}
