import type { RuleSettings } from '@assay/risk-service/contract'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ConflictResolution, useConflict } from '../../../platform/authoring/conflict/use-conflict.tsx'
import { useErrorToast } from '../../../platform/errors/use-error-toast.ts'

interface RevertOptions {
  version: number
  send: (baseVersion: number) => Promise<RuleSettings>
  load: () => Promise<RuleSettings>
  differences: ConflictResolution<RuleSettings>['differences']
  onReverted: (stored: RuleSettings) => void
  onTheirs: (theirs: RuleSettings) => void
}

/** Goes back to the sample of the system, beside the form; somebody else may have saved meanwhile. */
export function useRevert({ version, send, load, differences, onReverted, onTheirs }: RevertOptions): {
  revert: () => void
  reverting: boolean
  revertQuestion: ReactNode
} {
  const failed = useErrorToast()
  const conflict = useConflict()
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    networkMode: 'always',
    onSuccess: onReverted,
    onError: async error => {
      const isConflict = await conflict.ask(error, {
        load,
        differences,
        keepMine: theirs => mutate(theirs.version),
        takeTheirs: onTheirs,
      })
      if (!isConflict) failed(error)
    },
  })
  return { revert: () => mutate(version), reverting: isPending, revertQuestion: conflict.question }
}
