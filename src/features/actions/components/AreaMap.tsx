import { useMemo, useRef, useState } from 'react';
import { Platform, View } from 'react-native';
import Svg, { Circle, Line, Path, Polyline, Text as SvgText } from 'react-native-svg';

import { type Address, type Street } from '@/domain/address';
import { type Outline, type Point, type Position } from '@/domain/geo';
import { type PositionUpdate } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { IconButton } from '@/ui/IconButton';
import { createStyles, useTheme } from '@/ui/theme';
import { radius, space } from '@/ui/tokens';

import {
  emptyPlane,
  planeOf,
  scaleBar,
  scaleOf,
  streetLineOf,
  toScreen,
  initialView,
  zoomBy,
  type MapView,
  type Size,
} from '../mapView';
import { useMapGestures } from '../useMapGestures';
import { useMapSurface } from '../useMapSurface';

interface AreaMapProps {
  /** Areas and the holes in them. */
  outlines: readonly Outline[];
  streets: readonly Street[];
  /** What is known of a door, for its dot. */
  stateOf: (address: Address) => DotState;
  /** A dot was pressed. */
  onDoor: (address: Address) => void;
  /** Null until the position is requested. */
  me: Extract<PositionUpdate, { kind: 'fix' }> | null;
  /** Requests the position; absent where there is none. */
  onLocate?: () => void;
}

/** `closed`: nobody is to go there. */
export type DotState = 'new' | 'left' | 'done' | 'closed';

const middle: Point = { x: 0, y: 0 };
const step = 1.8;

/** A browser uses a serif font in SVG by default. */
const font = Platform.OS === 'web' ? 'system-ui, sans-serif' : undefined;

/** The area and its doors, without map tiles: no network, and no tile server receives the position. */
export function AreaMap({ outlines, streets, stateOf, onDoor, me, onLocate }: AreaMapProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const doors = useMemo(() => streets.map((street) => ({ street, places: placesOf(street) })), [streets]);
  const plane = useMemo(
    () =>
      planeOf(
        outlines,
        doors.flatMap(({ places }) => places.map(({ position }) => position))
      ),
    [outlines, doors]
  );
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [chosen, setView] = useState<MapView | null>(null);
  const frame = useRef<View>(null);

  const shownPlane = plane ?? emptyPlane;
  const view = chosen ?? initialView(shownPlane);
  const scale = scaleOf(shownPlane, view, size);
  const gestures = useMapGestures({ plane: shownPlane, size, view, onView: setView });
  const zoom = (factor: number) => setView(zoomBy(shownPlane, view, factor, middle, scale));
  useMapSurface(frame, { holdsTouch: view.zoom > 1, onZoom: zoom });
  if (plane === null) return null;

  const count = doors.reduce((sum, { places }) => sum + places.length, 0);
  const locate = () => {
    onLocate?.();
    if (me !== null) setView({ centre: plane.toPoint(me), zoom: Math.max(view.zoom, 4) });
  };
  return (
    <View style={styles.map}>
      <View
        ref={frame}
        role="img"
        aria-label={t('actions.map.label', { count, number: format.number(count) })}
        accessible
        {...gestures}
        style={styles.drawing}
        onLayout={({ nativeEvent }) => setSize(nativeEvent.layout)}
      >
        {size.width > 0 && (
          <MapDrawing
            outlines={outlines.map((outline) =>
              outline.map((position) => toScreen(plane.toPoint(position), view, scale, size))
            )}
            streets={doors.map(({ street, places }) => ({
              key: street.key,
              name: street.name,
              doors: places.map(({ address, position }) => ({
                ...toScreen(plane.toPoint(position), view, scale, size),
                state: stateOf(address),
                onPress: () => onDoor(address),
              })),
            }))}
            me={
              me === null
                ? null
                : { at: toScreen(plane.toPoint(me), view, scale, size), reach: me.accuracyMetres * scale }
            }
            bar={scaleBar(scale, size)}
            isClose={view.zoom > 1.5}
            size={size}
          />
        )}
      </View>
      <View style={styles.buttons}>
        <IconButton icon="plus" label={t('actions.map.closer')} onPress={() => zoom(step)} />
        <IconButton
          icon="minus"
          label={t('actions.map.farther')}
          disabled={view.zoom <= 1}
          onPress={() => zoom(1 / step)}
        />
        {onLocate !== undefined && (
          <IconButton icon="locate" label={t('actions.map.myPosition')} onPress={locate} />
        )}
      </View>
    </View>
  );
}

