import { useMemo, useRef, useState } from 'react';
import { View } from 'react-native';
import Svg, { Circle, Path } from 'react-native-svg';

import { type Address } from '@/domain/address';
import { type Plane, type Point, type Position } from '@/domain/geo';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { GroupError } from '@/ui/ErrorPlace';
import { Text } from '@/ui/Text';
import { createStyles, useTheme } from '@/ui/theme';
import { radius, space } from '@/ui/tokens';

import { emptyPlane, fromScreen, initialView, planeOf, type Size } from '../../mapView';
import { MapTiles } from '../../components/MapTiles';
import { ZoomButtons } from '../../components/ZoomButtons';
import { useMapFrame } from '../../useMapFrame';
import { usePosition } from '../../usePosition';
import { addCorner, doesHoleLeave, finishRing, moveCorner, startHole, undo, type Drawing } from '../drawing';
import { useDrawGestures } from '../useDrawGestures';

interface AreaEditorProps {
  drawing: Drawing;
  addresses: readonly Address[];
  onChange: (next: (before: Drawing) => Drawing) => void;
  error: string | undefined;
}

/** How far from a corner a finger still takes hold of it. */
const reach = 22;

/** Draws areas and holes over the doors of the contacts: a tap adds a corner, dragging moves a corner or the map. */
export function AreaEditor({ drawing, addresses, onChange, error }: AreaEditorProps) {
  const { t } = useI18n();
  const styles = useStyles();
  const position = usePosition();
  const places = useMemo(() => addresses.flatMap((address) => address.position ?? []), [addresses]);
  // The map is placed once: it must not jump while corners are added or contacts arrive.
  const [placed, setPlaced] = useState<Plane | null>(null);
  const plane = placed ?? firstPlane(drawing, places, position.fix);
  if (plane !== placed) setPlaced(plane);
  const shownPlane = plane ?? emptyPlane;
  /** Undo brings it back. */
  const [cleared, setCleared] = useState<Drawing | null>(null);
  const frame = useRef<View>(null);
  const map = useMapFrame({
    frame,
    plane: shownPlane,
    start: initialView(shownPlane),
    holdsTouch: () => true,
  });
  const { size, view, setView, scale, at } = map;
  const positionAt = (place: Point) => shownPlane.toPosition(fromScreen(place, view, scale, size));
  const gestures = useDrawGestures({
    plane: shownPlane,
    size,
    view,
    onView: setView,
    cornerAt: (place) => cornerNear(drawing, at, place),
    onTap: (place) => onChange((before) => addCorner(before, positionAt(place))),
    onDrag: ({ ring, corner }, place) =>
      onChange((before) => moveCorner(before, ring, corner, positionAt(place))),
  });

  if (plane === null)
    return (
      <View style={styles.none}>
        <Text tone="quiet">{t('actionEdit.map.noPositions')}</Text>
        {position.locate !== undefined && (
          <Button
            kind="secondary"
            icon="locate"
            label={t('actions.map.myPosition')}
            onPress={position.locate}
          />
        )}
        {position.problem !== null && (
          <Text variant="note" tone="person" aria-live="polite">
            {t(`actions.map.${position.problem}`)}
          </Text>
        )}
        <GroupError error={error} />
      </View>
    );
  const hasRings = drawing.rings.length > 0;
  const isHole = drawing.rings.at(-1)?.kind === 'hole';
  const clear = () => {
    setCleared(drawing);
    onChange(() => ({ rings: [], isOpen: false }));
  };
  const takeBack = () => {
    if (hasRings || cleared === null) return onChange(undo);
    setCleared(null);
    onChange(() => cleared);
  };
  return (
    <View style={styles.whole}>
      <Text variant="note" tone="quiet">
        {t('actionEdit.turfHint')}
      </Text>
      <View style={[styles.map, error !== undefined && styles.wrong]}>
        <View
          ref={frame}
          role="img"
          aria-label={t('actionEdit.map.label')}
          accessible
          {...gestures}
          style={styles.drawing}
          onLayout={map.onLayout}
        >
          {size.width > 0 && <MapTiles plane={plane} view={view} size={size} />}
          {size.width > 0 && <Picture drawing={drawing} places={places} at={at} size={size} />}
        </View>
        <View style={styles.buttons}>
          <ZoomButtons map={map} />
        </View>
      </View>
      <GroupError error={error} />
      {error === undefined && doesHoleLeave(drawing) && (
        <Text variant="note" tone="person" aria-live="polite">
          {t('actionEdit.error.hole_outside')}
        </Text>
      )}
      <View style={styles.row}>
        {drawing.isOpen && (
          <Button
            kind="secondary"
            icon="check"
            label={t(isHole ? 'actionEdit.map.finishHole' : 'actionEdit.map.finish')}
            onPress={() => onChange(finishRing)}
          />
        )}
        {hasRings && !drawing.isOpen && (
          <Button kind="secondary" label={t('actionEdit.map.hole')} onPress={() => onChange(startHole)} />
        )}
        {(hasRings || cleared !== null) && (
          <Button kind="quiet" label={t('actionEdit.map.undo')} onPress={takeBack} />
        )}
        {hasRings && <Button kind="quiet" label={t('common.clear')} onPress={clear} />}
      </View>
    </View>
  );
}

