import { capabilityIds, type Environment, type Session } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, createElement, type ReactNode, use, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { vi } from 'vitest'
import { api } from '../api/client.ts'
import { EnvironmentProvider, environmentParameter } from '../environments/environments.tsx'
import { setInPageSession } from '../session/in-page-session.ts'
import type { SessionUser } from '../session/session-account.ts'
import { hookWrapper } from './hook-wrapper.ts'

export const environmentId = '0198a000-0000-7000-8000-000000000001'

const environment = {
  id: environmentId,
  parentId: null,
  name: 'Harbor',
  friendlyName: 'Harbor',
  kind: 'production',
  status: 'Active',
  hasAccess: true,
  ancestorIds: [],
  tags: [],
  failure: null,
  capabilities: Object.fromEntries(capabilityIds.map(id => [id, 'write'])),
} as unknown as Environment

const session = {
  tenant: { id: 'tenant', name: 'Harbor', roleFamily: 'standard' },
  user: { id: 'user', name: 'Engineer', username: 'engineer@example.com' },
  tenantConfiguration: { assignedRoles: [] },
  directoryRoles: [],
  environments: [environment],
  seeded: true,
} as unknown as Session

/**
 * Answers by procedure, such as `databaseLists.update`. One that throws an `ORPCError` refuses, one that is a promise
 * answers late, one that is a response is sent as it is, such as a stream of events.
 */
type Answers = Readonly<Record<string, (input: Record<string, unknown>) => unknown>>

export interface RecordedCall {
  procedure: string
  input: Record<string, unknown>
}

/** The answer of a call during which the session is lost. */
export const unanswered = (): Promise<never> => new Promise(() => undefined)

/** Stands in for the console API, and returns the calls that it answered. */
export function stubConsoleApi(answers: Answers): RecordedCall[] {
  const calls: RecordedCall[] = []
  setInPageSession({
    user: { name: 'Engineer', username: 'engineer@example.com' } as SessionUser,
    tenants: [],
    token: () => Promise.resolve('token'),
    chooseAccount: () => undefined,
  })
  const configuration = document.createElement('script')
  configuration.id = 'site-configuration'
  configuration.type = 'application/json'
  configuration.textContent = JSON.stringify({
    apis: { Console: { baseUri: '/api/console' }, Risk_API: { baseUri: '/v1.0' } },
    features: { copilot: true },
  })
  document.head.replaceChildren(configuration)
  vi.stubGlobal('fetch', async (request: Request) => {
    const procedure = new URL(request.url).pathname.replace(/^.*\/rpc\//, '').replaceAll('/', '.')
    // A form with a file is no JSON.
    const body = (await request.json().catch(() => ({}))) as { json?: Record<string, unknown> }
    const input = body.json ?? {}
    const answer = answers[procedure]
    if (!answer) return refusal(new ORPCError('NOT_FOUND'))
    calls.push({ procedure, input })
    try {
      const answered = await answer(input)
      return answered instanceof Response ? answered : Response.json({ json: answered })
    } catch (error) {
      if (error instanceof ORPCError) return refusal(error)
      throw error
    }
  })
  return calls
}

const refusal = (error: ORPCError<string, unknown>) => Response.json({ json: error.toJSON() }, { status: error.status })

type PageRouter = ReturnType<typeof createMemoryRouter>

/** The address of a page of the environment. */
export const pageAddress = `/page?${environmentParameter}=${environmentId}`

/** Every address shows the content of the `page` around the router. */
export const createPageRouter = (address: string): PageRouter =>
  createMemoryRouter([{ path: '*', Component: Page }], { initialEntries: [address] })

interface PageProps {
  router: PageRouter
  /** One of its own starts empty, as after a reload. */
  queryClient?: QueryClient
  children: ReactNode
}

/** A page of the environment, as in the running console. */
export const page = ({ router, children, ...rest }: PageProps): ReactNode =>
  hookWrapper({
    ...rest,
    children: createElement(PageContent, { value: children }, createElement(RouterProvider, { router })),
  })

/** Around a hook of a section. */
export function pageWrapper({ children }: { children: ReactNode }): ReactNode {
  const [router] = useState(() => createPageRouter(pageAddress))
  return page({ router, children })
}

const PageContent = createContext<ReactNode>(null)

function Page(): ReactNode {
  const queryClient = useQueryClient()
  const children = use(PageContent)
  useState(() => queryClient.setQueryData(api.session.get.queryKey(), session))
  return createElement(EnvironmentProvider, { fallback: null, children })
}
