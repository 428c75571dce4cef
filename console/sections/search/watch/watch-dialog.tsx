import { Button, Field, NumberInput } from '@assay/design-system'
import { type SearchWatch, watchLimits } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'

const initial = { results: 10, hours: 24 }

interface WatchDialogProps {
  name: string
  watch: SearchWatch | null
  /** Null: the search is no longer watched. */
  onSubmit: (watch: Pick<SearchWatch, 'results' | 'hours'> | null) => void
  onClose: () => void
}

const isWithin = (value: number | null, min: number, max: number): value is number =>
  value !== null && Number.isInteger(value) && value >= min && value <= max

/** Of how many new results, within how many hours, the owner of a saved search is notified. */
export function WatchDialog({ name, watch, onSubmit, onClose }: WatchDialogProps) {
  const [results, setResults] = useState<number | null>(watch?.results ?? initial.results)
  const [hours, setHours] = useState<number | null>(watch?.hours ?? initial.hours)
  const [attempts, setAttempts] = useState(0)
  const error = (value: number | null, min: number, max: number) =>
    attempts > 0 && !isWithin(value, min, max)
      ? { error: <FormattedMessage id="Search.Watch.Range" values={{ min, max }} /> }
      : {}
  return (
    <FormDialog
      title={<FormattedMessage id="Search.Watch.Title" values={{ name: <bdi key="name">{name}</bdi> }} />}
      description={<FormattedMessage id="Search.Watch.Text" />}
      confirm={<FormattedMessage id="Search.Watch" />}
      running={false}
      attempts={attempts}
      refusal={null}
      {...(watch === null
        ? {}
        : {
            extra: (
              <Button onClick={() => onSubmit(null)}>
                <FormattedMessage id="Search.Watch.Stop" />
              </Button>
            ),
          })}
      onSubmit={() => {
        setAttempts(count => count + 1)
        if (isWithin(results, 0, watchLimits.results) && isWithin(hours, 1, watchLimits.hours))
          onSubmit({ results, hours })
      }}
      onClose={onClose}
    >
      <Field
        required
        label={<FormattedMessage id="Search.Watch.Results" />}
        {...error(results, 0, watchLimits.results)}
      >
        <NumberInput value={results} maximumFractionDigits={0} onValueChange={setResults} />
      </Field>
      <Field required label={<FormattedMessage id="Search.Watch.Hours" />} {...error(hours, 1, watchLimits.hours)}>
        <NumberInput value={hours} maximumFractionDigits={0} onValueChange={setHours} />
      </Field>
    </FormDialog>
  )
}