/** Around the areas and the doors; without any, around the phone. */
function firstPlane(drawing: Drawing, places: readonly Position[], fix: Position | null): Plane | null {
  const outlines = drawing.rings.map(({ corners }) => corners);
  return planeOf(outlines, places.length > 0 || outlines.length > 0 ? places : around(fix));
}

/** A kilometre around the phone, where no door has a position. */
function around(fix: Position | null): Position[] {
  if (fix === null) return [];
  const half = 0.005;
  return [-half, half].map((shift) => ({
    latitude: fix.latitude + shift,
    longitude: fix.longitude + shift,
  }));
}

function cornerNear({ rings }: Drawing, at: (corner: Position) => Point, place: Point) {
  for (const [ring, { corners }] of rings.entries())
    for (const [corner, position] of corners.entries()) {
      const { x, y } = at(position);
      if (Math.hypot(x - place.x, y - place.y) <= reach) return { ring, corner };
    }
  return null;
}

interface PictureProps {
  drawing: Drawing;
  places: readonly Position[];
  at: (position: Position) => Point;
  size: Size;
}

const write = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;

function Picture({ drawing: { rings, isOpen }, places, at, size }: PictureProps) {
  const { colors } = useTheme();
  const styles = useStyles();
  const onScreen = ({ x, y }: Point) => x > -4 && y > -4 && x < size.width + 4 && y < size.height + 4;
  const doors = places.map(at).filter(onScreen);
  const lines = rings.map(({ kind, corners }, place) => ({
    kind,
    points: corners.map(at),
    isOpen: isOpen && place === rings.length - 1,
  }));
  const line = (points: readonly Point[], isClosed: boolean) =>
    points.length === 0 ? '' : `M${points.map(write).join('L')}${isClosed ? 'Z' : ''}`;
  return (
    // The frame takes the touches, so that their place is measured from its corner.
    <View style={styles.picture} pointerEvents="none">
      <Svg width={size.width} height={size.height} aria-hidden>
        <Path d={doors.map((door) => `M${write(door)}h3v3h-3Z`).join('')} fill={colors.inkQuiet} />
        <Path
          d={lines.map(({ points }) => line(points, true)).join('')}
          fill={colors.primary}
          fillRule="evenodd"
          fillOpacity={0.16}
        />
        {lines.map(({ kind, points, isOpen: isUnfinished }, place) => (
          <Path
            key={place}
            d={line(points, !isUnfinished)}
            fill="none"
            stroke={kind === 'area' ? colors.primary : colors.states.person.ink}
            strokeWidth={2}
            strokeDasharray={isUnfinished ? '6 5' : undefined}
          />
        ))}
        {lines.flatMap(({ kind, points }, place) =>
          points.map(({ x, y }, corner) => (
            <Circle
              key={`${place} ${corner}`}
              cx={x}
              cy={y}
              r={6}
              fill={colors.surface}
              stroke={kind === 'area' ? colors.primary : colors.states.person.ink}
              strokeWidth={2}
            />
          ))
        )}
      </Svg>
    </View>
  );
}

const useStyles = createStyles(({ colors }) => ({
  whole: { gap: space.s },
  none: { gap: space.s, alignItems: 'flex-start' },
  map: {
    height: 340,
    borderRadius: radius.card,
    borderWidth: 1,
    borderColor: colors.line,
    backgroundColor: colors.surface,
    overflow: 'hidden',
  },
  wrong: { borderColor: colors.states.person.ink, borderWidth: 2 },
  drawing: { flex: 1 },
  picture: { position: 'absolute', top: 0, left: 0 },
  buttons: { position: 'absolute', top: space.s, end: space.s, gap: space.s },
  row: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s },
}));
