import { Button } from '@assay/design-system'
import type { Applications } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { AssignDialog } from './assign-dialog.tsx'

/** Opens the roles of an application of another environment; hidden from whoever may assign none. */
export function AssignButton() {
  const { id: environmentId } = useEnvironment()
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery(api.applications.list.queryOptions({ input: { environmentId }, staleTime: 5_000 }))
  const mayAssign = (data as Applications | undefined)?.mayAssign ?? []
  if (mayAssign.length === 0) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <FormattedMessage id="Applications.Assign" />
      </Button>
      {isOpen ? <AssignDialog mayAssign={mayAssign} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
