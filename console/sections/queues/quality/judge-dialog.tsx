import { Field, FieldCounter, Select, Skeleton, Textarea, useFormat, useToast } from '@assay/design-system'
import { JsonViewer } from '@assay/design-system/editor'
import { caseLimits, type QualitySample } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { majorUnits } from '../../../platform/i18n/money.ts'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

interface JudgeDialogProps {
  sample: QualitySample
  onClose: () => void
}

/** Judges a case by what the event itself says. How it was decided is shown afterwards. */
export function JudgeDialog({ sample, onClose }: JudgeDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const { environmentId, eventType, externalId: id } = sample
  const query = useQuery(api.caseQuality.get.queryOptions({ input: { environmentId, eventType, id } }))
  const [decision, setDecision] = useState('')
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const [attempts, setAttempts] = useState(0)
  const [refused, setRefused] = useState(false)
  const judge = useApiMutation({
    mutationFn: () => client.caseQuality.judge({ environmentId, eventType, id, decision, reason, note: note.trim() }),
    invalidates: [api.caseQuality.list.key()],
    onSuccess: ({ overturned, first }) => {
      toast({
        tone: overturned ? 'warning' : 'success',
        title: intl.formatMessage(
          { id: overturned ? 'Quality.Different' : 'Quality.Same' },
          { name: first.by, decision: first.decision },
        ),
      })
      onClose()
    },
    onError: error => {
      if (conflictErrorOf(error)?.reason !== 'case.alreadyJudged') return false
      setRefused(true)
      return true
    },
  })
  const decisions = query.data?.decisions ?? []
  const reasons = decisions.find(({ name }) => name === decision)?.reasons ?? []
  const missing = (value: string, message: string) =>
    attempts > 0 && value === '' ? { error: <FormattedMessage id={message} /> } : {}
  return (
    <FormDialog
      title={
        <FormattedMessage
          id="Quality.Judge.Title"
          values={{
            id: (
              <bdi key="id" dir="ltr">
                {id}
              </bdi>
            ),
          }}
        />
      }
      confirm={<FormattedMessage id="Quality.Judge" />}
      running={judge.isPending}
      attempts={attempts}
      refusal={refused ? 'Quality.Gone' : null}
      onSubmit={() => {
        setAttempts(attempts + 1)
        if (decision !== '' && reason !== '' && !judge.isPending) judge.mutate()
      }}
      onClose={onClose}
    >
      <Facts sample={sample} />
      {query.isPending ? <Skeleton className="h-2 w-1/2" /> : null}
      {query.isError ? <QueryError error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data ? (
        <section className="flex flex-col gap-1">
          <h3 className="text-sm font-medium">
            <FormattedMessage id="Quality.Request" />
          </h3>
          <div className="max-h-[16rem] overflow-auto rounded-card border border-line-subtle">
            <JsonViewer value={query.data.request} label={intl.formatMessage({ id: 'Quality.Request' })} />
          </div>
        </section>
      ) : null}
      <Field
        label={<FormattedMessage id="Queues.Quick.Decision" />}
        required
        {...missing(decision, 'Queues.Form.DefaultAction.Missing')}
      >
        <Select
          options={decisions.map(({ name }) => ({ value: name, label: name }))}
          value={decision}
          onValueChange={next => {
            setDecision(next)
            setReason('')
          }}
        />
      </Field>
      <Field
        label={<FormattedMessage id="Review.Case.Reason" />}
        required
        {...missing(reason, 'Review.Case.ChooseReason')}
      >
        <Select
          options={reasons.map(each => ({ value: each, label: each }))}
          value={reason}
          disabled={decision === ''}
          onValueChange={setReason}
        />
      </Field>
      <Field
        label={<FormattedMessage id="Review.Case.Note" />}
        labelEnd={<FieldCounter used={note.length} limit={caseLimits.note} />}
      >
        <Textarea dir="auto" value={note} maxLength={caseLimits.note} onChange={event => setNote(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

/** The figures of the event, without anything that the review added. */
function Facts({ sample }: { sample: QualitySample }) {
  const format = useFormat()
  const intl = useIntl()
  const { amount, currency, riskScore, email, country, rule } = sample
  const facts: [labelId: string, value: string | null][] = [
    ['Events.Column.RiskScore', intl.formatNumber(riskScore)],
    [
      'Events.Column.Amount',
      amount === null || currency === null ? null : format.money(majorUnits(amount, currency), currency),
    ],
    ['Events.Column.Email', email],
    ['Cases.Column.Country', country],
    ['Events.Column.Rule', rule],
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {facts.map(([labelId, value]) =>
        value === null ? null : (
          <div key={labelId} className="contents">
            <dt className="text-fg-secondary">
              <FormattedMessage id={labelId} />
            </dt>
            <dd className="wrap-anywhere">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ),
      )}
    </dl>
  )
}
