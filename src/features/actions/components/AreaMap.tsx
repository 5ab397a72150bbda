import { type TFunction } from 'i18next';
import { useMemo, useRef } from 'react';
import { Platform, View } from 'react-native';
import Svg, { Circle, Line, Path, Polyline, Text as SvgText } from 'react-native-svg';

import { type Address, type Street } from '@/domain/address';
import { type Outline, type Point, type Position } from '@/domain/geo';
import { type PositionUpdate } from '@/features/shared/runtime';
import { type Format } from '@/i18n/format';
import { useI18n } from '@/i18n/I18nProvider';
import { IconButton } from '@/ui/IconButton';
import { Text } from '@/ui/Text';
import { createStyles, useTheme } from '@/ui/theme';
import { radius, space, type Colors } from '@/ui/tokens';

import {
  awayFrom,
  emptyPlane,
  planeOf,
  scaleBar,
  streetLineOf,
  initialView,
  viewWith,
  type Size,
} from '../mapView';
import { useMapFrame } from '../useMapFrame';
import { useMapGestures } from '../useMapGestures';
import { MapTiles } from './MapTiles';
import { ZoomButtons } from './ZoomButtons';

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
export type DotState = (typeof DOT_STATES)[number];
const DOT_STATES = ['new', 'left', 'done', 'closed'] as const;

/** Half of the label of the scale bar, about. */
const halfLabel = 20;

/** A browser uses a serif font in SVG by default. */
const font = Platform.OS === 'web' ? 'system-ui, sans-serif' : undefined;

/** The area and its doors. Tiles are behind them where the organisation has a tile server; the map needs none. */
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

  const shownPlane = plane ?? emptyPlane;
  const away = me === null ? null : awayFrom(shownPlane, me);
  const frame = useRef<View>(null);
  const map = useMapFrame({
    frame,
    plane: shownPlane,
    start: me !== null && away !== null ? viewWith(shownPlane, me) : initialView(shownPlane),
    holdsTouch: ({ zoom }) => zoom > 1,
  });
  const { size, view, setView, scale, at } = map;
  const gestures = useMapGestures({ plane: shownPlane, size, view, onView: setView });
  if (plane === null) return null;

  const count = doors.reduce((sum, { places }) => sum + places.length, 0);
  const locate = () => {
    onLocate?.();
    if (away !== null) setView(null);
    else if (me !== null) setView({ centre: plane.toPoint(me), zoom: Math.max(view.zoom, 4) });
  };
  return (
    <>
      <View
        ref={frame}
        role="img"
        aria-label={t('actions.map.label', { count, number: format.number(count) })}
        accessible
        {...gestures}
        style={styles.map}
        onLayout={map.onLayout}
      >
        {size.width > 0 && <MapTiles plane={plane} view={view} size={size} />}
        {size.width > 0 && (
          <MapDrawing
            outlines={outlines.map((outline) => outline.map(at))}
            streets={doors.map(({ street, places }) => ({
              key: street.key,
              name: street.name,
              doors: places.map(({ address, position }) => ({
                ...at(position),
                state: stateOf(address),
                houseNumber: address.houseNumber,
                onPress: () => onDoor(address),
              })),
            }))}
            me={me === null ? null : { at: at(me), reach: me.accuracyMetres * scale }}
            bar={scaleBar(scale, size)}
            isClose={view.zoom > 1.5}
            hasNumbers={view.zoom > 3}
            size={size}
          />
        )}
      </View>
      {away !== null && (
        <Text aria-live="polite">
          {t('actions.map.away', {
            distance: lengthWords(t, format, roundedMetres(away.metres)),
            direction: t(`actions.map.direction.${away.direction}`),
          })}
        </Text>
      )}
      <View style={styles.below}>
        {count > 0 && <MapLegend />}
        <View style={styles.buttons}>
          <ZoomButtons map={map} />
          {onLocate !== undefined && (
            <IconButton icon="locate" label={t('actions.map.myPosition')} onPress={locate} />
          )}
        </View>
      </View>
    </>
  );
}

