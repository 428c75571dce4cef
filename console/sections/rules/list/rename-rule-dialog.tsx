import type { RuleSummary } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { validateName } from '../../../platform/authoring/naming/name-validation.ts'
import { RenameDialog } from '../../../platform/authoring/naming/rename-dialog.tsx'
import { renameRecoveryId } from '../../../platform/authoring/naming/use-renaming.ts'
import { ruleClientOf } from '../rule-queries.ts'
import { useRuleScope } from '../rule-scope.tsx'

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
      recoveryId={renameRecoveryId(environmentId, rule.id)}
      name={rule.name}
      validate={validateName}
      onClose={onClose}
      onRenamed={onRenamed}
      rename={name => ruleClientOf(routing).rename({ environmentId, ruleId: rule.id, name })}
      done={name => intl.formatMessage({ id: 'Rules.Rename.Done' }, { name })}
    />
  )
}
