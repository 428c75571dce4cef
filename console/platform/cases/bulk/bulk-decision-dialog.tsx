import { Checkbox, Field, FieldCounter, Select, Textarea, useFormat } from '@assay/design-system'
import { caseLimits } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { decisionLook } from '../decisions/decision-choices.ts'
import { type BulkDecision, type DecidedCase, totalsOf } from './bulk-decisions.ts'

export interface BulkChoice {
  decision: string
  reason: string
  note: string
  includeUnderReview: boolean
}

interface BulkDecisionDialogProps {
  decision: BulkDecision
  rows: readonly DecidedCase[]
  /** The decision applies to cases under review by others without asking, as from the links of a case. */
  includesUnderReview?: boolean
  running: boolean
  /** What the service refused as a whole; null: nothing. */
  refusal: string | null
  onSubmit: (choice: BulkChoice) => void
  onClose: () => void
}

/** Confirms one decision for several cases: how many, what they amount to, why, and a note. */
export function BulkDecisionDialog({
  decision,
  rows,
  includesUnderReview = false,
  running,
  refusal,
  onSubmit,
  onClose,
}: BulkDecisionDialogProps) {
  const intl = useIntl()
  const format = useFormat()
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const [includeUnderReview, setIncludeUnderReview] = useState(includesUnderReview)
  const [attempts, setAttempts] = useState(0)
  const underReview = rows.filter(({ lock }) => lock !== undefined && lock !== null).length
  const totals = totalsOf(rows).map(({ amount, currency }) => format.money(amount, currency))
  const tooLong = note.length > caseLimits.note
  return (
    <FormDialog
      title={
        <FormattedMessage
          id="Cases.Bulk.Title"
          values={{ decision: <bdi key="decision">{decision.name}</bdi>, count: rows.length }}
        />
      }
      confirm={<FormattedMessage id="Cases.Bulk.Decide" values={{ decision: decision.name, count: rows.length }} />}
      decision={decisionLook(decision)}
      running={running}
      attempts={attempts}
      refusal={refusal}
      onSubmit={() => {
        setAttempts(count => count + 1)
        if (reason !== '' && !tooLong && !running)
          onSubmit({ decision: decision.name, reason, note: note.trim(), includeUnderReview })
      }}
      onClose={onClose}
    >
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        <Fact labelId="Cases.Bulk.Cases" value={intl.formatNumber(rows.length)} />
        {totals.length === 0 ? null : <Fact labelId="Cases.Bulk.Total" value={format.list(totals, 'unit')} />}
        {underReview === 0 ? null : <Fact labelId="Cases.Bulk.UnderReview" value={intl.formatNumber(underReview)} />}
      </dl>
      <Field
        required
        label={<FormattedMessage id="Events.Column.Reason" />}
        {...(attempts > 0 && reason === '' ? { error: <FormattedMessage id="Cases.Bulk.Reason.Missing" /> } : {})}
      >
        <Select
          options={decision.reasons.map(each => ({ value: each, label: each }))}
          value={reason}
          placeholder={intl.formatMessage({ id: 'Cases.Bulk.Reason.Choose' })}
          onValueChange={setReason}
        />
      </Field>
      <Field
        label={<FormattedMessage id="Cases.Bulk.Note" />}
        labelEnd={<FieldCounter used={note.length} limit={caseLimits.note} />}
        {...(tooLong ? { error: <FormattedMessage id="Common.TooLong" values={{ limit: caseLimits.note }} /> } : {})}
      >
        <Textarea dir="auto" rows={3} value={note} onChange={event => setNote(event.target.value)} />
      </Field>
      {includesUnderReview ? null : (
        <Checkbox
          label={<FormattedMessage id="Cases.Bulk.Include" />}
          checked={includeUnderReview}
          onCheckedChange={checked => setIncludeUnderReview(checked === true)}
        />
      )}
    </FormDialog>
  )
}

function Fact({ labelId, value }: { labelId: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-fg-muted">
        <FormattedMessage id={labelId} />
      </dt>
      <dd className="font-medium tabular-nums">{value}</dd>
    </div>
  )
}
