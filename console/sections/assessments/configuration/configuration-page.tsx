import type { AssessmentConfiguration } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { AssessmentTabs } from '../../../platform/assessments/assessment-tabs.tsx'
import { LockNotice, useConfigurationLock } from '../configuration-access.tsx'
import { ConfigurationHeader } from '../configuration-header.tsx'
import { WithConfiguration } from '../with-configuration.tsx'
import { DangerSection } from './danger-section.tsx'
import { GeneralSection } from './general-section.tsx'
import { LabelSection } from './label-section.tsx'
import { ObservationSection } from './observation-section.tsx'
import { ReportsSection } from './reports-section.tsx'
import { SchemaSection } from './schema-section.tsx'
import { SettingsSection } from './settings-section.tsx'
import { SharingSection } from './sharing-section.tsx'

/** Everything that is configured of an assessment of the wizard. */
export function Component() {
  const { assessmentId = '' } = useParams()
  const tabs = <AssessmentTabs assessment={assessmentId} current="configuration" />
  return (
    <WithConfiguration tabs={tabs}>
      {configuration => <Sections key={configuration.id} configuration={configuration} tabs={tabs} />}
    </WithConfiguration>
  )
}

function Sections({ configuration, tabs }: { configuration: AssessmentConfiguration; tabs: ReactNode }) {
  const lock = useConfigurationLock(configuration)
  const section = { configuration, locked: lock !== null }
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto bg-surface">
      <ConfigurationHeader configuration={configuration} tabs={tabs} />
      <div className="flex max-w-dialog-lg flex-col gap-8 px-page py-4">
        <LockNotice root={configuration.root} lock={lock} />
        <GeneralSection {...section} />
        <SchemaSection {...section} />
        <ObservationSection {...section} />
        <LabelSection {...section} />
        <SettingsSection {...section} />
        <SharingSection {...section} />
        <ReportsSection id={configuration.id} />
        <DangerSection {...section} />
      </div>
    </div>
  )
}
