import { useQuery } from '@tanstack/react-query';
import { View } from 'react-native';

import { type Plane } from '@/domain/geo';
import { addressOf, boundsOf, tileZoom, tilesIn } from '@/domain/mapTiles';
import { useExtension } from '@/features/shared/useExtension';
import { useRuntime, useSyncStatus } from '@/features/shared/runtime';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { fromScreen, initialView, scaleOf, toScreen, type MapView, type Size } from '../mapView';
import { mapTileQueries } from '../queries';
import { TilePicture } from './TilePicture';

interface MapTilesProps {
  plane: Plane;
  view: MapView;
  size: Size;
}

/** The map of the organisation's own tile server behind the drawing; nothing without one or without signal. */
export function MapTiles({ plane, view, size }: MapTilesProps) {
  const styles = useStyles();
  const runtime = useRuntime();
  const { isOnline } = useSyncStatus();
  const enabled = useExtension('map_tiles') && isOnline;
  const { data: server } = useQuery({ ...mapTileQueries.server(runtime), enabled });
  if (!enabled || !server) return null;
  // From afar only the area is loaded: the server does not receive the position of the phone.
  const loaded = view.zoom < 1 ? initialView(plane) : view;
  const loadedScale = scaleOf(plane, loaded, size);
  const positionAt = (x: number, y: number) =>
    plane.toPosition(fromScreen({ x, y }, loaded, loadedScale, size));
  const bounds = { northWest: positionAt(0, 0), southEast: positionAt(size.width, size.height) };
  const scale = scaleOf(plane, view, size);
  return (
    <View style={styles.whole} pointerEvents="none">
      <View style={styles.tiles}>
        {tilesIn(bounds, tileZoom(bounds, scale)).map((tile) => {
          const { northWest, southEast } = boundsOf(tile);
          const from = toScreen(plane.toPoint(northWest), view, scale, size);
          const to = toScreen(plane.toPoint(southEast), view, scale, size);
          const [x, y] = [Math.round(from.x), Math.round(from.y)];
          const [width, height] = [Math.round(to.x) - x, Math.round(to.y) - y];
          const uri = addressOf(server, tile);
          return <TilePicture key={uri} uri={uri} x={x} y={y} width={width} height={height} />;
        })}
      </View>
      <View style={styles.attribution}>
        <Text variant="note">{server.attribution}</Text>
      </View>
    </View>
  );
}

const useStyles = createStyles(({ colors, scheme }) => ({
  whole: { position: 'absolute', top: 0, bottom: 0, start: 0, end: 0 },
  // East is right in every language. Tiles are light pictures: the drawing of the dark palette is not visible on them.
  tiles: { flex: 1, direction: 'ltr', opacity: scheme === 'dark' ? 0.3 : 1 },
  attribution: {
    position: 'absolute',
    top: 0,
    start: 0,
    maxWidth: '75%',
    paddingHorizontal: space.s,
    backgroundColor: colors.surface,
  },
}));
