import type { Queue } from '@assay/risk-service/contract'

/** Queues that can receive the cases of another one: those of its environment for the same assessment, and General. */
export const targetsOf = (
  queue: Pick<Queue, 'id' | 'environmentId' | 'assessment'>,
  queues: readonly Queue[],
): Queue[] =>
  queues
    .filter(
      ({ id, environmentId, assessment }) =>
        id !== queue.id &&
        environmentId === queue.environmentId &&
        (assessment === null || queue.assessment === null || assessment === queue.assessment),
    )
    .sort((a, b) => Number(b.kind === 'System') - Number(a.kind === 'System'))
