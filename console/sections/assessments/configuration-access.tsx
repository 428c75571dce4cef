import { Callout } from '@assay/design-system'
import type { AssessmentConfiguration } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { useCan, useEnvironment } from '../../platform/environments/environments.tsx'
import { useOffline } from '../../platform/offline/connection.ts'

/** Why an assessment cannot be changed; null: it can. */
export type ConfigurationLock = 'readOnly' | 'notRoot'

/** Whether the user can change an assessment in this environment. */
export function useConfigurationLock({ root }: Pick<AssessmentConfiguration, 'root'>): ConfigurationLock | null {
  const can = useCan()
  const { id } = useEnvironment()
  if (!can('assessments', 'write')) return 'readOnly'
  return root.id === id ? null : 'notRoot'
}

/** Says why nothing can be changed. */
export function LockNotice({ root, lock }: { root: { name: string }; lock: ConfigurationLock | null }) {
  const offline = useOffline()
  return (
    <>
      {lock === null ? null : (
        <Callout tone="info">
          {lock === 'readOnly' ? (
            <FormattedMessage id="Environments.ReadOnly" />
          ) : (
            <FormattedMessage
              id="Assessments.Reports.Lock.notRoot"
              values={{ root: <bdi key="root">{root.name}</bdi> }}
            />
          )}
        </Callout>
      )}
      {offline ? (
        <Callout tone="warning" live>
          <FormattedMessage id="Offline.Writes" />
        </Callout>
      ) : null}
    </>
  )
}
