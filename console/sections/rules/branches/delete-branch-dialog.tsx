import { ConfirmDanger, useToast } from '@assay/design-system'
import type { Branch } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useConfirmedMutation } from '../../../platform/mutations/use-confirmed-mutation.ts'
import { branchProblemOf } from '../branch-errors.ts'
import { useRuleScope } from '../rule-scope.tsx'
import { useBranchRefresh } from '../use-branch-refresh.ts'

/** Asks before a branch is deleted with its rules, drafts and results. */
export function DeleteBranchDialog({
  branch,
  onClose,
  onDeleted,
}: {
  branch: Branch
  onClose: () => void
  onDeleted: () => void
}) {
  const intl = useIntl()
  const { environmentId, eventType } = useRuleScope()
  const { toast } = useToast()
  const refresh = useBranchRefresh()
  const removal = useConfirmedMutation({
    mutationFn: (apiName: string) => client.branches.remove({ environmentId, eventType, branch: apiName }),
    onSuccess: (_answer, removed) => {
      toast({ title: intl.formatMessage({ id: 'Rules.Branch.Deleted' }, { name: branch.name }), tone: 'success' })
      onDeleted()
      refresh(removed)
    },
    onClose,
  })
  return (
    <ConfirmDanger
      open
      onOpenChange={open => {
        if (!open) removal.close()
      }}
      loading={removal.isPending}
      confirmLabel={<FormattedMessage id="Rules.Branch.Delete" />}
      title={<FormattedMessage id="Rules.Branch.DeleteOf" values={{ name: <bdi key="name">{branch.name}</bdi> }} />}
      description={<FormattedMessage id="Rules.Branch.DeleteHelp" values={{ count: branch.ruleCount }} />}
      {...(removal.error ? { error: <FormattedMessage id={branchProblemOf(removal.error)} /> } : {})}
      onConfirm={() => removal.confirm(branch.apiName)}
    />
  )
}
