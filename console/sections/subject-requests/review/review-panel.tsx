import { Button, Callout, Field, Input, KeyValue, SidePanel, SkeletonRows, useToast } from '@assay/design-system'
import { type SubjectPlan, type SubjectRequestType, subjectLimits } from '@assay/risk-service/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { readApiError } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import type { SearchedSubject } from '../searched-subject.ts'
import { subjectPaths } from '../subject-address.ts'
import { HoldNotice } from './hold-notice.tsx'
import { PlanLines } from './plan-lines.tsx'
import { SubjectFacts } from './subject-facts.tsx'

/** Why a request cannot be reviewed or submitted. Too many events are no error that a repeat mends. */
function PlanError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const failure = readApiError(error)
  return failure.kind === 'conflict' && failure.reason === 'subject.limit' ? (
    <Callout tone="warning" live>
      <FormattedMessage id="Subjects.Limit" values={{ limit: subjectLimits.events }} />
    </Callout>
  ) : (
    <QueryError error={error} onRetry={onRetry} />
  )
}

interface ReviewPanelProps {
  environmentId: string
  subject: SearchedSubject
  /** Name of the assessment. */
  assessment: string
  type: SubjectRequestType
  onClose: () => void
}

/** Reviews a request before it is submitted: what goes, what stays, and for a deletion the value typed again. */
export function ReviewPanel({ environmentId, subject, assessment, type, onClose }: ReviewPanelProps) {
  const intl = useIntl()
  const href = useHref()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const offline = useOffline()
  const { toast } = useToast()
  const [typed, setTyped] = useState('')
  const reason = useId()
  const query = useQuery(
    api.subjectRequests.preview.queryOptions({ input: { environmentId, type, ...subject }, staleTime: 0, gcTime: 0 }),
  )
  const plan = query.data as SubjectPlan | undefined
  const submitted = useMutation({
    mutationFn: () => client.subjectRequests.create({ environmentId, type, ...subject }),
    onSuccess: async () => {
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Subjects.Submitted' }) })
      await queries.invalidateQueries({ queryKey: api.subjectRequests.list.key() })
      await navigate(href(subjectPaths.requests))
    },
    onError: () => void query.refetch(),
  })
  const failure = submitted.isError ? readApiError(submitted.error) : null
  const obstacle =
    plan === undefined
      ? 'Subjects.Review.Wait'
      : plan.holds.length > 0
        ? 'Subjects.Review.Held'
        : plan.pending
          ? 'Subjects.Pending'
          : type === 'delete' && typed !== subject.PropertyValue
            ? 'Subjects.Review.Type'
            : offline
              ? 'Offline.Writes'
              : null
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    if (obstacle === null && !submitted.isPending) submitted.mutate()
  }
  return (
    <SidePanel title={<FormattedMessage id="Subjects.Review.Title" />} width={400} resizable onClose={onClose}>
      <form noValidate className="flex min-h-full flex-col" onSubmit={confirm}>
        <div className="flex flex-1 flex-col gap-3 p-4">
          {failure === null ? null : failure.kind === 'conflict' && failure.reason === 'subject.pending' ? (
            <Callout tone="warning" live>
              <FormattedMessage id="Subjects.Pending" />
            </Callout>
          ) : (
            <PlanError error={submitted.error} onRetry={() => submitted.mutate()} />
          )}
          {plan?.holds.map(hold => (
            <HoldNotice key={hold.id} hold={hold} />
          ))}
          {plan?.pending && failure === null ? (
            <Callout tone="warning">
              <FormattedMessage id="Subjects.Pending" />
            </Callout>
          ) : null}
          <SubjectFacts assessment={assessment} subject={subject}>
            <KeyValue term={<FormattedMessage id="Subjects.Events" />}>
              {plan === undefined ? null : <FormattedNumber value={plan.events} />}
            </KeyValue>
            <KeyValue term={<FormattedMessage id="Subjects.Type" />}>
              <span className={type === 'delete' ? 'font-medium text-danger-text' : 'font-medium'}>
                <FormattedMessage id={`Subjects.Type.${type}`} />
              </span>
            </KeyValue>
          </SubjectFacts>
          {query.isError ? (
            <PlanError error={query.error} onRetry={() => void query.refetch()} />
          ) : plan === undefined ? (
            <div aria-busy="true">
              <SkeletonRows rows={6} />
            </div>
          ) : type === 'delete' ? (
            <>
              <PlanLines lines={plan.lines} outcome="deleted" openCases={plan.openCases} />
              <PlanLines lines={plan.lines} outcome="pseudonymised" unsearched={plan.unsearched} />
              <PlanLines lines={plan.lines} outcome="kept" />
            </>
          ) : (
            <p className="text-sm text-fg-secondary">
              <FormattedMessage id="Subjects.Export.Text" />
            </p>
          )}
          {type === 'delete' ? (
            <div className="border-bs border-line-subtle pbs-3">
              <Field
                label={<FormattedMessage id="Subjects.Review.TypeLabel" />}
                description={<FormattedMessage id="Subjects.Review.Final" />}
              >
                <Input
                  mono
                  autoFocus
                  autoComplete="off"
                  spellCheck={false}
                  value={typed}
                  onChange={event => setTyped(event.target.value)}
                />
              </Field>
            </div>
          ) : null}
        </div>
        <div
          data-page-foot
          className="sticky inset-be-0 flex flex-wrap items-center justify-end gap-2 border-bs border-line-subtle bg-surface px-4 py-3"
        >
          <span id={reason} className="min-w-0 flex-1 text-xs text-fg-secondary">
            {obstacle === null ? null : <FormattedMessage id={obstacle} />}
          </span>
          <Button onClick={onClose}>
            <FormattedMessage id="Common.Cancel" />
          </Button>
          <Button
            type="submit"
            variant={type === 'delete' ? 'danger' : 'primary'}
            loading={submitted.isPending}
            disabled={obstacle !== null}
            aria-describedby={obstacle === null ? undefined : reason}
          >
            <FormattedMessage id="Subjects.Review.Confirm" />
          </Button>
        </div>
      </form>
    </SidePanel>
  )
}
