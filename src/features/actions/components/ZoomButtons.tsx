import { View } from 'react-native';

import { useI18n } from '@/i18n/I18nProvider';
import { IconButton } from '@/ui/IconButton';
import { createStyles } from '@/ui/theme';
import { radius } from '@/ui/tokens';

import { type MapFrame } from '../useMapFrame';

export function ZoomButtons({ map: { view, zoomIn, zoomOut } }: { map: MapFrame }) {
  const { t } = useI18n();
  const styles = useStyles();
  return (
    <>
      <View style={styles.opaque}>
        <IconButton icon="plus" label={t('actions.map.closer')} onPress={zoomIn} />
      </View>
      <View style={styles.opaque}>
        <IconButton
          icon="minus"
          label={t('actions.map.farther')}
          disabled={view.zoom <= 1}
          onPress={zoomOut}
        />
      </View>
    </>
  );
}

const useStyles = createStyles(({ colors }) => ({
  // A disabled button is half transparent, and the dots of the map are behind it.
  opaque: { borderRadius: radius.tile, backgroundColor: colors.surface },
}));
