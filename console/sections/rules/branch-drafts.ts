import { keptDraft } from '../../platform/drafts/use-draft.ts'
import type { RuleScope } from './scope.tsx'

/** What is typed for a branch, before it is done. */
const tasks = ['create', 'experiment', 'promote'] as const
type Task = (typeof tasks)[number]
type Place = Pick<RuleScope, 'environmentId' | 'eventType' | 'branch'>

/** Under which the dialog of a task is kept over a way to the sign-in page. */
export const branchDraft = (task: Task, { environmentId, eventType, branch }: Place): string =>
  `branch/${task}/${environmentId}/${eventType}/${branch}`

/** The task whose dialog was open for this branch when the session ended. */
export const keptTask = (place: Place): Task | null =>
  tasks.find(task => keptDraft(branchDraft(task, place)) !== undefined) ?? null
