import {
  Button,
  Callout,
  Card,
  CardBody,
  Field,
  FieldCounter,
  Input,
  PageHeader,
  SkeletonRows,
} from '@assay/design-system'
import {
  type Application,
  type ApplicationRole,
  type Applications,
  applicationLimits,
  newSecret,
} from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useTitleFocus } from '../../../platform/router/use-title-focus.ts'
import { refusalOf } from './application-errors.ts'
import { CreatedApplication } from './created-application.tsx'
import { RoleFields } from './role-fields.tsx'

/** Registers certificates, where a browser cannot check them. */
const certificateCommand = 'npm run api-client'

/** Registers an application, and shows what it needs to call the risk API: its secret is shown here only. */
export function Component() {
  const intl = useIntl()
  const href = useHref()
  const { id: environmentId } = useEnvironment()
  const title = intl.formatMessage({ id: 'Applications.Create' })
  useTitle(title)
  useTitleFocus()
  const query = useQuery(api.applications.list.queryOptions({ input: { environmentId }, staleTime: 5_000 }))
  const mayWrite = useCan()('integration.apps', 'write')
  const answer = query.data as Applications | undefined
  const [created, setCreated] = useState<{ application: Application; secret: string } | null>(null)
  return (
    <div className="flex flex-col">
      <PageHeader
        title={title}
        breadcrumb={[
          { id: 'integration', label: intl.formatMessage({ id: 'Integration.Title' }), href: href('/integration') },
          { id: 'applications', label: intl.formatMessage({ id: 'Applications.Title' }), href: href('/aadapp/manage') },
          { id: 'create', label: title },
        ]}
      />
      <div className="flex max-w-3xl flex-col gap-4 px-page pbe-6">
        {created !== null ? (
          <CreatedApplication {...created} onAnother={() => setCreated(null)} />
        ) : query.isError && answer === undefined ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : answer === undefined ? (
          <SkeletonRows rows={4} />
        ) : (
          <CreateForm
            mayAssign={answer.mayAssign}
            barred={barrierOf(answer, mayWrite)}
            onCreated={(application, secret) => setCreated({ application, secret })}
          />
        )}
      </div>
    </div>
  )
}

/** Returns the id of the message why the user cannot create an application; null: they can. */
function barrierOf({ mayCreate, mayAssign }: Applications, mayWrite: boolean): string | null {
  if (!mayWrite) return 'Applications.ReadOnly'
  if (!mayCreate) return 'Applications.DirectoryRole'
  return mayAssign.length === 0 ? 'Applications.Roles.Refused' : null
}

interface CreateFormProps {
  mayAssign: readonly ApplicationRole[]
  /** Id of the message why the user cannot create one; null: they can. */
  barred: string | null
  onCreated: (application: Application, secret: string) => void
}

function CreateForm({ mayAssign, barred, onCreated }: CreateFormProps) {
  const offline = useOffline()
  const { id: environmentId, friendlyName } = useEnvironment()
  // The same for every attempt: a lost answer makes no second application.
  const [{ clientId, secret }] = useState(() => ({ clientId: crypto.randomUUID() as string, secret: newSecret() }))
  const [name, setName] = useState('')
  const [roles, setRoles] = useState<ApplicationRole[]>(['RiskApi'])
  const [refusal, setRefusal] = useState<string | null>(null)
  const mutation = useApiMutation({
    mutationFn: () => client.applications.create({ environmentId, clientId, name: name.trim(), roles, secret }),
    invalidates: [api.applications.key(), api.dashboard.integration.key()],
    onSuccess: answer => onCreated(answer as Application, secret),
    onError: error => {
      const refused = refusalOf(error)
      setRefusal(refused)
      return refused !== null
    },
  })
  const isLong = name.trim().length > applicationLimits.name
  const ready = barred === null && name.trim() !== '' && !isLong && roles.length > 0
  return (
    <Card>
      <CardBody className="pbs-4">
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={event => {
            event.preventDefault()
            if (ready && !offline && !mutation.isPending) mutation.mutate()
          }}
        >
          {barred === null ? null : (
            <Callout tone="info">
              <FormattedMessage id={barred} />
            </Callout>
          )}
          {refusal === null || refusal === 'Applications.Roles.RootOnly' ? null : (
            <Callout tone="danger" live>
              <FormattedMessage id={refusal} />
            </Callout>
          )}
          <p className="text-sm text-fg-secondary">
            <FormattedMessage
              id="Applications.Create.Text"
              values={{ environment: <bdi key="environment">{friendlyName}</bdi> }}
            />
          </p>
          <Field
            label={<FormattedMessage id="Applications.Name" />}
            required
            labelEnd={<FieldCounter used={name.trim().length} limit={applicationLimits.name} />}
            {...(isLong
              ? { error: <FormattedMessage id="Common.TooLong" values={{ limit: applicationLimits.name }} /> }
              : {})}
          >
            <Input
              value={name}
              dir="auto"
              autoComplete="off"
              disabled={barred !== null}
              onChange={event => setName(event.target.value)}
            />
          </Field>
          <RoleFields
            value={roles}
            mayAssign={mayAssign}
            error={
              roles.length === 0
                ? 'Applications.Roles.Missing'
                : refusal === 'Applications.Roles.RootOnly'
                  ? refusal
                  : null
            }
            onChange={changed => {
              setRefusal(null)
              setRoles(changed)
            }}
          />
          <p className="text-xs text-fg-muted">
            <FormattedMessage
              id="Applications.Certificates"
              values={{ command: <code dir="ltr">{certificateCommand}</code> }}
            />
          </p>
          <div>
            <Button type="submit" variant="primary" loading={mutation.isPending} disabled={!ready || offline}>
              <FormattedMessage id="Applications.Create" />
            </Button>
          </div>
        </form>
      </CardBody>
    </Card>
  )
}
