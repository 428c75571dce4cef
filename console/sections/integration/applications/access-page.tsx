import { FormattedMessage } from 'react-intl'
import { AccessHeader } from '../../../platform/access/access-header.tsx'
import { useCan } from '../../../platform/environments/environments.tsx'
import { ApplicationList } from './application-list.tsx'
import { AssignButton } from './assign-button.tsx'
import { CreateLink } from './create-link.tsx'

/** The applications of the environment, as a tab of access control: the list and the form are those of the integration. */
export function Component() {
  const can = useCan()
  const writes = can('settings.access.apps', 'write') && can('integration.apps', 'write')
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <AccessHeader
        tab="apps"
        meta={<FormattedMessage id={writes ? 'Applications.Text' : 'Applications.ReadOnly'} />}
        actions={
          writes ? (
            <>
              <AssignButton />
              <CreateLink />
            </>
          ) : undefined
        }
      />
      <div className="flex flex-col gap-4 px-page pbs-3 pbe-6">
        <ApplicationList writes={writes} />
      </div>
    </div>
  )
}
