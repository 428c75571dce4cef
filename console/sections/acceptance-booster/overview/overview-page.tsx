import { Button, Callout, Heading } from '@assay/design-system'
import type { BoosterSettings } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { boosterPaths } from '../booster-address.ts'
import { BoosterFrame } from '../frame/booster-frame.tsx'
import { InForce, OverwrittenNote } from '../frame/in-force.tsx'
import { ParticipantNotice } from '../frame/participants.tsx'
import { BenefitFigures } from './benefit-figures.tsx'
import { ChildTable } from './child-table.tsx'

/** What the environment shares with the banks of its customers, and what the environments below it do. */
export function Component() {
  return <BoosterFrame tab="overview">{settings => <Overview settings={settings} />}</BoosterFrame>
}

function Overview({ settings }: { settings: BoosterSettings }) {
  const href = useHref()
  const writes = useCan()('settings.tab', 'write')
  const { id: environmentId } = useEnvironment()
  const isOverwritten = settings.changed !== null && settings.changed.origin.environmentId !== environmentId
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto py-4">
      <div className="flex max-w-prose flex-col gap-4 px-page">
        {writes ? null : (
          <Callout tone="info">
            <FormattedMessage id="Environments.ReadOnly" />
          </Callout>
        )}
        <p className="text-fg-secondary">
          <FormattedMessage id="Booster.About" />
        </p>
        {isOverwritten ? (
          <Callout tone="info">
            <OverwrittenNote environmentId={environmentId} settings={settings} />
          </Callout>
        ) : null}
        <section className="flex flex-col gap-2" aria-labelledby="booster-in-force">
          <Heading level={2} size="md" id="booster-in-force">
            <FormattedMessage id="Booster.InForce" />
          </Heading>
          <InForce environmentId={environmentId} settings={settings} />
        </section>
        <ParticipantNotice participants={settings.participants} />
        <div>
          <Button asChild variant={writes && settings.level === 'off' ? 'primary' : 'secondary'}>
            <Link to={href(boosterPaths.optIn)}>
              <FormattedMessage id={writes ? 'Booster.OpenOptIn' : 'Booster.ViewOptIn'} />
            </Link>
          </Button>
        </div>
      </div>
      {settings.participants.length === 0 ? null : <BenefitFigures environmentId={environmentId} />}
      {settings.children.length === 0 ? null : <ChildTable childSettings={settings.children} />}
    </div>
  )
}
