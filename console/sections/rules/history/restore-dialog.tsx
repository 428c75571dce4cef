import { Button, Callout, Dialog, DialogContent, useToast } from '@assay/design-system'
import type { Rule } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { ruleClientOf } from '../rule-queries.ts'
import { useRuleScope } from '../rule-scope.tsx'

interface RestoreDialogProps {
  rule: Rule
  version: number
  hasDraft: boolean
  onClose: () => void
  onRestored: (rule: Rule) => void
}

/** Restores a version as the user's draft. An existing draft is replaced only on confirmation. */
export function RestoreDialog({ rule, version, hasDraft, onClose, onRestored }: RestoreDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const offline = useOffline()
  const { environmentId, routing } = useRuleScope()
  const [replaces, setReplaces] = useState(hasDraft)
  const restoration = useApiMutation({
    mutationFn: (overwrite: boolean) =>
      ruleClientOf(routing).restore({ environmentId, ruleId: rule.id, version, overwrite }),
    onSuccess: restored => {
      toast({ title: intl.formatMessage({ id: 'Rules.History.Restored' }, { version }), tone: 'success' })
      onRestored(restored)
    },
    onError: error => {
      const exists = conflictErrorOf(error)?.reason === 'draft.exists'
      if (exists) setReplaces(true)
      return exists
    },
  })
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        title={<FormattedMessage id="Rules.History.RestoreOf" values={{ version }} />}
        description={<FormattedMessage id="Rules.History.RestoreHelp" />}
        footer={
          <>
            <Button onClick={onClose}>
              <FormattedMessage id="Common.Cancel" />
            </Button>
            <Button
              variant={replaces ? 'danger' : 'primary'}
              loading={restoration.isPending}
              disabled={offline}
              onClick={() => restoration.mutate(replaces)}
            >
              <FormattedMessage id={replaces ? 'Rules.History.Replace' : 'Rules.History.Restore'} />
            </Button>
          </>
        }
      >
        {replaces ? (
          <Callout tone="warning" live>
            <FormattedMessage id="Rules.History.ReplacesDraft" />
          </Callout>
        ) : null}
      </DialogContent>
    </Dialog>
  )
}
