import { Button, Callout, Card, CardBody, Field, FieldCounter, Input, Radio, RadioGroup } from '@assay/design-system'
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
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { IntegrationPage } from '../shared/integration-page.tsx'
import { QueryContent } from '../shared/query-content.tsx'
import { CreatedApplication } from './created-application.tsx'
import { refusalOf } from './credentials/application-errors.ts'
import { CertificateField } from './credentials/certificate-field.tsx'
import { useCertificate } from './credentials/use-certificate.ts'
import { RoleFields } from './role-fields.tsx'

/** Registers an application, and shows what it needs to call the risk API: its secret is shown here only. */
export function Component() {
  const intl = useIntl()
  const { id: environmentId } = useEnvironment()
  const title = intl.formatMessage({ id: 'Applications.Create' })
  const query = useQuery(api.applications.list.queryOptions({ input: { environmentId }, staleTime: 5_000 }))
  const mayWrite = useCan()('integration.apps', 'write')
  const [created, setCreated] = useState<{ application: Application; secret: string | null } | null>(null)
  return (
    <IntegrationPage title={title} parent={{ labelId: 'Applications.Title', path: '/aadapp/manage' }} width="form">
      {created !== null ? (
        <CreatedApplication {...created} onAnother={() => setCreated(null)} />
      ) : (
        <QueryContent query={query} data={query.data as Applications | undefined} rows={4}>
          {answer => (
            <CreateForm
              mayAssign={answer.mayAssign}
              barred={barrierOf(answer, mayWrite)}
              onCreated={(application, secret) => setCreated({ application, secret })}
            />
          )}
        </QueryContent>
      )}
    </IntegrationPage>
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
  /** The secret is null where the application proves itself by a certificate. */
  onCreated: (application: Application, secret: string | null) => void
}

function CreateForm({ mayAssign, barred, onCreated }: CreateFormProps) {
  const offline = useOffline()
  const { id: environmentId, friendlyName } = useEnvironment()
  // The same for every attempt: a lost answer makes no second application.
  const [{ clientId, secret }] = useState(() => ({ clientId: crypto.randomUUID() as string, secret: newSecret() }))
  const [name, setName] = useState('')
  const [roles, setRoles] = useState<ApplicationRole[]>(['RiskApi'])
  const [method, setMethod] = useState<'secret' | 'certificate'>('secret')
  const [text, setText] = useState('')
  const certificate = text.trim()
  const { facts, error, reading } = useCertificate(method === 'certificate' ? certificate : '')
  const [refusal, setRefusal] = useState<string | null>(null)
  const mutation = useApiMutation({
    mutationFn: () =>
      client.applications.create({
        environmentId,
        clientId,
        name: name.trim(),
        roles,
        ...(method === 'secret' ? { secret } : { certificate }),
      }),
    invalidates: [api.applications.list.key(), api.dashboard.integration.key()],
    onSuccess: answer => onCreated(answer as Application, method === 'secret' ? secret : null),
    onError: error => {
      const refused = refusalOf(error)
      setRefusal(refused)
      return refused !== null
    },
  })
  const isLong = name.trim().length > applicationLimits.name
  const proven = method === 'secret' || facts !== null
  const ready = barred === null && name.trim() !== '' && !isLong && roles.length > 0 && proven
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
            mayAssign={barred === null ? mayAssign : []}
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
          <Field label={<FormattedMessage id="Applications.Method" />}>
            <RadioGroup
              value={method}
              disabled={barred !== null}
              onValueChange={chosen => setMethod(chosen === 'certificate' ? 'certificate' : 'secret')}
            >
              {(['secret', 'certificate'] as const).map(kind => (
                <Radio
                  key={kind}
                  value={kind}
                  label={<FormattedMessage id={`Applications.Kind.${kind}`} />}
                  description={<FormattedMessage id={`Applications.Method.${kind}`} />}
                />
              ))}
            </RadioGroup>
          </Field>
          {method === 'secret' ? null : (
            <CertificateField
              text={text}
              facts={facts}
              error={error}
              disabled={barred !== null}
              onText={changed => {
                setRefusal(null)
                setText(changed)
              }}
            />
          )}
          <div>
            <Button
              type="submit"
              variant="primary"
              loading={mutation.isPending || reading}
              disabled={!ready || offline}
            >
              <FormattedMessage id="Applications.Create" />
            </Button>
          </div>
        </form>
      </CardBody>
    </Card>
  )
}
