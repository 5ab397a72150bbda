import { type Position } from '@/domain/geo';
import { isPartlyOutside, outlineProblem, type OutlineProblem, type Turf } from '@/domain/turf';

/** A drawn line of corners: an area, or a hole in one. */
export type Ring = { kind: 'area' | 'hole'; corners: Position[] };

/** What is drawn on the map. While it is open, the next corner belongs to the last ring. */
export type Drawing = { rings: Ring[]; isOpen: boolean };

export function drawingOf({ areas, holes }: Pick<Turf, 'areas' | 'holes'>): Drawing {
  return {
    rings: [
      ...areas.map((corners): Ring => ({ kind: 'area', corners: [...corners] })),
      ...holes.map((corners): Ring => ({ kind: 'hole', corners: [...corners] })),
    ],
    isOpen: false,
  };
}

export function addCorner({ rings, isOpen }: Drawing, corner: Position): Drawing {
  const last = rings[rings.length - 1];
  if (!isOpen || last === undefined)
    return { rings: [...rings, { kind: 'area', corners: [corner] }], isOpen: true };
  return { rings: [...rings.slice(0, -1), { ...last, corners: [...last.corners, corner] }], isOpen };
}

export function moveCorner(drawing: Drawing, ring: number, corner: number, to: Position): Drawing {
  const rings = drawing.rings.map((each, place) =>
    place === ring
      ? { ...each, corners: each.corners.map((old, index) => (index === corner ? to : old)) }
      : each
  );
  return { ...drawing, rings };
}

export const finishRing = (drawing: Drawing): Drawing => ({ ...drawing, isOpen: false });

export const startHole = ({ rings }: Drawing): Drawing => ({
  rings: [...rings, { kind: 'hole', corners: [] }],
  isOpen: true,
});

/** Takes the last corner back; a finished ring is opened again. */
export function undo({ rings, isOpen }: Drawing): Drawing {
  const last = rings[rings.length - 1];
  if (last === undefined) return { rings, isOpen: false };
  if (!isOpen) return { rings, isOpen: true };
  if (last.corners.length <= 1) return { rings: rings.slice(0, -1), isOpen: false };
  return { rings: [...rings.slice(0, -1), { ...last, corners: last.corners.slice(0, -1) }], isOpen };
}

/** The areas and holes that have an inside. */
export function outlinesOf({ rings }: Drawing): Pick<Turf, 'areas' | 'holes'> {
  const of = (kind: Ring['kind']) =>
    rings.filter((ring) => ring.kind === kind && ring.corners.length > 2).map(({ corners }) => corners);
  return { areas: of('area'), holes: of('hole') };
}

/** Why the drawing is not an area; the first ring with a problem counts. */
export function drawingProblem(
  drawing: Drawing
): OutlineProblem | `hole_${OutlineProblem | 'outside'}` | null {
  for (const { kind, corners } of drawing.rings) {
    const problem = outlineProblem(corners);
    if (problem !== null) return kind === 'area' ? problem : `hole_${problem}`;
  }
  return doesHoleLeave(finishRing(drawing)) ? 'hole_outside' : null;
}

/** Whether a part of a hole is outside the areas, where it cuts out nothing. Also while it is drawn. */
export function doesHoleLeave({ rings, isOpen }: Drawing): boolean {
  const areas = rings.flatMap(({ kind, corners }) => (kind === 'area' ? [corners] : []));
  return rings.some(
    ({ kind, corners }, place) =>
      kind === 'hole' && isPartlyOutside(corners, areas, { isClosed: !isOpen || place < rings.length - 1 })
  );
}