/** The doors of a street that have a position, by number. */
function placesOf({ sides }: Street): { address: Address; position: Position }[] {
  const all = [...sides.even, ...sides.odd].sort(
    (one, other) => Number.parseInt(one.houseNumber, 10) - Number.parseInt(other.houseNumber, 10)
  );
  return [...all, ...sides.unnumbered].flatMap((address) =>
    address.position === null ? [] : [{ address, position: address.position }]
  );
}

type Dot = Point & { state: DotState; onPress: () => void };

interface DrawingProps {
  outlines: readonly (readonly Point[])[];
  streets: readonly { key: string; name: string; doors: readonly Dot[] }[];
  me: { at: Point; reach: number } | null;
  bar: { metres: number; pixels: number };
  /** Zoomed in enough that street names do not overlap. */
  isClose: boolean;
  size: Size;
}

const write = (points: readonly Point[]) =>
  points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');

function MapDrawing({ outlines, streets, me, bar, isClose, size }: DrawingProps) {
  const { colors } = useTheme();
  const { t, format } = useI18n();
  const length =
    bar.metres < 1000
      ? t('actions.map.metres', { number: format.number(bar.metres) })
      : t('actions.map.kilometres', { number: format.number(bar.metres / 1000) });
  const bottom = size.height - space.m;
  const fills: Record<DotState, string> = {
    new: colors.surface,
    left: colors.states.waiting.ground,
    done: colors.primary,
    closed: colors.states.person.ink,
  };
  // Hundreds of doors would cover the streets.
  const crowded = streets.reduce((sum, { doors }) => sum + doors.length, 0) > 200;
  return (
    <Svg width={size.width} height={size.height} aria-hidden>
      <Path
        d={outlines.map((outline) => `M${write(outline)}Z`).join('')}
        fill={colors.primary}
        fillRule="evenodd"
        fillOpacity={0.13}
        stroke={colors.primary}
        strokeWidth={2}
        strokeDasharray="6 5"
      />
      {streets.map(({ key, doors }) => (
        <Polyline
          key={key}
          points={write(streetLineOf(doors))}
          fill="none"
          stroke={colors.line}
          strokeWidth={8}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      ))}
      {streets.flatMap(({ key, doors }) =>
        doors.map(({ x, y, state, onPress }, place) => (
          <Circle
            key={`${key} ${place}`}
            cx={x}
            cy={y}
            r={crowded ? 3 : 5}
            fill={fills[state]}
            stroke={state === 'closed' ? colors.states.person.ink : colors.primary}
            strokeWidth={2}
            onPress={onPress}
          />
        ))
      )}
      {streets.map(({ key, name, doors }) => {
        const at = doors[Math.floor(doors.length / 2)];
        return at === undefined || doors.length < 3 || crowded || !isClose ? null : (
          <SvgText
            key={key}
            x={at.x}
            y={at.y - 10}
            fontSize={11}
            fontFamily={font}
            fontWeight="bold"
            textAnchor="middle"
            fill={colors.ink}
          >
            {name}
          </SvgText>
        );
      })}
      {me !== null && (
        <>
          <Circle
            cx={me.at.x}
            cy={me.at.y}
            r={Math.max(14, me.reach)}
            fill={colors.states.moving.ink}
            fillOpacity={0.2}
          />
          <Circle
            cx={me.at.x}
            cy={me.at.y}
            r={7}
            fill={colors.states.moving.ink}
            stroke={colors.surface}
            strokeWidth={3}
          />
        </>
      )}
      <Line
        x1={space.m}
        y1={bottom}
        x2={space.m + bar.pixels}
        y2={bottom}
        stroke={colors.ink}
        strokeWidth={2}
      />
      <Path
        d={`M${space.m} ${bottom - 4}v8 M${space.m + bar.pixels} ${bottom - 4}v8`}
        stroke={colors.ink}
        strokeWidth={2}
      />
      <SvgText x={space.m} y={bottom - 8} fontSize={11} fontFamily={font} fill={colors.ink}>
        {length}
      </SvgText>
    </Svg>
  );
}

const useStyles = createStyles(({ colors }) => ({
  map: {
    height: 240,
    borderRadius: radius.card,
    borderWidth: 1,
    borderColor: colors.line,
    backgroundColor: colors.surface,
    overflow: 'hidden',
  },
  drawing: { flex: 1 },
  buttons: { position: 'absolute', top: space.s, end: space.s, gap: space.s },
}));
