import type { QueueSettings } from '../../../contract/cases/queue-entities.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'

/** Refuses names of decisions that do not exist, except those that the queue has from before they were removed. */
export function assertKnownDecisions(
  settings: QueueSettings,
  before: QueueSettings | null,
  names: ReadonlySet<string>,
): void {
  const namesOf = (from: QueueSettings | null) => ({
    allowedDecisions: from?.allowedDecisions ?? [],
    fourEyes: from?.fourEyes?.decisions ?? [],
  })
  const [stated, earlier] = [namesOf(settings), namesOf(before)]
  for (const field of ['allowedDecisions', 'fourEyes'] as const) {
    const index = stated[field].findIndex(name => !names.has(name) && !earlier[field].includes(name))
    const path = field === 'fourEyes' ? [field, 'decisions'] : [field]
    if (index >= 0)
      throw new ValidationError(['settings', ...path, index], 'This is not the name of a decision of the assessment.', {
        code: 'queue.decision',
      })
  }
}
