import { Checkbox } from '@assay/design-system'
import type { Branch } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import { validateApiName, validateBranchName } from '../branch.ts'
import { branchRecoveryId } from '../branch-recovery.ts'
import { useRuleScope } from '../rule-scope.tsx'
import { useBranchChange } from '../use-branch-change.ts'
import { BranchNameFields } from './branch-name-fields.tsx'

interface PromoteDialogProps {
  branch: Branch
  branches: readonly Branch[]
  canKeep: boolean
  onClose: () => void
  onPromoted: () => void
}

/** The branch becomes production: what that means, and whether the present production rules are kept. */
export function PromoteDialog({ branch, branches, canKeep, onClose, onPromoted }: PromoteDialogProps) {
  const intl = useIntl()
  const { environmentId, eventType } = useRuleScope()
  const { running, refusal, nameTaken, run } = useBranchChange()
  const [preserve, setPreserve] = useState(false)
  const [names, setNames] = useState({ name: '', apiName: '' })
  const [tried, setTried] = useState(false)
  useRecovery(
    branchRecoveryId('promote', { environmentId, eventType, branch: branch.apiName }),
    { preserve, names },
    recovered => {
      setPreserve(recovered.preserve)
      setNames(recovered.names)
    },
  )
  const faults =
    tried && preserve
      ? {
          name: validateBranchName(names.name),
          apiName: nameTaken === names.apiName ? ('taken' as const) : validateApiName(names.apiName, branches),
        }
      : { name: null, apiName: null }
  const promote = () => {
    setTried(true)
    if (preserve && (validateBranchName(names.name) || validateApiName(names.apiName, branches))) return
    run({
      work: () =>
        client.branches.promote({
          environmentId,
          eventType,
          branch: branch.apiName,
          keepProductionAs: preserve ? { apiName: names.apiName, name: names.name.trim() } : null,
        }),
      done: intl.formatMessage({ id: 'Rules.Branch.Promoted' }, { name: branch.name }),
      name: names.apiName,
      removedBranch: branch.apiName,
      then: onPromoted,
    })
  }
  return (
    <FormDialog
      title={<FormattedMessage id="Rules.Branch.PromoteOf" values={{ name: <bdi key="name">{branch.name}</bdi> }} />}
      confirm={<FormattedMessage id="Rules.Branch.Promote" />}
      running={running}
      refusal={refusal}
      onSubmit={promote}
      onClose={onClose}
    >
      <ul className="list-disc ps-5">
        <li>
          <FormattedMessage id="Rules.Branch.PromoteRules" values={{ count: branch.ruleCount }} />
        </li>
        <li>
          <FormattedMessage id="Rules.Branch.PromoteGone" />
        </li>
        <li>
          <FormattedMessage id="Rules.Branch.PromoteSoon" />
        </li>
      </ul>
      <Checkbox
        checked={preserve}
        disabled={!canKeep}
        onCheckedChange={next => setPreserve(next === true)}
        label={<FormattedMessage id="Rules.Branch.Preserve" />}
        description={<FormattedMessage id={canKeep ? 'Rules.Branch.PreserveHelp' : 'Rules.Branch.PreserveFirst'} />}
      />
      {preserve ? <BranchNameFields {...names} faults={faults} onChange={setNames} /> : null}
    </FormDialog>
  )
}
