import { useToast } from '@assay/design-system'
import type { ConflictReason } from '@assay/risk-service/contract'
import { type Query, useMutation, useQueryClient } from '@tanstack/react-query'
import { conflictErrorOf, validationErrorOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/client.ts'

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

interface BranchChange {
  work: () => Promise<unknown>
  /** Said when it worked. */
  done: string
  /** API name that a refusal can be about. */
  name?: string
  /** API name of the branch that the change removes. */
  removedBranch?: string
  then?: () => void
}

/** Runs a change of branches: says what came of it and has everything shown anew. */
export function useBranchChange(): {
  running: boolean
  /** Message id. */
  refusal: string | null
  nameTaken: string | null
  run: (change: BranchChange) => void
} {
  const { toast } = useToast()
  const queryClient = useQueryClient()
  const { error, variables, isPending, mutate } = useMutation({
    mutationFn: ({ work }: BranchChange) => work(),
    onSuccess: (_answer, { done, removedBranch, then }) => {
      toast({ title: done, tone: 'success' })
      then?.()
      // Queries of the removed branch are not fetched again.
      const stays = ({ queryKey }: Query) =>
        removedBranch === undefined || !JSON.stringify(queryKey).includes(`"branch":${JSON.stringify(removedBranch)}`)
      void queryClient.invalidateQueries({ queryKey: api.branches.key(), predicate: stays })
      void queryClient.invalidateQueries({ queryKey: api.rules.key(), predicate: stays })
    },
  })
  const isAboutName = validationErrorOf(error)?.issues.some(issue => issue.path.includes('apiName')) ?? false
  const nameTaken = isAboutName ? (variables?.name ?? null) : null
  const reason = conflictErrorOf(error)?.reason
  return {
    running: isPending,
    refusal: error && nameTaken === null ? ((reason && conflictMessages[reason]) ?? 'Authoring.Failed') : null,
    nameTaken,
    run: mutate,
  }
}
