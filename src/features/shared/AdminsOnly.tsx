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

/** A screen of the service for admins. */
export function AdminsOnly({ title, forbiddenText, back, children }: AdminsOnlyProps) {
  const { t } = useI18n();
  return (
    <RequirePermission
      may={({ canAdminister }) => canAdminister}
      title={title}
      back={back}
      forbidden={t('audit.forbidden')}
      forbiddenText={forbiddenText}
    >
      {children}
    </RequirePermission>
  );
}
