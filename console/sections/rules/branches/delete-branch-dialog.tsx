import { ConfirmDanger } from '@assay/design-system'
import type { Branch } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useRuleScope } from '../rule-scope.tsx'
import { useBranchChange } from '../use-branch-change.ts'

/** Asks before a branch goes with its rules, drafts and results. */
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
  const { running, refusal, run } = useBranchChange()
  return (
    <ConfirmDanger
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
      loading={running}
      confirmLabel={<FormattedMessage id="Rules.Branch.Delete" />}
      title={<FormattedMessage id="Rules.Branch.DeleteOf" values={{ name: <bdi key="name">{branch.name}</bdi> }} />}
      description={<FormattedMessage id="Rules.Branch.DeleteHelp" values={{ count: branch.ruleCount }} />}
      {...(refusal === null ? {} : { error: <FormattedMessage id={refusal} /> })}
      onConfirm={() =>
        run({
          work: () => client.branches.remove({ environmentId, eventType, branch: branch.apiName }),
          done: intl.formatMessage({ id: 'Rules.Branch.Deleted' }, { name: branch.name }),
          removedBranch: branch.apiName,
          then: onDeleted,
        })
      }
    />
  )
}
