import { useQuery } from '@tanstack/react-query';
import { type Href, router } from 'expo-router';

import { useRuntime } from '@/features/shared/runtime';
import { useExtension } from '@/features/shared/useExtension';
import { usePermissions } from '@/features/shared/usePermissions';
import { useI18n } from '@/i18n/I18nProvider';
import { catalogueQueries } from '@/queries/catalogue';
import { contactQueries } from '@/queries/contacts';
import { invitationQueries } from '@/queries/invitations';
import { peopleQueries } from '@/queries/people';
import { Card } from '@/ui/Card';
import { ListRow } from '@/ui/ListRow';
import { Text } from '@/ui/Text';

/** What a new space still needs, for those who plan its first action. Contacts come before the action: its area is drawn around them. */
export function SetupChecklist() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { canEditCatalogue, canEditContacts, canInvite } = usePermissions();
  const hasCatalogue = useExtension('catalogue_write');
  const hasImport = useExtension('contacts_import');
  const { data: catalogue } = useQuery(catalogueQueries.all(runtime));
  const { data: contacts } = useQuery(contactQueries.count(runtime));
  const { data: people } = useQuery(peopleQueries.count(runtime));
  const { data: invited } = useQuery(invitationQueries.answered(runtime));
  if (!catalogue || contacts === undefined || people === undefined || !invited) return null;
  const prices = catalogue.donationPrices.length + catalogue.membershipPriceGroups.length;
  const steps: [boolean, string, Href][] = [
    [canEditCatalogue && hasCatalogue && prices === 0, t('home.setup.prices'), '/catalogue'],
    [canEditContacts && hasImport && contacts === 0, t('contacts.importTitle'), '/contacts/import'],
    [canInvite && people < 2 && invited.length === 0, t('home.setup.invite'), '/people/invite'],
    [true, t('actions.plan'), '/actions/new'],
  ];
  const left = steps.filter(([isLeft]) => isLeft);
  return (
    <Card>
      <Text variant="strong">{t('home.setup.title')}</Text>
      {left.map(([, title, path], place) => (
        <ListRow
          key={title}
          title={title}
          last={place === left.length - 1}
          onPress={() => router.push(path)}
        />
      ))}
    </Card>
  );
}
