import { Heading } from '@assay/design-system'
import type { BoosterChild, BoosterSettings, BoosterSharing } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { InForce, OverwrittenNote } from '../frame/in-force.tsx'
import { ParticipantNotice } from '../frame/participants.tsx'
import { ChangedChildren } from './changed-children.tsx'

interface OptInAsideProps {
  environmentId: string
  settings: BoosterSettings
  /** The environments below that the changes would overwrite. */
  changing: readonly BoosterChild[]
  sharing: BoosterSharing
}

/** What is in force, and what else a save changes. */
export function OptInAside({ environmentId, settings, changing, sharing }: OptInAsideProps) {
  return (
    <aside className="flex shrink-0 flex-col border-line-subtle max-lg:border-bs lg:w-[22rem] lg:overflow-y-auto lg:border-s">
      <Part title={<FormattedMessage id="Booster.InForce" />}>
        <InForce environmentId={environmentId} settings={settings} />
        <p className="text-xs text-fg-muted empty:hidden">
          <OverwrittenNote environmentId={environmentId} settings={settings} />
        </p>
      </Part>
      {settings.children.length === 0 ? null : (
        <Part
          title={<FormattedMessage id={changing.length === 0 ? 'Booster.Children' : 'Booster.AlsoChanges'} />}
          {...(changing.length === 0
            ? {}
            : { count: <FormattedMessage id="Booster.AlsoChanges.Count" values={{ count: changing.length }} /> })}
        >
          {changing.length === 0 ? null : <ChangedChildren changing={changing} sharing={sharing} />}
          <p className="text-xs text-fg-muted">
            <FormattedMessage id="Booster.Children.Future" />
          </p>
        </Part>
      )}
      <div className="p-4">
        <ParticipantNotice participants={settings.participants} />
      </div>
    </aside>
  )
}

function Part({ title, count, children }: { title: ReactNode; count?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2 border-be border-line-subtle p-4">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <Heading level={2} size="md">
          {title}
        </Heading>
        {count === undefined ? null : <span className="text-xs text-fg-muted">{count}</span>}
      </div>
      {children}
    </section>
  )
}
