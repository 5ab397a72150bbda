import { type ActionAggregate } from '@/contract/action';
import { wordsOf } from '@/domain/fold';

/** The actions with a word in their name, pitch, teams or towns that begins with each typed word. */
export function searchActions(
  aggregates: readonly ActionAggregate[],
  typed: string
): readonly ActionAggregate[] {
  const prefixes = wordsOf(typed);
  if (prefixes.length === 0) return aggregates;
  return aggregates.filter(({ Action: action }) => {
    const towns = new Set((action.Addresses ?? []).map((address) => address.city ?? ''));
    const teams = (action.Teams ?? []).map((team) => team.name ?? '');
    const words = wordsOf([action.name, action.pitch, ...teams, ...towns].join(' '));
    return prefixes.every((begin) => words.some((word) => word.startsWith(begin)));
  });
}