/** What the colours of the dots mean. */
function MapLegend() {
  const { t } = useI18n();
  const styles = useStyles();
  const { colors } = useTheme();
  return (
    <View style={styles.legend}>
      {DOT_STATES.map((state) => (
        <View key={state} style={styles.entry}>
          <View aria-hidden style={[styles.dot, dotColors(colors, state)]} />
          <Text variant="note">{t(`actions.map.dots.${state}`)}</Text>
        </View>
      ))}
    </View>
  );
}

function dotColors(colors: Colors, state: DotState): { backgroundColor: string; borderColor: string } {
  const fills: Record<DotState, string> = {
    new: colors.surface,
    left: colors.states.waiting.ink,
    done: colors.primary,
    closed: colors.states.person.ink,
  };
  return { backgroundColor: fills[state], borderColor: state === 'new' ? colors.primary : fills[state] };
}

function lengthWords(t: TFunction, format: Format, metres: number): string {
  return metres < 1000
    ? t('actions.map.metres', { number: format.number(metres) })
    : t('actions.map.kilometres', { number: format.number(metres / 1000) });
}

/** A distance as people say it: 40 m, 350 m, 1.2 km. */
const roundedMetres = (metres: number) =>
  metres < 1000 ? Math.max(10, Math.round(metres / 10) * 10) : Math.round(metres / 100) * 100;

/** The doors of a street that have a position, by number. */
function placesOf({ sides }: Street): { address: Address; position: Position }[] {
  const all = [...sides.even, ...sides.odd].sort(
    (one, other) => Number.parseInt(one.houseNumber, 10) - Number.parseInt(other.houseNumber, 10)
  );
  return [...all, ...sides.unnumbered].flatMap((address) =>
    address.position === null ? [] : [{ address, position: address.position }]
  );
}

type Dot = Point & { state: DotState; houseNumber: string; onPress: () => void };

interface DrawingProps {
  outlines: readonly (readonly Point[])[];
  streets: readonly { key: string; name: string; doors: readonly Dot[] }[];
  me: { at: Point; reach: number } | null;
  bar: { metres: number; pixels: number };
  /** Zoomed in enough that street names do not overlap. */
  isClose: boolean;
  /** Zoomed in enough for house numbers. */
  hasNumbers: boolean;
  size: Size;
}

const write = (points: readonly Point[]) =>
  points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');

function MapDrawing({ outlines, streets, me, bar, isClose, hasNumbers, size }: DrawingProps) {
  const { colors } = useTheme();
  const { t, format } = useI18n();
  const length = lengthWords(t, format, bar.metres);
  const bottom = size.height - space.m;
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
        doors.map(({ x, y, state, onPress }, place) => {
          const { backgroundColor, borderColor } = dotColors(colors, state);
          return (
            <Circle
              key={`${key} ${place}`}
              cx={x}
              cy={y}
              r={crowded ? 3 : 5}
              fill={backgroundColor}
              stroke={borderColor}
              strokeWidth={2}
              onPress={onPress}
            />
          );
        })
      )}
      {hasNumbers &&
        streets.flatMap(({ key, doors }) =>
          doors.map(({ x, y, houseNumber }, place) => (
            <SvgText
              key={`${key} ${place}`}
              x={x}
              y={y + 17}
              fontSize={10}
              fontFamily={font}
              textAnchor="middle"
              fill={colors.ink}
            >
              {houseNumber}
            </SvgText>
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
      <SvgText
        // In the middle, because in Arabic a text that starts at a place ends there.
        x={space.m + Math.max(bar.pixels / 2, halfLabel)}
        y={bottom - 8}
        fontSize={11}
        fontFamily={font}
        textAnchor="middle"
        fill={colors.ink}
      >
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
  below: { flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', gap: space.s },
  buttons: { flexDirection: 'row', gap: space.s, marginStart: 'auto' },
  legend: { flexDirection: 'row', flexWrap: 'wrap', flexShrink: 1, columnGap: space.m, rowGap: space.xs },
  entry: { flexDirection: 'row', alignItems: 'center', gap: space.xs },
  dot: { width: 12, height: 12, borderRadius: radius.round, borderWidth: 2 },
}));
