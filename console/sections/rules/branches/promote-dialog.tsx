import { Checkbox, useToast } from '@assay/design-system'
import type { Branch } from '@assay/risk-service/contract'
import { useController } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useRecordForm } from '../../../platform/authoring/form/use-record-form.ts'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { branchProblemOf, isApiNameRefused } from '../branch-errors.ts'
import { branchRecoveryId } from '../branch-recovery.ts'
import { useRuleScope } from '../rule-scope.tsx'
import { useBranchRefresh } from '../use-branch-refresh.ts'
import { nameTakenError, promotionResolver } from './branch-form.ts'
import { BranchNameFields } from './branch-name-fields.tsx'

interface PromoteDialogProps {
  branch: Branch
  branches: readonly Branch[]
  canKeep: boolean
  onClose: () => void
  onPromoted: () => void
}

/**
 * Promotes the branch to production: lists the consequences, and offers to store the present production rules as a
 * branch.
 */
export function PromoteDialog({ branch, branches, canKeep, onClose, onPromoted }: PromoteDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const { environmentId, eventType } = useRuleScope()
  const refresh = useBranchRefresh()
  const { form, saving, attempts, problem, submit } = useRecordForm({
    record: { values: { preserve: false, name: '', apiName: '' }, version: 0 },
    resolver: promotionResolver(branches.map(({ apiName }) => apiName)),
    recovery: {
      id: branchRecoveryId('promote', { environmentId, eventType, branch: branch.apiName }),
      unchanged: true,
    },
    save: async keepProductionAs => {
      await client.branches.promote({ environmentId, eventType, branch: branch.apiName, keepProductionAs })
    },
    onSaved: () => {
      toast({ title: intl.formatMessage({ id: 'Rules.Branch.Promoted' }, { name: branch.name }), tone: 'success' })
      refresh(branch.apiName)
    },
    moveOn: onPromoted,
    errorsOf: error => (isApiNameRefused(error) ? nameTakenError : null),
    problemOf: branchProblemOf,
  })
  const preserve = useController({ control: form.control, name: 'preserve' }).field
  return (
    <FormDialog
      title={<FormattedMessage id="Rules.Branch.PromoteOf" values={{ name: <bdi key="name">{branch.name}</bdi> }} />}
      confirm={<FormattedMessage id="Rules.Branch.Promote" />}
      running={saving}
      attempts={attempts}
      refusal={problem}
      onSubmit={() => void submit()}
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
        checked={preserve.value}
        disabled={!canKeep}
        onCheckedChange={next => preserve.onChange(next === true)}
        label={<FormattedMessage id="Rules.Branch.Preserve" />}
        description={<FormattedMessage id={canKeep ? 'Rules.Branch.PreserveHelp' : 'Rules.Branch.PreserveFirst'} />}
      />
      {preserve.value ? <BranchNameFields form={form} /> : null}
    </FormDialog>
  )
}
