import type { Environment, Session } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
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
  capabilities: { rules: 'write', lists: 'write' },
} as unknown as Environment

const session = {
  tenant: { id: 'tenant', name: 'Harbor' },
  tenantConfiguration: { assignedRoles: [] },
  environments: [environment],
  seeded: true,
} as unknown as Session

/** Answers by procedure, such as `databaseLists.update`. One that throws an `ORPCError` refuses. */
type Answers = Readonly<Record<string, (input: Record<string, unknown>) => unknown>>

interface RecordedCall {
  procedure: string
  input: Record<string, unknown>
}

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
  })
  document.head.replaceChildren(configuration)
  vi.stubGlobal('fetch', async (request: Request) => {
    const procedure = new URL(request.url).pathname.replace(/^.*\/rpc\//, '').replaceAll('/', '.')
    const body = (await request.json()) as { json?: Record<string, unknown> }
    const input = body.json ?? {}
    const answer = answers[procedure]
    if (!answer) return refusal(new ORPCError('NOT_FOUND'))
    calls.push({ procedure, input })
    try {
      return Response.json({ json: answer(input) })
    } catch (error) {
      if (error instanceof ORPCError) return refusal(error)
      throw error
    }
  })
  return calls
}

const refusal = (error: ORPCError<string, unknown>) => Response.json({ json: error.toJSON() }, { status: error.status })

/** Around a hook of a section: a page of the environment, as in the running console. */
export function pageWrapper({ children }: { children: ReactNode }): ReactNode {
  const [router] = useState(() =>
    createMemoryRouter([{ path: '*', Component: Page }], {
      initialEntries: [`/page?${environmentParameter}=${environmentId}`],
    }),
  )
  return hookWrapper({
    children: createElement(PageContent, { value: children }, createElement(RouterProvider, { router })),
  })
}

const PageContent = createContext<ReactNode>(null)

function Page(): ReactNode {
  const queryClient = useQueryClient()
  const children = use(PageContent)
  useState(() => queryClient.setQueryData(api.session.get.queryKey(), session))
  return createElement(EnvironmentProvider, { fallback: null, children })
}
