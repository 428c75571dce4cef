import type { ConflictReason } from '@assay/risk-service/contract'
import { conflictErrorOf, validationErrorOf } from '../../platform/api/api-error.ts'

/** Reasons of the service that have words of their own: message ids. */
const conflictMessages: Readonly<Partial<Record<ConflictReason, string>>> = {
  'branches.limit': 'Rules.Branch.Error.Limit',
  'rules.limit': 'Rules.List.Limit',
  'branch.exists': 'Rules.Branch.Error.Exists',
  'experiment.running': 'Rules.Branch.Error.Running',
  'experiment.other': 'Rules.Branch.Error.Other',
  'promotion.first': 'Rules.Branch.PreserveFirst',
  'environment.notActive': 'Rules.Branch.Error.Inactive',
}

/** Id of the message about a change of branches that failed. */
export function branchProblemOf(error: unknown): string {
  const reason = conflictErrorOf(error)?.reason
  return (reason && conflictMessages[reason]) ?? 'Authoring.Failed'
}

/** Whether the service refused the API name of a branch: another user created a branch of this name in the meantime. */
export const isApiNameRefused = (error: unknown): boolean =>
  validationErrorOf(error)?.issues.some(({ path }) => path.includes('apiName')) ?? false
