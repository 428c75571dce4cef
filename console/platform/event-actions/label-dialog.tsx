import { Field, Input, Select } from '@assay/design-system'
import { type EventRow, eventLabels, type LabelledEvent, searchLimits } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../api/client.ts'
import { OutcomeDialog } from '../cases/bulk/outcome-dialog.tsx'
import { labelNames } from '../events/event-names.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useApiMutation } from '../mutations/use-api-mutation.ts'

/** An event that is given a label. */
type LabelledRow = Pick<EventRow, 'environmentId' | 'eventType' | 'externalId'> & {
  /** Undefined where it is not known. */
  label: EventRow['label'] | undefined
}

interface LabelDialogProps {
  environmentId: string
  /** The events, of one or several types. */
  rows: readonly LabelledRow[]
  /** The events are read again: some have the label now. */
  onSent: () => void
  onClose: () => void
}

/** Sends a label for events: which one and why, how many have one already, and then what became of each. */
export function LabelDialog({ environmentId, rows, onSent, onClose }: LabelDialogProps) {
  const intl = useIntl()
  const names = labelNames(intl)
  const [label, setLabel] = useState<(typeof eventLabels)[number]>('Fraud')
  const [reason, setReason] = useState('')
  const [attempts, setAttempts] = useState(0)
  const send = useApiMutation({
    mutationFn: async () => {
      const answers: LabelledEvent[] = []
      for (const eventType of new Set(rows.map(row => row.eventType))) {
        const events = rows.filter(row => row.eventType === eventType)
        for (let first = 0; first < events.length; first += searchLimits.labels) {
          const sent = await client.search.sendLabels({
            environmentId,
            eventType,
            events: events
              .slice(first, first + searchLimits.labels)
              .map(row => ({ environmentId: row.environmentId, id: row.externalId })),
            label,
            reason: reason.trim(),
          })
          answers.push(...(sent as LabelledEvent[]))
        }
      }
      return answers
    },
    invalidates: [],
    onSuccess: onSent,
  })
  const results = send.data
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
        <FormattedMessage
          id={rows.some(row => row.label === undefined) ? 'Search.Label.Preview.Known' : 'Search.Label.Preview'}
          values={{ count: rows.filter(row => row.label !== null && row.label !== undefined).length }}
        />
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
