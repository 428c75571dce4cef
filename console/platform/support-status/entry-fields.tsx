import { DateField, Field, FieldCounter, Input, Radio, RadioGroup, Textarea } from '@assay/design-system'
import { dayIn, supportStatuses } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { usePageOptions } from '../cases/use-page-options.ts'
import { SuggestionRow } from '../forms/suggestion-row.tsx'
import type { SupportEntryForm } from './support-entries.ts'

/** Characters of the texts of an entry. */
const entryLimits = { reason: 200, comments: 1000 } as const

interface EntryFieldsProps {
  value: SupportEntryForm
  onValueChange: (value: SupportEntryForm) => void
  /** The date field has a value that is not a day in the future. */
  onDateProblem: (wrong: boolean) => void
  /** An entry may exist that can be removed. */
  removable: boolean
  disabled?: boolean
}

/** What a value is to be: its status, why, how long, and notes. */
export function EntryFields({ value, onValueChange, onDateProblem, removable, disabled = false }: EntryFieldsProps) {
  const intl = useIntl()
  const [today] = useState(() => dayIn(Date.now(), intl.timeZone ?? 'UTC'))
  const set = (change: Partial<SupportEntryForm>) => onValueChange({ ...value, ...change })
  const statuses = [...supportStatuses, ...(removable ? ['Remove' as const] : [])]
  const removing = value.status === 'Remove'
  const { listReasons } = usePageOptions()
  return (
    <>
      <Field label={<FormattedMessage id="Common.Status" />}>
        <RadioGroup
          value={value.status}
          disabled={disabled}
          onValueChange={next => set({ status: statuses.find(status => status === next) ?? value.status })}
        >
          {statuses.map(status => (
            <Radio
              key={status}
              value={status}
              label={<FormattedMessage id={`SupportStatus.${status}`} />}
              description={<FormattedMessage id={`SupportStatus.Help.${status}`} />}
            />
          ))}
        </RadioGroup>
      </Field>
      {removing ? null : (
        <>
          <Field
            label={<FormattedMessage id="SupportStatus.Reason" />}
            {...(value.reason.trim().length > entryLimits.reason
              ? { error: <FormattedMessage id="Common.TooLong" values={{ limit: entryLimits.reason }} /> }
              : {})}
          >
            <Input
              value={value.reason}
              disabled={disabled}
              dir="auto"
              autoComplete="off"
              onChange={event => set({ reason: event.target.value })}
            />
          </Field>
          <SuggestionRow
            texts={listReasons[value.status].filter(reason => reason !== value.reason)}
            disabled={disabled}
            onChoose={reason => set({ reason })}
          />
          <Field
            label={<FormattedMessage id="SupportStatus.Expires" />}
            description={<FormattedMessage id="SupportStatus.ExpiresHelp" />}
          >
            <DateField
              value={value.expires}
              min={today}
              disabled={disabled}
              onValueChange={expires => set({ expires })}
              onIssueChange={problem => onDateProblem(problem !== undefined)}
            />
          </Field>
        </>
      )}
      <Field
        label={<FormattedMessage id="SupportStatus.Comments" />}
        labelEnd={<FieldCounter used={value.comments.trim().length} limit={entryLimits.comments} />}
        {...(value.comments.trim().length > entryLimits.comments
          ? { error: <FormattedMessage id="Common.TooLong" values={{ limit: entryLimits.comments }} /> }
          : {})}
      >
        <Textarea
          value={value.comments}
          disabled={disabled}
          rows={2}
          dir="auto"
          onChange={event => set({ comments: event.target.value })}
        />
      </Field>
    </>
  )
}

/** True when the texts fit. */
export const isWithinLimits = ({ reason, comments }: SupportEntryForm): boolean =>
  reason.trim().length <= entryLimits.reason && comments.trim().length <= entryLimits.comments
