import { Button, Dialog, DialogContent, Field, Input, useToast } from '@assay/design-system'
import type { RuleSummary } from '@assay/risk-service/contract'
import { useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../platform/api/client.ts'
import { useFailureToast } from '../../platform/errors/use-failure-toast.ts'
import { useOffline } from '../../platform/offline/connection.ts'
import { ruleNameFault, type NameFault } from './draft.ts'
import { isNameRefusal } from './refusals.ts'
import { useRuleScope } from './scope.tsx'

/** Another name for a rule: for what is published and for the caller's draft. */
export function RenameRuleDialog({ rule, onClose, onRenamed }: { rule: RuleSummary; onClose: () => void; onRenamed: () => unknown }) {
  const intl = useIntl()
  const { toast } = useToast()
  const failed = useFailureToast()
  const offline = useOffline()
  const form = useId()
  const { environmentId } = useRuleScope()
  const [name, setName] = useState(rule.name)
  const [fault, setFault] = useState<NameFault | null>(null)
  const [running, setRunning] = useState(false)
  const rename = async () => {
    const wanted = name.trim()
    const found = ruleNameFault(wanted)
    setFault(found)
    if (found) return
    if (wanted === rule.name) {
      onClose()
      return
    }
    setRunning(true)
    try {
      await client.rules.rename({ environmentId, ruleId: rule.id, name: wanted })
      toast({ title: intl.formatMessage({ id: 'Rules.Rename.Done' }, { name: wanted }), tone: 'success' })
      onRenamed()
      onClose()
    } catch (error) {
      if (isNameRefusal(error)) setFault('taken')
      else failed(error)
      setRunning(false)
    }
  }
  return (
    <Dialog open onOpenChange={open => { if (!open) onClose() }}>
      <DialogContent
        title={<FormattedMessage id="Rules.Rename.Title" values={{ name: <bdi key="name">{rule.name}</bdi> }} />}
        footer={(
          <>
            <Button onClick={onClose}><FormattedMessage id="Rules.Cancel" /></Button>
            <Button variant="primary" type="submit" form={form} loading={running} disabled={offline}><FormattedMessage id="Rules.Menu.Rename" /></Button>
          </>
        )}
      >
        <form
          id={form} noValidate
          onSubmit={event => {
            event.preventDefault()
            void rename()
          }}
        >
          <Field label={<FormattedMessage id="Rules.Publish.Name" />} required {...(fault ? { error: <FormattedMessage id={`Rules.Name.${fault}`} /> } : {})}>
            <Input value={name} dir="auto" spellCheck={false} onChange={event => { setName(event.target.value); setFault(null) }} onFocus={event => event.currentTarget.select()} />
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  )
}
