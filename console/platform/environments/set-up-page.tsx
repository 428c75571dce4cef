import { Button, Callout, EmptyState, Field, focusInvalidField, Progress, Select } from '@assay/design-system'
import { environmentNameOf, type Geography, geographies } from '@assay/risk-service/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../api/client.ts'
import { useOffline } from '../offline/connection.ts'
import { switchTenant } from '../session/index.ts'
import { useEnvironments } from './environments.tsx'

/**
 * What an organisation sees that has no environment yet: its first one is made here, once, by an administrator (42
 * section 1).
 */
export function SetUpPage() {
  const { session, environments } = useEnvironments()
  if (environments.length > 0) return <SetUpProgress />
  return session.tenantConfiguration.assignedRoles.includes('ProductAdmin') ? (
    <SetUpForm />
  ) : (
    <EmptyState
      page
      kind="no-access"
      title={<FormattedMessage id="SetUp.NotYours.Title" />}
      description={<FormattedMessage id="SetUp.NotYours.Description" />}
      actions={
        <Button variant="ghost" onClick={() => void switchTenant()}>
          <FormattedMessage id="Shell.Account.SwitchTenant" />
        </Button>
      }
    />
  )
}

function SetUpForm() {
  const intl = useIntl()
  const offline = useOffline()
  const {
    session: { tenant },
    refresh,
  } = useEnvironments()
  const [geography, setGeography] = useState<Geography | null>(null)
  const [attempted, setAttempted] = useState(false)
  // One id for every attempt: a lost answer makes no second environment.
  const [id] = useState(() => crypto.randomUUID())
  const form = useRef<HTMLFormElement>(null)

  const creation = useMutation({
    mutationFn: (chosen: Geography) =>
      client.environments.create({
        id,
        parentId: null,
        name: environmentNameOf(tenant.name),
        kind: 'production',
        geography: chosen,
        withSandbox: true,
      }),
    onSuccess: () => refresh(),
  })
  const start = () => {
    setAttempted(true)
    if (geography === null) focusInvalidField(form.current)
    else creation.mutate(geography)
  }

  return (
    <form
      ref={form}
      noValidate
      className="mx-auto flex w-full max-w-dialog-sm flex-col gap-5 p-page pbs-16"
      onSubmit={event => {
        event.preventDefault()
        start()
      }}
    >
      <div className="flex flex-col gap-2">
        <h1 tabIndex={-1} className="text-xl font-semibold">
          <FormattedMessage id="SetUp.Title" />
        </h1>
        <p className="text-fg-muted">
          <FormattedMessage id="SetUp.Description" values={{ tenant: <bdi key="tenant">{tenant.name}</bdi> }} />
        </p>
      </div>
      {creation.isError ? (
        <Callout tone="danger" live>
          <FormattedMessage id="SetUp.Failed" />
        </Callout>
      ) : null}
      <Field
        label={<FormattedMessage id="Environments.Form.Geography" />}
        description={<FormattedMessage id="Environments.Form.GeographyHelp" />}
        required
        {...(attempted && geography === null
          ? { error: <FormattedMessage id="Environments.Form.GeographyMissing" /> }
          : {})}
      >
        <Select<Geography>
          placeholder={intl.formatMessage({ id: 'Environments.Form.GeographyChoose' })}
          options={geographies.map(value => ({
            value,
            label: intl.formatMessage({ id: `Environments.Geography.${value}` }),
          }))}
          {...(geography === null ? {} : { value: geography })}
          onValueChange={setGeography}
        />
      </Field>
      <Button type="submit" variant="primary" className="self-start" loading={creation.isPending} disabled={offline}>
        <FormattedMessage id="SetUp.Start" />
      </Button>
    </form>
  )
}

/** The service creates it even if nobody waits on this page; the page opens when it is ready. */
function SetUpProgress() {
  const offline = useOffline()
  const { environments, refresh } = useEnvironments()
  const failed = environments.filter(({ status }) => status === 'CreateFailed')
  const mayRetry = failed.every(({ capabilities }) => capabilities['environments.root.manage'] === 'write')

  // An environment whose retry could not be requested remains failed, and on the page.
  const retry = useMutation({
    mutationFn: async () => {
      for (const environment of failed) await client.environments.retry({ environmentId: environment.id })
    },
    onSettled: () => refresh(),
  })

  return (
    <div className="mx-auto flex w-full max-w-dialog-sm flex-col gap-4 p-page pbs-16">
      <h1 tabIndex={-1} className="text-xl font-semibold">
        <FormattedMessage id="SetUp.Running.Title" />
      </h1>
      {failed.length > 0 ? (
        <Callout
          tone="danger"
          live
          actions={
            mayRetry ? (
              <Button size="sm" loading={retry.isPending} disabled={offline} onClick={() => retry.mutate()}>
                <FormattedMessage id="Environments.Menu.retry" />
              </Button>
            ) : undefined
          }
        >
          <FormattedMessage id="SetUp.Failed" />
        </Callout>
      ) : (
        <>
          <Progress label={<FormattedMessage id="SetUp.Running.Progress" />} value={null} />
          <p className="text-fg-muted">
            <FormattedMessage id="SetUp.Running.Description" />
          </p>
        </>
      )}
    </div>
  )
}
