import { readRecovery } from '../../platform/recovery/use-recovery.ts'
import type { RuleScope } from './rule-scope.tsx'

/** What is typed for a branch, before it is done. */
const tasks = ['create', 'experiment', 'promote'] as const
type Task = (typeof tasks)[number]
type BranchScope = Pick<RuleScope, 'environmentId' | 'eventType' | 'branch'>

/** Key of the dialog of a task in the recovery. */
export const branchRecoveryId = (task: Task, { environmentId, eventType, branch }: BranchScope): string =>
  `branch/${task}/${environmentId}/${eventType}/${branch}`

/** The task whose dialog was open for this branch when the session ended. */
export const findRecoveredBranchTask = (place: BranchScope): Task | null =>
  tasks.find(task => readRecovery(branchRecoveryId(task, place)) !== undefined) ?? null
