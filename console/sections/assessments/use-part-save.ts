import { useToast } from '@assay/design-system'
import type { AssessmentConfiguration } from '@assay/risk-service/contract'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { conflictErrorOf, validationErrorOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/client.ts'
import { useApiMutation } from '../../platform/mutations/use-api-mutation.ts'

/** Why a part of an assessment was not saved, as far as the page has words for it. */
export interface PartRefusal {
  kind: 'stale' | 'nameTaken' | 'nameUsed' | 'invalid'
  /** Who changed it meanwhile. */
  by?: string | undefined
  /** The field that the service found wrong, and its message. */
  issue?: { path: string; message: string }
}

/**
 * Saves a part of an assessment, such as its schema. What was refused stays on the page: a change of somebody else in
 * between offers to load theirs.
 */
export function usePartSave<Variables>(
  save: (variables: Variables) => Promise<AssessmentConfiguration>,
  onSaved: (saved: AssessmentConfiguration) => unknown,
) {
  const intl = useIntl()
  const { toast } = useToast()
  const [refusal, setRefusal] = useState<PartRefusal | null>(null)
  const { mutate, isPending } = useApiMutation({
    mutationFn: save,
    invalidates: [api.assessmentConfiguration.key(), api.assessments.key()],
    onSuccess: saved => {
      setRefusal(null)
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Assessments.Saved' }, { name: saved.name }) })
      return onSaved(saved)
    },
    onError: error => {
      const found = refusalOf(error)
      setRefusal(found)
      return found !== null
    },
  })
  return { saving: isPending, refusal, clear: () => setRefusal(null), save: mutate }
}

function refusalOf(error: unknown): PartRefusal | null {
  const conflict = conflictErrorOf(error)
  if (conflict?.reason === 'version.conflict') return { kind: 'stale', by: conflict.changedBy }
  if (conflict?.reason === 'resource.used') return { kind: 'nameUsed' }
  const issue = validationErrorOf(error)?.issues[0]
  if (issue === undefined) return null
  if (issue.code === 'name.taken') return { kind: 'nameTaken' }
  return { kind: 'invalid', issue: { path: issue.path.slice(1).join('.'), message: issue.message } }
}
