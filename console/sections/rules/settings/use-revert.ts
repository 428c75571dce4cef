import type { RuleSettings } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { type ConflictResolution, useConflict } from '../../../platform/authoring/conflict/use-conflict.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

interface RevertOptions {
  version: number
  send: (baseVersion: number) => Promise<RuleSettings>
  load: () => Promise<RuleSettings>
  differences: ConflictResolution<RuleSettings>['differences']
  onReverted: (stored: RuleSettings) => void
  onTheirs: (theirs: RuleSettings) => void
}

/** Restores the sample of the system, beside the form; another user may have saved in the meantime. */
export function useRevert({ version, send, load, differences, onReverted, onTheirs }: RevertOptions): {
  revert: () => void
  reverting: boolean
  revertQuestion: ReactNode
} {
  const conflict = useConflict()
  const { mutate, isPending } = useApiMutation<RuleSettings, number>({
    mutationFn: send,
    onSuccess: onReverted,
    onError: (error): Promise<boolean> =>
      conflict.resolveConflict(error, {
        load,
        differences,
        keepMine: (theirs): void => mutate(theirs.version),
        takeTheirs: onTheirs,
      }),
  })
  return { revert: () => mutate(version), reverting: isPending, revertQuestion: conflict.question }
}
