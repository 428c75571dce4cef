import { Combobox, Field, Input, MultiSelect, Switch } from '@assay/design-system'
import type { WorkingHours } from '@assay/risk-service/contract'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { browserTimeZone, timeZoneChoices } from '../../../platform/preferences/time-zones.ts'
import { weekdayName, weekdays } from './hours-text.ts'
import { useAvailabilityChange } from './use-availability-change.ts'

interface HoursDialogProps {
  environmentId: string
  away: boolean
  hours: WorkingHours | null
  onClose: () => void
}

/** The caller's working hours: days, from and until, and their time zone; or none, for somebody who is there at any time. */
export function HoursDialog({ environmentId, away, hours, onClose }: HoursDialogProps) {
  const intl = useIntl()
  const [limited, setLimited] = useState(hours !== null)
  const [days, setDays] = useState<readonly string[]>(() => (hours?.days ?? [1, 2, 3, 4, 5]).map(String))
  const [from, setFrom] = useState(hours?.from ?? '09:00')
  const [until, setUntil] = useState(hours?.until ?? '17:00')
  const [timeZone, setTimeZone] = useState(hours?.timeZone ?? intl.timeZone ?? browserTimeZone())
  const [attempts, setAttempts] = useState(0)
  const { change, changing } = useAvailabilityChange(environmentId, onClose)
  const zones = useMemo(() => timeZoneChoices(intl.locale, new Date()), [intl.locale])
  const complete = !limited || (days.length > 0 && from !== '' && until !== '')
  const missing = attempts > 0 ? <FormattedMessage id="Cases.Availability.Hours.Missing" /> : undefined
  const submit = () => {
    setAttempts(attempts + 1)
    if (!complete || changing) return
    change({ away, hours: limited ? { timeZone, days: days.map(Number), from, until } : null })
  }
  return (
    <FormDialog
      title={<FormattedMessage id="Cases.Availability.Hours" />}
      confirm={<FormattedMessage id="Common.Save" />}
      running={changing}
      attempts={attempts}
      refusal={null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Switch
        label={<FormattedMessage id="Cases.Availability.Hours.Limited" />}
        description={<FormattedMessage id="Cases.Availability.Hours.Limited.Text" />}
        checked={limited}
        onCheckedChange={setLimited}
      />
      {limited ? (
        <>
          <Field
            label={<FormattedMessage id="Cases.Availability.Days" />}
            required
            error={days.length === 0 ? missing : undefined}
          >
            <MultiSelect
              options={weekdays.map(day => ({ value: String(day), label: weekdayName(day, intl) }))}
              value={days}
              onValueChange={setDays}
            />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={<FormattedMessage id="Cases.Availability.From" />}
              required
              error={from === '' ? missing : undefined}
            >
              <Input type="time" value={from} onChange={event => setFrom(event.target.value)} />
            </Field>
            <Field
              label={<FormattedMessage id="Cases.Availability.Until" />}
              description={
                until !== '' && until <= from ? <FormattedMessage id="Cases.Availability.NextDay" /> : undefined
              }
              required
              error={until === '' ? missing : undefined}
            >
              <Input type="time" value={until} onChange={event => setUntil(event.target.value)} />
            </Field>
          </div>
          <Field label={<FormattedMessage id="Preferences.TimeZone" />}>
            <Combobox
              options={zones}
              value={timeZone}
              onValueChange={zone => {
                if (zone !== null) setTimeZone(zone)
              }}
            />
          </Field>
        </>
      ) : null}
    </FormDialog>
  )
}
