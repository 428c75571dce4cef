import { capabilityIds, type Environment, type Session } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { createElement, type ReactNode, useLayoutEffect, useState } from 'react'
import { api } from '../api/client.ts'

interface ChangedSessionProps {
  change: (session: Session) => Session
  children: ReactNode
}

function ChangedSession({ change, children }: ChangedSessionProps): ReactNode {
  const queryClient = useQueryClient()
  const [changed, setChanged] = useState(false)
  useLayoutEffect(() => {
    queryClient.setQueryData(api.session.get.queryKey(), session => (session ? change(session as Session) : session))
    setChanged(true)
  }, [queryClient, change])
  return changed ? children : null
}

/** The content of a page as the session is after a change. */
export const withSession = (content: ReactNode, change: (session: Session) => Session): ReactNode =>
  createElement(ChangedSession, { change, children: content })

type Capabilities = Environment['capabilities']

/** The content of a page for a user with other capabilities in its environment. */
export const withCapabilities = (content: ReactNode, change: (capabilities: Capabilities) => Capabilities): ReactNode =>
  withSession(content, session => ({
    ...session,
    environments: session.environments.map(each => ({ ...each, capabilities: change(each.capabilities) })),
  }))

/** The content of a page for a user who may read everything and change nothing. */
export const withReadAccess = (content: ReactNode): ReactNode =>
  withCapabilities(content, () => Object.fromEntries(capabilityIds.map(id => [id, 'read'])) as Capabilities)
