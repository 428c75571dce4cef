import { Button, Dialog, DialogContent } from '@assay/design-system'
import { dayIn, endOfDay, type SupportEntry, supportLists } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import { CurrentEntry } from '../../../platform/support-status/current-entry.tsx'
import { EntryFields, isWithinLimits } from '../../../platform/support-status/entry-fields.tsx'
import {
  emptySupportEntry,
  type ListedValue,
  type SupportEntryForm,
} from '../../../platform/support-status/support-entries.ts'
import { statusQueries, useStatusToast } from '../../../platform/support-status/use-status-toast.ts'
import { EntryHistory } from './entry-history.tsx'

interface SupportStatusDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  listed: ListedValue
  entry: SupportEntry | null
  environmentId: string
  /** Key of the change in the recovery. */
  draft: string
}

/** The entry of one value in a support list, and the form that changes it. */
export function SupportStatusDialog({ open, onOpenChange, ...props }: SupportStatusDialogProps) {
  const [dirty, setDirty] = useState(false)
  const change = (next: boolean) => {
    setDirty(false)
    onOpenChange(next)
  }
  return (
    <Dialog open={open} onOpenChange={change} dirty={dirty}>
      <Content {...props} onDirty={() => setDirty(true)} onDone={() => change(false)} />
    </Dialog>
  )
}

type ContentProps = Pick<SupportStatusDialogProps, 'listed' | 'entry' | 'environmentId' | 'draft'> & {
  onDirty: () => void
  onDone: () => void
}

function Content({ listed: { list, value }, entry, environmentId, draft, onDirty, onDone }: ContentProps) {
  const intl = useIntl()
  const zone = intl.timeZone ?? 'UTC'
  const offline = useOffline()
  const [form, setForm] = useState<SupportEntryForm>(() =>
    entry
      ? {
          status: entry.status,
          reason: entry.reason,
          comments: entry.comments,
          expires: entry.expiresAt === null ? null : dayIn(Date.parse(entry.expiresAt), zone),
        }
      : emptySupportEntry,
  )
  const [typed, setTyped] = useState(false)
  const change = (next: SupportEntryForm) => {
    setForm(next)
    setTyped(true)
    onDirty()
  }
  useRecovery(draft, typed ? form : null, change)
  const [dateFault, setDateFault] = useState(false)
  const reportChange = useStatusToast(environmentId, { list, value }, entry)
  const save = useApiMutation({
    mutationFn: ({ status, reason, comments, expires }: SupportEntryForm) =>
      client.supportEntries.set({
        environmentId,
        list,
        value,
        comments: comments.trim(),
        ...(status === 'Remove'
          ? { status: null }
          : {
              status,
              reason: reason.trim(),
              expiresAt: expires === null ? null : endOfDay(expires, zone),
            }),
      }),
    invalidates: statusQueries(),
    onSuccess: (_answer, { status }) => reportChange(status),
  })
  const saving = save.isPending
  return (
    <DialogContent
      size="sm"
      title={
        <bdi dir="ltr" className="wrap-anywhere">
          {value}
        </bdi>
      }
      description={<FormattedMessage id="SupportStatus.On" values={{ list: supportLists[list].name }} />}
      footer={
        <>
          {offline ? (
            <span className="min-w-0 flex-1 text-xs text-fg-secondary">
              <FormattedMessage id="Offline.Writes" />
            </span>
          ) : null}
          <Button onClick={onDone}>
            <FormattedMessage id="Common.Cancel" />
          </Button>
          <Button
            variant={form.status === 'Remove' ? 'danger' : 'primary'}
            loading={saving}
            disabled={offline}
            onClick={() => {
              if (!dateFault && isWithinLimits(form)) save.mutate(form, { onSuccess: onDone })
            }}
          >
            <FormattedMessage id={form.status === 'Remove' ? 'Lists.Support.Remove' : 'SupportStatus.Set'} />
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <CurrentEntry entry={entry} />
        <EntryFields
          value={form}
          removable={entry !== null}
          disabled={saving}
          onDateProblem={setDateFault}
          onValueChange={change}
        />
        <EntryHistory environmentId={environmentId} listed={{ list, value }} />
      </div>
    </DialogContent>
  )
}
