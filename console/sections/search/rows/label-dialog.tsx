import { Field, Input, Select } from '@assay/design-system'
import { type EventRow, eventLabels, type LabelledEvent, searchLimits } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { OutcomeDialog } from '../../../platform/cases/bulk/outcome-dialog.tsx'
import { labelNames } from '../../../platform/events/event-names.ts'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

interface LabelDialogProps {
  environmentId: string
  eventType: string
  rows: readonly EventRow[]
  /** The events are read again: some have the label now. */
  onSent: () => void
  onClose: () => void
}

/** Sends a label for events: which one and why, how many have one already, and then what became of each. */
export function LabelDialog({ environmentId, eventType, rows, onSent, onClose }: LabelDialogProps) {
  const intl = useIntl()
  const names = labelNames(intl)
  const [label, setLabel] = useState<(typeof eventLabels)[number]>('Fraud')
  const [reason, setReason] = useState('')
  const [attempts, setAttempts] = useState(0)
  const send = useApiMutation({
    mutationFn: () =>
      client.search.sendLabels({
        environmentId,
        eventType,
        events: rows.map(row => ({ environmentId: row.environmentId, id: row.externalId })),
        label,
        reason: reason.trim(),
      }),
    invalidates: [],
    onSuccess: onSent,
  })
  const results = send.data as LabelledEvent[] | undefined
  if (results) return <LabelResults results={results} onClose={onClose} />
  const missing = reason.trim() === ''
  return (
    <FormDialog
      title={<FormattedMessage id="Search.Label.Title" values={{ count: rows.length }} />}
      confirm={<FormattedMessage id="Search.Label.Confirm" values={{ count: rows.length }} />}
      running={send.isPending}
      attempts={attempts}
      refusal={null}
      onSubmit={() => {
        setAttempts(count => count + 1)
        if (!missing && !send.isPending) send.mutate()
      }}
      onClose={onClose}
    >
      <p className="text-sm text-fg-secondary">
        <FormattedMessage id="Search.Label.Preview" values={{ count: rows.filter(row => row.label !== null).length }} />
      </p>
      <Field required label={<FormattedMessage id="Events.Column.Label" />}>
        <Select
          options={eventLabels.map(value => ({ value, label: names[value] }))}
          value={label}
          onValueChange={next => setLabel(eventLabels.find(each => each === next) ?? label)}
        />
      </Field>
      <Field
        required
        label={<FormattedMessage id="Search.Label.Reason" />}
        {...(missing && attempts > 0 ? { error: intl.formatMessage({ id: 'Cases.Required' }) } : {})}
      >
        <Input value={reason} maxLength={searchLimits.value} onChange={event => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

function LabelResults({ results, onClose }: { results: readonly LabelledEvent[]; onClose: () => void }) {
  const sent = results.filter(({ result }) => result === 'sent').length
  return (
    <OutcomeDialog
      title={<FormattedMessage id="Search.Label.Result" />}
      description={
        <FormattedMessage id="Search.Label.Result.Counts" values={{ sent, failed: results.length - sent }} />
      }
      outcomes={results.map(each => ({
        key: `${each.environmentId} ${each.id}`,
        id: each.id,
        failed: each.result !== 'sent',
        text: <FormattedMessage id={`Search.Label.Result.${each.result}`} />,
      }))}
      onClose={onClose}
    />
  )
}
