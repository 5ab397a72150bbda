import { type Action } from '@/contract/action';

/** A talking point for the door. */
export type Fact = { title: string; text: string };

const titles = ['title', 'label', 'name', 'question'];
const texts = ['text', 'content', 'description', 'body', 'value', 'answer'];

/** The facts of an action. The contract does not describe their fields, so the usual names are tried. */
export function readFacts({ facts = [] }: Pick<Action, 'facts'>): Fact[] {
  return facts
    .map((fact) => ({ title: firstText(fact, titles), text: firstText(fact, texts) }))
    .filter(({ title, text }) => title !== '' || text !== '');
}

function firstText(fact: Readonly<Record<string, unknown>>, keys: readonly string[]): string {
  for (const key of keys) {
    const value = fact[key];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return '';
}
