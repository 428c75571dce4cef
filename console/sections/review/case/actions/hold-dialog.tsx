import { DateField, DateTime, Field, Input, Radio, RadioGroup } from '@assay/design-system'
import { caseLimits } from '@assay/risk-service/contract'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { serverNow } from '../../../../platform/api/server-clock.ts'
import { useRecoverableState } from '../../../../platform/recovery/use-recovery.ts'
import { ActionDialog } from './action-dialog.tsx'
import { dayIn, type HoldPreset, holdIssue, holdPresets, instantIn, presetEnd } from './hold-times.ts'
import { isWritten, ReasonField } from './reason-field.tsx'

interface HoldDialogProps {
  caseId: string
  issue: ReactNode
  pending: boolean
  onSubmit: (hold: { until: string; reason: string }) => void
  onClose: () => void
}

/** Parks a case until a time in the reviewer's zone. */
export function HoldDialog({ caseId, issue, pending, onSubmit, onClose }: HoldDialogProps) {
  const intl = useIntl()
  const zone = intl.timeZone ?? 'UTC'
  const [now] = useState(serverNow)
  const [preset, setPreset] = useState<HoldPreset>('hours')
  const [date, setDate] = useState<string | null>(null)
  const [time, setTime] = useState('09:00')
  const [reason, setReason] = useRecoverableState(`case-hold/${caseId}`, '')
  const end =
    preset === 'custom' ? (date === null ? undefined : instantIn(zone, date, time)) : presetEnd(preset, now, zone)
  const wrong = holdIssue(end, now)
  return (
    <ActionDialog
      title={<FormattedMessage id="Review.Case.Hold.Title" />}
      description={<FormattedMessage id="Review.Case.Hold.Text" />}
      submitLabel={<FormattedMessage id="Review.Case.Action.hold" />}
      ready={wrong === null && isWritten(reason)}
      issue={issue}
      pending={pending}
      onClose={onClose}
      onSubmit={() => {
        if (end !== undefined) onSubmit({ until: new Date(end).toISOString(), reason: reason.trim() })
      }}
    >
      <Field label={<FormattedMessage id="Review.Case.Hold.Until" />} required>
        <RadioGroup
          value={preset}
          disabled={pending}
          onValueChange={value => setPreset(holdPresets.find(each => each === value) ?? 'hours')}
        >
          {holdPresets.map(each => {
            const ends = presetEnd(each, now, zone)
            return (
              <Radio
                key={each}
                value={each}
                label={<FormattedMessage id={`Review.Case.Hold.${each}`} />}
                description={ends === undefined ? undefined : <DateTime value={ends} />}
              />
            )
          })}
        </RadioGroup>
      </Field>
      {preset === 'custom' ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={<FormattedMessage id="Review.Case.Hold.Date" />} required>
            <DateField
              value={date}
              min={dayIn(zone, now)}
              max={dayIn(zone, now + caseLimits.longestHoldMs)}
              disabled={pending}
              onValueChange={setDate}
            />
          </Field>
          <Field
            label={<FormattedMessage id="Review.Case.Hold.Time" />}
            required
            error={
              wrong === null || wrong === 'missing' ? undefined : (
                <FormattedMessage id={`Review.Case.Hold.Issue.${wrong}`} />
              )
            }
          >
            <Input type="time" value={time} disabled={pending} onChange={event => setTime(event.target.value)} />
          </Field>
        </div>
      ) : null}
      <ReasonField labelId="Review.Case.Reason" required value={reason} disabled={pending} onChange={setReason} />
    </ActionDialog>
  )
}
