import { Field, FieldCounter, Textarea } from '@assay/design-system'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'

const shortest = 3

/** Whether a text that somebody gives as a reason is missing or too long. */
export function reasonIssue(text: string, limit: number): 'missing' | 'tooLong' | null {
  if (text.trim().length < shortest) return 'missing'
  return text.length > limit ? 'tooLong' : null
}

interface ReasonFieldProps {
  label: ReactNode
  value: string
  limit: number
  /** Whether something was to be sent without it. */
  attempted: boolean
  onChange: (value: string) => void
}

/** The text in which somebody says why. */
export function ReasonField({ label, value, limit, attempted, onChange }: ReasonFieldProps) {
  const issue = reasonIssue(value, limit)
  const error =
    issue === 'tooLong' ? (
      <FormattedMessage id="Common.TooLong" values={{ limit }} />
    ) : issue === 'missing' && attempted ? (
      <FormattedMessage id="PersonalData.Reason.Missing" />
    ) : null
  return (
    <Field
      required
      label={label}
      labelEnd={<FieldCounter used={value.length} limit={limit} />}
      {...(error ? { error } : {})}
    >
      <Textarea dir="auto" rows={2} value={value} onChange={event => onChange(event.target.value)} />
    </Field>
  )
}
