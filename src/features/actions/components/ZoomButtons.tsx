import { useI18n } from '@/i18n/I18nProvider';
import { IconButton } from '@/ui/IconButton';

import { type MapFrame } from '../useMapFrame';

export function ZoomButtons({ map: { view, zoomIn, zoomOut } }: { map: MapFrame }) {
  const { t } = useI18n();
  return (
    <>
      <IconButton icon="plus" label={t('actions.map.closer')} onPress={zoomIn} />
      <IconButton icon="minus" label={t('actions.map.farther')} disabled={view.zoom <= 1} onPress={zoomOut} />
    </>
  );
}
