import { Callout, DecisionBadge, Heading, SkeletonRows } from '@assay/design-system'
import type { Rerun, RerunChange, RerunOutcome } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { FormattedMessage } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { type CaseAddress, caseInputOf } from '../../../platform/cases/case-links.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'

interface RerunPanelProps {
  address: CaseAddress
  onClose: () => void
}

/** What today's rules decide about the event, beside what was decided. */
export function RerunPanel({ address, onClose }: RerunPanelProps) {
  const name = useId()
  const query = useQuery(api.recorder.rerun.queryOptions({ input: caseInputOf(address), staleTime: 0, gcTime: 0 }))
  const { data } = query
  return (
    <section aria-labelledby={name} aria-busy={query.isPending} className="flex flex-col gap-2">
      <Heading level={3} size="sm" id={name}>
        <FormattedMessage id="Recorder.Rerun.Title" />
      </Heading>
      {query.isError ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={3} />
      ) : (
        <Difference rerun={data} onClose={onClose} />
      )}
    </section>
  )
}

function Difference({ rerun, onClose }: { rerun: Rerun; onClose: () => void }) {
  const { then, now, differs, inputs, replay, variables, outputs, rules, runtimeErrors } = rerun
  return (
    <>
      <Callout
        live
        tone={now === null || inputs === 'missing' ? 'warning' : differs ? 'info' : 'success'}
        title={
          <FormattedMessage
            id={
              now === null ? 'Recorder.Rerun.NoAssessment' : differs ? 'Recorder.Rerun.Differs' : 'Recorder.Rerun.Same'
            }
          />
        }
        onDismiss={onClose}
      >
        <p>
          <FormattedMessage id={`Recorder.Rerun.Inputs.${inputs}`} />{' '}
          {replay === 'ready' ? null : <FormattedMessage id="Recorder.Rerun.NoReplay" />}
        </p>
      </Callout>
      {now === null ? null : (
        <>
          <dl className="grid gap-2 @md:grid-cols-2">
            <Outcome titleId="Recorder.Rerun.Then" outcome={then} />
            <Outcome titleId="Recorder.Rerun.Now" outcome={now} />
          </dl>
          <Changes titleId="Recorder.Rerun.Variables" changes={variables} />
          <Changes titleId="Recorder.Rerun.Outputs" changes={outputs} />
          <Changes
            titleId="Recorder.Rerun.Rules"
            changes={[
              ...rules.removed.map(name => ({ name, then: '✓', now: null })),
              ...rules.added.map(name => ({ name, then: null, now: '✓' })),
            ]}
          />
          {runtimeErrors.length === 0 ? null : (
            <ul className="text-xs text-danger-text">
              {runtimeErrors.map(({ rule, clause, code, message, line, column }) => (
                <li key={`${rule} ${clause} ${line} ${column}`}>
                  <bdi>{[rule, clause, code, message].join(' · ')}</bdi>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      <p className="text-xs text-fg-muted">
        <FormattedMessage id="Recorder.Rerun.Note" />
      </p>
    </>
  )
}

function Outcome({ titleId, outcome }: { titleId: string; outcome: RerunOutcome }) {
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-chip border border-line p-2">
      <dt className="text-xs text-fg-muted">
        <FormattedMessage id={titleId} />
      </dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-2">
        <DecisionBadge decision={outcome.decision} />
        <bdi className="min-w-0 wrap-anywhere">
          {[outcome.rule, outcome.clause, outcome.reason].filter(Boolean).join(' · ')}
        </bdi>
      </dd>
    </div>
  )
}

/** Values before and after; nothing where none differ. */
function Changes({ titleId, changes }: { titleId: string; changes: readonly RerunChange[] }) {
  const name = useId()
  if (changes.length === 0) return null
  return (
    <div>
      <p id={name} className="text-xs font-medium text-fg-secondary">
        <FormattedMessage id={titleId} />
      </p>
      <ul aria-labelledby={name} className="flex flex-col gap-0.5 text-xs">
        {changes.map(change => (
          <li key={change.name}>
            <FormattedMessage
              id="Recorder.Rerun.Change"
              values={{
                name: <Code key="name" text={change.name} />,
                before: <Code key="before" text={change.then ?? '–'} />,
                after: <Code key="after" text={change.now ?? '–'} />,
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

const Code = ({ text }: { text: string }) => (
  <bdi dir="ltr" className="font-mono text-fg wrap-anywhere">
    {text}
  </bdi>
)
