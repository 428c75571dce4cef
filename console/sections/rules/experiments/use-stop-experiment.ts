import { useToast } from '@assay/design-system'
import { useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useRuleScope } from '../rule-scope.tsx'

interface ExperimentOfBranch {
  /** API name of the branch. */
  branch: string
  /** Name of the experiment. */
  name: string
}

/** Stops the experiment of a branch. No dialog precedes it, so that a failure is shown in a toast. */
export function useStopExperiment() {
  const intl = useIntl()
  const { toast } = useToast()
  const { environmentId, eventType } = useRuleScope()
  return useApiMutation({
    mutationFn: ({ branch }: ExperimentOfBranch) =>
      client.branches.stopExperiment({ environmentId, eventType, branch }),
    invalidates: [api.branches.key(), api.rules.key()],
    onSuccess: (_answer, { name }) =>
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Rules.Experiment.Stopped' }, { name }) }),
  })
}
