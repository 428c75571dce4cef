import { Button, Callout, DecisionBadge, NumberText, useFormat } from '@assay/design-system'
import type { Branch } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { useHref } from '../../../platform/environments/environments.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { experimentResultRows, runningExperiment } from '../branch.ts'
import { branchParameter, useRuleScope } from '../rule-scope.tsx'
import { useStopExperiment } from './use-stop-experiment.ts'

/** Milliseconds between two polls of the results of a running experiment. */
const pollInterval = 15_000

/** The running experiment of an assessment, or the last one of the branch that is shown, with its results. */
export function ExperimentBanner({ branches, write }: { branches: readonly Branch[]; write: boolean }) {
  const href = useHref()
  const { branch: shown, path } = useRuleScope()
  const branch = branches.find(each => each.apiName === shown)
  const other = branches.find(each => each.apiName !== shown && runningExperiment(each) !== null)
  const elsewhere = runningExperiment(other)
  return (
    <>
      {branch?.experiment ? (
        <Banner key={branch.experiment.id} branch={branch} experiment={branch.experiment} write={write} />
      ) : null}
      {other && elsewhere ? (
        <Callout
          tone="info"
          className="mx-page mbs-3"
          actions={
            <Button asChild size="sm">
              <Link to={href(path, new URLSearchParams({ [branchParameter]: other.apiName }))}>
                <FormattedMessage id="Rules.Experiment.Show" />
              </Link>
            </Button>
          }
        >
          <FormattedMessage
            id="Rules.Experiment.Elsewhere"
            values={{
              name: <bdi key="name">{elsewhere.name}</bdi>,
              branch: <bdi key="branch">{other.name}</bdi>,
              share: elsewhere.share / 100,
            }}
          />
        </Callout>
      ) : null}
    </>
  )
}

function Banner({
  branch,
  experiment,
  write,
}: {
  branch: Branch
  experiment: NonNullable<Branch['experiment']>
  write: boolean
}) {
  const format = useFormat()
  const offline = useOffline()
  const { isPending: stopping, mutate: stop } = useStopExperiment()
  const runs = experiment.stoppedAt === null
  const [open, setOpen] = useState(false)
  const values = {
    name: <bdi key="name">{experiment.name}</bdi>,
    share: experiment.share / 100,
    user: <bdi key="user">{experiment.startedBy}</bdi>,
    time: format.dateTime(experiment.startedAt),
    end: format.dateTime(experiment.stoppedAt ?? experiment.endsAt ?? experiment.startedAt),
  }
  return (
    <>
      <Callout
        tone="info"
        className="mx-page mbs-3"
        actions={
          <>
            <Button size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
              <FormattedMessage id={open ? 'Rules.Experiment.HideResults' : 'Rules.Experiment.Results'} />
            </Button>
            {runs && write ? (
              <Button
                size="sm"
                loading={stopping}
                disabled={offline}
                onClick={() => stop({ branch: branch.apiName, name: experiment.name })}
              >
                <FormattedMessage id="Rules.Experiment.Stop" />
              </Button>
            ) : null}
          </>
        }
      >
        <FormattedMessage
          id={
            !runs
              ? 'Rules.Experiment.Over'
              : experiment.endsAt === null
                ? 'Rules.Experiment.Runs'
                : 'Rules.Experiment.RunsUntil'
          }
          values={values}
        />
      </Callout>
      {open ? <Results branch={branch} runs={runs} /> : null}
    </>
  )
}

const head = 'h-header px-cell-x text-xs font-medium whitespace-nowrap text-fg-secondary'

