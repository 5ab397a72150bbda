import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';

import { Loaded } from '@/features/shared/Loaded';
import { RequirePermission } from '@/features/shared/RequirePermission';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useI18n } from '@/i18n/I18nProvider';
import { catalogueQueries } from '@/queries/catalogue';
import { Screen } from '@/ui/Screen';

import { useCanEditCatalogue } from '../useCanEditCatalogue';

export type Catalogue = Awaited<ReturnType<ReturnType<typeof catalogueQueries.all>['queryFn']>>;

interface CatalogueLoadedProps {
  title: string;
  children: (catalogue: Catalogue) => ReactNode;
}

/** A form about the catalogue, for those who may edit it, once the catalogue is loaded. */
export function CatalogueLoaded({ title, children }: CatalogueLoadedProps) {
  const { t } = useI18n();
  const query = useQuery(catalogueQueries.all(useRuntime()));
  const back = useBack('/catalogue');
  const canEdit = useCanEditCatalogue();
  return (
    <RequirePermission
      may={() => canEdit}
      title={title}
      back={back}
      forbidden={t('catalogueEdit.forbidden')}
      forbiddenText={t('catalogueEdit.forbiddenText')}
    >
      {query.data === undefined ? (
        <Screen title={title} titlePlace="bar" back={back}>
          <Loaded query={query}>{() => null}</Loaded>
        </Screen>
      ) : (
        children(query.data)
      )}
    </RequirePermission>
  );
}
