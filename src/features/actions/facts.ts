import { type Action } from '@/contract/action';

/** Something worth saying at the door. */
export type Fact = { title: string; text: string };

const titles = ['title', 'label', 'name', 'question'];
const texts = ['text', 'content', 'description', 'body', 'value', 'answer'];

/** The facts of an action. The interface does not show their inside, so the usual names are tried; the rest is left out. */
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
