import { Badge, Button, EmptyState, lazyPart, StatusBadge } from '@assay/design-system'
import type { Environment } from '@assay/risk-service/contract'
import { Suspense } from 'react'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { switchTenant } from '../session/index.ts'
import { useEnvironments } from './environments.tsx'
import { type EnvironmentProblem, isSettingUp } from './select-environment.ts'

const SetUpPage = lazyPart(() => import('./set-up-page.tsx').then(module => ({ default: module.SetUpPage })))

/** Stands in for a page while no environment is open: why that is, and the ways on. Nothing else is opened instead. */
export function NoEnvironment() {
  const { session, problem, environments, choose } = useEnvironments()
  if (!problem) return null
  if (!session.setUp || isSettingUp(environments))
    return (
      <Suspense fallback={null}>
        <SetUpPage />
      </Suspense>
    )
  if (problem.kind === 'noRole') {
    return (
      <EmptyState
        page
        kind="no-access"
        title={<FormattedMessage id="Errors.NoRole.Title" />}
        description={<FormattedMessage id="Errors.NoRole.Description" />}
        actions={<SwitchTenant />}
      />
    )
  }
  if (problem.kind === 'noneUsable') {
    return (
      <div className="flex flex-col items-center gap-4 pbe-8">
        <EmptyState
          page
          kind="no-access"
          title={<FormattedMessage id="Environments.NoneReady.Title" />}
          description={<FormattedMessage id="Environments.NoneReady.Description" />}
          actions={
            <>
              <ManageEnvironments />
              <SwitchTenant />
            </>
          }
        />
        <EnvironmentStates environments={environments} />
      </div>
    )
  }
  const { fallback } = problem
  return (
    <EmptyState
      page
      kind={problem.kind === 'unknown' ? 'no-results' : 'no-access'}
      title={<ObstacleTitle problem={problem} />}
      description={<FormattedMessage id={`Environments.Problem.${problem.kind}`} />}
      actions={
        <>
          {fallback ? (
            <Button onClick={() => choose(fallback.id)}>
              <FormattedMessage
                id="Environments.Problem.OpenOther"
                values={{ name: <bdi key="name">{fallback.friendlyName}</bdi> }}
              />
            </Button>
          ) : null}
          <ManageEnvironments />
          {problem.kind === 'unknown' ? <SwitchTenant /> : null}
        </>
      }
    />
  )
}

function ObstacleTitle({ problem }: { problem: Extract<EnvironmentProblem, { fallback: unknown }> }) {
  if (problem.kind === 'unknown') return <FormattedMessage id="Environments.Problem.UnknownTitle" />
  const name = <bdi key="name">{problem.environment.friendlyName}</bdi>
  if (problem.kind === 'noAccess') return <FormattedMessage id="Environments.Problem.NoAccessTitle" values={{ name }} />
  return (
    <FormattedMessage
      id={problem.kind === 'beingCreated' ? 'Environments.Switch.BeingCreated' : 'Environments.Switch.NotAvailable'}
      values={{ name }}
    />
  )
}

const ManageEnvironments = () => (
  <Button asChild>
    <Link to="/environments">
      <FormattedMessage id="Environments.Switch.Manage" />
    </Link>
  </Button>
)

const SwitchTenant = () => (
  <Button variant="ghost" onClick={() => void switchTenant()}>
    <FormattedMessage id="Shell.Account.SwitchTenant" />
  </Button>
)

/** The existing environments, with the state of each. */
function EnvironmentStates({ environments }: { environments: readonly Environment[] }) {
  return (
    <ul className="flex w-full max-w-dialog-sm flex-col gap-1 px-page text-sm">
      {environments.map(environment => (
        <li
          key={environment.id}
          className="flex min-h-fact-row flex-wrap items-center justify-between gap-2 border-be border-line-subtle py-1"
        >
          <bdi className="min-w-0 wrap-break-word">{environment.path.join(' / ')}</bdi>
          {environment.hasAccess ? (
            <StatusBadge status={environment.status} />
          ) : (
            <Badge>
              <FormattedMessage id="Environments.NoAccess" />
            </Badge>
          )}
        </li>
      ))}
    </ul>
  )
}
