// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { configure, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { createQueryClient } from '../platform/api/query-client.ts'
import { loopCode, SignInError } from '../platform/session/identity/sign-in-error.ts'
import { setInPageSession } from '../platform/session/in-page-session.ts'
import type { SessionUser } from '../platform/session/session-account.ts'
import { stubConsoleApi } from '../platform/testing/console-api-stub.ts'
import { hookWrapper } from '../platform/testing/hook-wrapper.ts'
import { pressButton } from '../platform/testing/user-input.ts'
// What the gate fetches when it has to show it.
import '../platform/session/sign-in-error-page.tsx'
import { BootGate } from './boot-gate.tsx'

// Parts of a page arrive late on a busy machine.
configure({ asyncUtilTimeout: 4_000 })

let answerSession: () => unknown
beforeEach(() => {
  stubConsoleApi({ 'session.get': () => answerSession() })
})

const renderGate = () => {
  const children = createElement('p', null, 'Every page')
  render(
    hookWrapper({
      queryClient: createQueryClient(),
      children: createElement(BootGate, { fallback: null, children }),
    }),
  )
}
const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name })

it('a boot routine that fails can be tried again or left', async () => {
  answerSession = () => {
    throw new ORPCError('NOT_FOUND')
  }
  renderGate()
  await findTitle('Your environments could not be loaded')
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy()
  expect(screen.queryByText('Every page')).toBeNull()
  answerSession = () => ({
    tenant: { id: 'tenant', name: 'Harbor' },
    tenantConfiguration: { assignedRoles: [] },
    environments: [],
  })
  await pressButton('Try again')
  expect(await screen.findByText('Every page')).toBeTruthy()
})

it('a boot routine whose tokens the service never takes ends on a page that says so', async () => {
  setInPageSession({
    user: { name: 'Engineer', username: 'engineer@example.com' } as SessionUser,
    tenants: [],
    token: () => Promise.reject(new SignInError(loopCode)),
    chooseAccount: () => undefined,
  })
  renderGate()
  await findTitle('Sign-in keeps repeating')
  expect(screen.getByText(loopCode)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
