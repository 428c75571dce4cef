import { useToast } from '@assay/design-system'
import type { AssessmentTemplateName } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { readApiError } from '../../../platform/api/api-error.ts'
import { client } from '../../../platform/api/client.ts'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { rulesPathOf } from '../../../platform/router/rules-path.ts'
import type { NameRefusal } from './name-step.tsx'
import { newAssessmentOf, type WizardDraft, type WizardStepId } from './wizard-draft.ts'

/** What the service refused: at the names, or about the whole assessment at the step it belongs to. */
export interface WizardRefusal extends NameRefusal {
  step?: WizardStepId
  /** Id of a message. */
  problem?: string
}

/** Steps by the fields that the service names. */
const stepByField: Readonly<Record<string, WizardStepId>> = {
  template: 'template',
  schema: 'schema',
  observations: 'observations',
  settings: 'settings',
  dataSubjectIds: 'settings',
  search: 'settings',
  reporting: 'settings',
}

function refusalOf(error: unknown): WizardRefusal | null {
  const failure = readApiError(error)
  if (failure.kind === 'conflict') {
    if (failure.reason === 'assessment.exists') return { apiName: 'Templates.Assessment.taken' }
    if (failure.reason === 'assessment.removing') return { apiName: 'Assessments.Wizard.Removing' }
    return failure.reason === 'assessment.limit' ? { problem: 'Templates.Assessment.limit' } : null
  }
  if (failure.kind !== 'invalid') return null
  const field = String(failure.issues[0]?.path[0] ?? '')
  if (field === 'friendlyName' || field === 'apiName') return { [field]: `Templates.Assessment.Rule.${field}` }
  if (field === 'environmentId') return { problem: 'Templates.Assessment.RootOnly' }
  const step = stepByField[field]
  return step === undefined ? null : { step, problem: 'Assessments.Wizard.Refused' }
}

/** Creates the assessment, and leads to its rules. */
export function useCreateAssessment(onCreated: () => void, onRefused: (refusal: WizardRefusal) => void) {
  const intl = useIntl()
  const href = useHref()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { toast } = useToast()
  const { id: environmentId } = useEnvironment()
  const [refusal, setRefusal] = useState<WizardRefusal>({})
  const { mutate, isPending } = useApiMutation({
    mutationFn: ({ draft, template }: { draft: WizardDraft; template: AssessmentTemplateName }) =>
      client.assessments.create({ environmentId, ...newAssessmentOf(draft, template) }),
    onSuccess: async ({ eventType }, { draft }) => {
      onCreated()
      toast({
        tone: 'success',
        title: intl.formatMessage({ id: 'Assessments.Wizard.Created' }, { name: draft.friendlyName.trim() }),
      })
      // Hardly a list of what there is about events is as it was.
      void queryClient.invalidateQueries()
      await navigate(href(rulesPathOf(eventType)))
    },
    onError: error => {
      const refused = refusalOf(error)
      if (refused === null) return false
      setRefusal(refused)
      onRefused(refused)
      return true
    },
  })
  return {
    refusal,
    isPending,
    clearRefusal: () => setRefusal({}),
    create: (draft: WizardDraft, template: AssessmentTemplateName) => {
      setRefusal({})
      mutate({ draft, template })
    },
  }
}
