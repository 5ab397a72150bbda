import { cashMutations } from './cash';
import { engineMutations } from './engine';
import type { Mutation } from './mutation';
import { outboxMutations } from './outbox';
import { serviceMutations } from './service';

export const mutations: readonly Mutation[] = [
  ...engineMutations,
  ...outboxMutations,
  ...serviceMutations,
  ...cashMutations,
];
