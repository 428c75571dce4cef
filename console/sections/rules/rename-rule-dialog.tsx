import type { RuleSummary } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { nameFault } from '../../platform/authoring/names.ts'
import { RenameDialog } from '../../platform/authoring/rename-dialog.tsx'
import { renameDraft } from '../../platform/authoring/use-renaming.ts'
import { callsOf } from './rule-calls.ts'
import { useRuleScope } from './scope.tsx'

/** Another name for a rule: for what is published and for the caller's draft. */
export function RenameRuleDialog({
  rule,
  onClose,
  onRenamed,
}: {
  rule: RuleSummary
  onClose: () => void
  onRenamed: () => unknown
}) {
  const intl = useIntl()
  const { environmentId, routing } = useRuleScope()
  return (
    <RenameDialog
      draft={renameDraft(environmentId, rule.id)}
      name={rule.name}
      faultOf={nameFault}
      onClose={onClose}
      onRenamed={onRenamed}
      rename={name => callsOf(routing).rename({ environmentId, ruleId: rule.id, name })}
      done={name => intl.formatMessage({ id: 'Rules.Rename.Done' }, { name })}
    />
  )
}
