import { Button, Dialog, DialogClose, DialogContent, Switch, useToast } from '@assay/design-system'
import type { CaseSwitch } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

interface CaseSwitchFieldProps {
  /** A root environment. */
  environmentId: string
  eventType: string
  locked: boolean
}

/** Whether new events of an assessment become cases. A change is asked for, and takes effect at once. */
export function CaseSwitchField({ environmentId, eventType, locked }: CaseSwitchFieldProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const [asking, setAsking] = useState(false)
  const query = useQuery(api.caseSwitches.list.queryOptions({ input: { environmentId }, staleTime: 0 }))
  const change = useApiMutation({
    mutationFn: (enabled: boolean) => client.caseSwitches.set({ environmentId, eventType, enabled }),
    invalidates: [api.caseSwitches.key(), api.cases.key()],
    onSuccess: () => void toast({ tone: 'success', title: intl.formatMessage({ id: 'Admin.Saved' }) }),
  })
  if (query.isError && !query.data) return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  const shown = query.data?.find(each => each.eventType === eventType)
  if (shown === undefined) return null
  return (
    <>
      <Switch
        label={<FormattedMessage id="Admin.Cases.Switch" />}
        description={<FormattedMessage id={`Admin.Cases.Switch.${shown.fixed ?? 'free'}`} />}
        checked={shown.enabled}
        disabled={locked || shown.fixed !== null || change.isPending}
        onCheckedChange={() => setAsking(true)}
      />
      {asking ? (
        <CaseSwitchDialog
          {...shown}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            change.mutate(!shown.enabled)
          }}
        />
      ) : null}
    </>
  )
}

interface CaseSwitchDialogProps extends CaseSwitch {
  onClose: () => void
  onConfirm: () => void
}

/** Says what happens with new events and with the open cases before the switch is changed. */
function CaseSwitchDialog({ eventType, name, enabled, openCases, onClose, onConfirm }: CaseSwitchDialogProps) {
  const nameOf = useAssessmentName()
  const kind = enabled ? 'Off' : 'On'
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={<FormattedMessage id={`Admin.Cases.Switch.${kind}.Title`} values={{ name: nameOf(eventType, name) }} />}
        description={<FormattedMessage id={`Admin.Cases.Switch.${kind}.Text`} values={{ count: openCases }} />}
        footer={
          <>
            <DialogClose asChild>
              <Button>
                <FormattedMessage id="Common.Cancel" />
              </Button>
            </DialogClose>
            <Button variant="primary" onClick={onConfirm}>
              <FormattedMessage id={`Admin.Cases.Switch.${kind}.Confirm`} />
            </Button>
          </>
        }
      />
    </Dialog>
  )
}