function Results({ branch, runs }: { branch: Branch; runs: boolean }) {
  const intl = useIntl()
  const format = useFormat()
  const { environmentId, eventType } = useRuleScope()
  const { data, isError, refetch } = useQuery(
    api.branches.results.queryOptions({
      input: { environmentId, eventType, branch: branch.apiName },
      staleTime: 5000,
      refetchInterval: runs ? pollInterval : false,
    }),
  )
  if (isError && !data) {
    return (
      <Callout
        tone="warning"
        live
        className="mx-page mbs-2"
        actions={
          <Button size="sm" onClick={() => void refetch()}>
            <FormattedMessage id="Common.Retry" />
          </Button>
        }
      >
        <FormattedMessage id="Rules.Experiment.ResultsFailed" />
      </Callout>
    )
  }
  if (!data || data.events === 0)
    return (
      <p className="px-page py-3 text-fg-muted" aria-busy={data === undefined}>
        {data === undefined ? null : <FormattedMessage id="Rules.Experiment.NoEvents" />}
      </p>
    )
  const percent = (share: number) => intl.formatNumber(share, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <section className="px-page py-3" aria-label={intl.formatMessage({ id: 'Rules.Experiment.Results' })}>
      <p className="pbe-2">
        <FormattedMessage
          id="Rules.Experiment.Sum"
          values={{ events: data.events, changed: data.changed, share: data.changed / data.events }}
        />
      </p>
      <div className="flex flex-wrap items-start gap-x-10 gap-y-3">
        <table className="text-sm" aria-label={intl.formatMessage({ id: 'Rules.Experiment.Decisions' })}>
          <thead>
            <tr className="border-be border-line">
              <th scope="col" className={`${head} ps-0 text-start`}>
                <FormattedMessage id="Rules.Experiment.Production" />
              </th>
              <th scope="col" className={`${head} text-start`}>
                <FormattedMessage id="Rules.Experiment.Branch" />
              </th>
              <th scope="col" className={`${head} text-end`}>
                <FormattedMessage id="Rules.Experiment.Events" />
              </th>
              <th scope="col" className={`${head} text-end`}>
                <FormattedMessage id="Rules.Experiment.Part" />
              </th>
            </tr>
          </thead>
          <tbody>
            {experimentResultRows(data).map(row => (
              <tr key={row.id} className="h-row border-be border-line-subtle">
                <td className="px-cell-x ps-0">
                  <DecisionBadge decision={row.production} />
                </td>
                <td className="px-cell-x">
                  {row.changed ? (
                    <DecisionBadge decision={row.branch} />
                  ) : (
                    <span className="text-fg-muted">
                      <FormattedMessage id="Rules.Experiment.Same" />
                    </span>
                  )}
                </td>
                <td className="px-cell-x text-end">
                  <NumberText value={row.events} />
                </td>
                <td className="px-cell-x text-end text-fg-secondary tabular-nums">{percent(row.share)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <table className="text-sm" aria-label={intl.formatMessage({ id: 'Rules.Experiment.Rules' })}>
          <thead>
            <tr className="border-be border-line">
              <th scope="col" className={`${head} ps-0 text-start`}>
                <FormattedMessage id="Rules.Experiment.DecidedBy" />
              </th>
              <th scope="col" className={`${head} text-start`}>
                <FormattedMessage id="Rules.Experiment.Decision" />
              </th>
              <th scope="col" className={`${head} text-end`}>
                <FormattedMessage id="Rules.Experiment.Events" />
              </th>
            </tr>
          </thead>
          <tbody>
            {data.rules.slice(0, 10).map((row, index) => (
              <tr key={index} className="h-row border-be border-line-subtle">
                <th scope="row" className="max-w-[20rem] truncate px-cell-x ps-0 text-start font-normal">
                  {row.rule === null ? (
                    <span className="text-fg-muted">
                      <FormattedMessage id="Rules.Experiment.Nothing" />
                    </span>
                  ) : (
                    <>
                      <bdi>{row.rule}</bdi>
                      {row.clause === null ? null : <bdi className="ms-2 text-xs text-fg-muted">{row.clause}</bdi>}
                    </>
                  )}
                </th>
                <td className="px-cell-x">
                  <DecisionBadge decision={row.decision} />
                </td>
                <td className="px-cell-x text-end">
                  <NumberText value={row.events} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="pbs-2 text-xs text-fg-muted">
        <FormattedMessage
          id="Rules.Experiment.CountedSince"
          values={{ time: format.dateTime(data.experiment.startedAt) }}
        />
      </p>
    </section>
  )
}
