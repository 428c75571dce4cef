import { Button, Field, FieldCounter, Select, Textarea, useFormat, useToast } from '@assay/design-system'
import { type EventDetail, snoozeLimits } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'

type Subject = Pick<EventDetail, 'row' | 'entities'>
interface SnoozeRuleProps {
  detail: Subject
  rule: { ruleId: string; rule: string }
}

/** Times that are offered, in hours: an hour, a day, a week, 30, 90 and 180 days. */
const periods = [snoozeLimits.minHours, 24, 7 * 24, 30 * 24, 90 * 24, snoozeLimits.maxHours] as const

/** Values of an event for which a rule can be snoozed: those that are the only one of their kind. */
const valuesOf = ({ entities }: Pick<Subject, 'entities'>) =>
  entities.filter(({ type }) => entities.filter(other => other.type === type).length === 1)

/** Suppresses a rule that matched for one value of the event; nothing for an event without values. */
export function SnoozeRule({ detail, rule }: SnoozeRuleProps) {
  const intl = useIntl()
  const [open, setOpen] = useState(false)
  if (valuesOf(detail).length === 0) return null
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-label={intl.formatMessage({ id: 'Review.Snooze.Title' }, { rule: rule.rule })}
        onClick={() => setOpen(true)}
      >
        <FormattedMessage id="Review.Snooze" />
      </Button>
      {open ? <SnoozeDialog detail={detail} rule={rule} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function SnoozeDialog({ detail, rule, onClose }: SnoozeRuleProps & { onClose: () => void }) {
  const intl = useIntl()
  const format = useFormat()
  const offline = useOffline()
  const { toast } = useToast()
  const { row } = detail
  const values = valuesOf(detail)
  const [type, setType] = useState(values[0]?.type ?? 'user')
  const [hours, setHours] = useState<number>(24)
  const [comment, setComment] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [attempts, setAttempts] = useState(0)
  const text = comment.trim()
  const isMissing = attempts > 0 && text === ''
  const isLong = comment.length > snoozeLimits.comment
  const create = useApiMutation({
    mutationFn: () =>
      client.ruleSnoozes.create({
        environmentId: row.environmentId,
        eventType: row.eventType,
        id: row.externalId,
        ruleId: rule.ruleId,
        type,
        hours,
        comment: text,
      }),
    invalidates: [api.ruleSnoozes.key()],
    onSuccess: () => {
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Review.Snooze.Done' }, { rule: rule.rule }) })
      onClose()
    },
    onError: error => {
      if (conflictErrorOf(error)?.reason !== 'snooze.exists') return false
      setRefusal('Review.Snooze.Exists')
      return true
    },
  })
  return (
    <FormDialog
      title={<FormattedMessage id="Review.Snooze.Title" values={{ rule: <bdi key="rule">{rule.rule}</bdi> }} />}
      description={<FormattedMessage id="Review.Snooze.Text" />}
      confirm={<FormattedMessage id="Review.Snooze" />}
      running={create.isPending}
      attempts={attempts}
      refusal={refusal}
      onSubmit={() => {
        setAttempts(attempts + 1)
        setRefusal(null)
        if (text !== '' && !isLong && !create.isPending && !offline) create.mutate()
      }}
      onClose={onClose}
    >
      <Field label={<FormattedMessage id="Review.Snooze.Value" />} required>
        <Select
          options={values.map(({ type: each, display }) => ({
            value: each,
            label: `${intl.formatMessage({ id: `Events.Entity.${each}` })}: ${display}`,
          }))}
          value={type}
          onValueChange={next => setType(values.find(each => each.type === next)?.type ?? type)}
        />
      </Field>
      <Field label={<FormattedMessage id="Review.Snooze.Period" />} required>
        <Select
          options={periods.map(each => ({
            value: String(each),
            label: each % 24 === 0 ? format.unit(each / 24, 'day', 'long') : format.unit(each, 'hour', 'long'),
          }))}
          value={String(hours)}
          onValueChange={next => setHours(Number(next))}
        />
      </Field>
      <Field
        label={<FormattedMessage id="Review.Snooze.Comment" />}
        required
        labelEnd={<FieldCounter used={comment.length} limit={snoozeLimits.comment} />}
        error={
          isLong ? (
            <FormattedMessage id="Common.TooLong" values={{ limit: snoozeLimits.comment }} />
          ) : isMissing ? (
            <FormattedMessage id="Review.Snooze.Comment.Missing" />
          ) : undefined
        }
      >
        <Textarea value={comment} dir="auto" onChange={event => setComment(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
