import { useQuery } from '@tanstack/react-query';

import { type Form } from '@/contract/form';
import { actionTime, isPublished } from '@/domain/action';
import { questionsOf } from '@/domain/answers';
import { actionQueries } from '@/queries/actions';
import { answerQueries } from '@/queries/answers';

import { useRuntime } from './runtime';

/**
 * The questions of an action, or of all running actions; undefined while they are read. None where the service has no place
 * for answers: nothing is asked in vain.
 */
export function useQuestions(actionId: number | null): Form[] | undefined {
  const runtime = useRuntime();
  const { data: actions } = useQuery(actionQueries.list(runtime));
  const { data } = useQuery(answerQueries.questions(runtime));
  if (actions === undefined || data === undefined) return undefined;
  if (!data.isAccepted) return [];
  const asking = actions
    .map(({ Action }) => Action)
    .filter((action) =>
      actionId === null
        ? isPublished(action) && actionTime(action, runtime.now()) === 'running'
        : action.id === actionId
    );
  return [...new Set(asking.flatMap((action) => questionsOf(action, data.forms)))];
}
