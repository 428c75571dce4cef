import { Badge, Button, Card, CardBody, CardHeader, Icon, useFormat } from '@assay/design-system'
import type { FingerprintSetup } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Play, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'

/** The first step: an application that may call, and the script that recognises devices. */
export function CoreStep({ applications }: { applications: number }) {
  const { id: environmentId } = useEnvironment()
  const may = useCan()('integration.apps')
  const setup = useQuery({
    ...api.fingerprinting.overview.queryOptions({ input: { environmentId }, staleTime: 30_000 }),
    enabled: may,
  })
  const latest = (setup.data as FingerprintSetup | undefined)?.latest ?? null
  const finished = [applications > 0, ...(may ? [latest !== null] : [])]
  return (
    <Card className="min-w-0">
      <CardHeader
        title={<FormattedMessage id="Integration.Step.Core" />}
        meta={
          <FormattedMessage
            id="Integration.FinishedOf"
            values={{ done: finished.filter(Boolean).length, all: finished.length }}
          />
        }
      />
      <CardBody className="grid gap-x-6 gap-y-4 md:grid-cols-2">
        <Applications count={applications} />
        {may ? <Fingerprinting latest={latest} /> : null}
      </CardBody>
    </Card>
  )
}

interface PartProps {
  title: ReactNode
  need: 'Required' | 'Recommended'
  finished: boolean
  text: ReactNode
  children: ReactNode
}

function Part({ title, need, finished, text, children }: PartProps) {
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="me-auto text-sm font-semibold">{title}</h3>
        <Badge>
          <FormattedMessage id={`Integration.Badge.${need}`} />
        </Badge>
        {finished ? (
          <Badge tone="success">
            <FormattedMessage id="Integration.Badge.Finished" />
          </Badge>
        ) : null}
      </div>
      <p className="text-sm text-fg-secondary">{text}</p>
      <div className="mbs-auto flex flex-wrap gap-2">{children}</div>
    </section>
  )
}

function Applications({ count }: { count: number }) {
  const href = useHref()
  const can = useCan()
  return (
    <Part
      title={<FormattedMessage id="Applications.Title" />}
      need="Required"
      finished={count > 0}
      text={<FormattedMessage id="Integration.Step.Applications.Text" values={{ count }} />}
    >
      {can('integration.apps') && count > 0 ? (
        <Button asChild>
          <RouterLink to={href('/aadapp/manage')}>
            <FormattedMessage id="Integration.Manage" />
          </RouterLink>
        </Button>
      ) : null}
      {can('integration.apps', 'write') ? (
        <Button asChild variant={count === 0 ? 'primary' : 'ghost'}>
          <RouterLink to={href('/aadapp/create')}>
            <Icon icon={Plus} />
            <FormattedMessage id="Applications.Create" />
          </RouterLink>
        </Button>
      ) : null}
    </Part>
  )
}

function Fingerprinting({ latest }: Pick<FingerprintSetup, 'latest'>) {
  const href = useHref()
  const format = useFormat()
  return (
    <Part
      title={<FormattedMessage id="Fingerprint.Title" />}
      need="Recommended"
      finished={latest !== null}
      text={
        latest === null ? (
          <FormattedMessage id="Fingerprint.Setup.Text" />
        ) : (
          <FormattedMessage
            id="Integration.Fingerprint.Latest"
            values={{ time: format.dateTime(latest.at, 'UTC'), attributes: latest.attributes }}
          />
        )
      }
    >
      <Button asChild>
        <RouterLink to={href('/devicefingerprinting/setup')}>
          {latest === null ? null : <Icon icon={Pencil} />}
          <FormattedMessage id={latest === null ? 'Integration.SetUp' : 'Common.Edit'} />
        </RouterLink>
      </Button>
      <Button asChild variant="ghost">
        <RouterLink to={href('/devicefingerprinting/try')}>
          <Icon icon={Play} />
          <FormattedMessage id="Integration.TryScript" />
        </RouterLink>
      </Button>
    </Part>
  )
}
