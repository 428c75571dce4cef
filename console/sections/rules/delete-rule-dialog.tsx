import { ConfirmDanger, useToast } from '@assay/design-system'
import type { RuleSummary } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../platform/api/client.ts'
import { useEnvironment } from '../../platform/environments/environments.tsx'

interface DeleteRuleDialogProps {
  rule: Pick<RuleSummary, 'id' | 'name' | 'status'> | null
  onClose: () => void
  onDeleted: () => unknown
}

/** Asks before a rule goes for good. */
export function DeleteRuleDialog({ rule, onClose, onDeleted }: DeleteRuleDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const environment = useEnvironment()
  const [state, setState] = useState<'idle' | 'running' | 'failed'>('idle')
  const close = () => {
    setState('idle')
    onClose()
  }
  const remove = async () => {
    if (!rule) return
    setState('running')
    try {
      await client.rules.remove({ environmentId: environment.id, ruleId: rule.id })
      toast({ title: intl.formatMessage({ id: 'Rules.Delete.Done' }, { name: rule.name }), tone: 'success' })
      close()
      onDeleted()
    } catch {
      setState('failed')
    }
  }
  return (
    <ConfirmDanger
      open={rule !== null}
      onOpenChange={open => { if (!open) close() }}
      title={<FormattedMessage id="Rules.Delete.Title" values={{ name: <bdi key="name">{rule?.name}</bdi> }} />}
      description={<FormattedMessage id={rule?.status === 'active' ? 'Rules.Delete.Active' : 'Rules.Delete.Description'} />}
      confirmLabel={<FormattedMessage id="Rules.Delete.Confirm" />}
      loading={state === 'running'}
      {...(state === 'failed' ? { error: <FormattedMessage id="Rules.List.Failed" /> } : {})}
      onConfirm={() => void remove()}
    />
  )
}
