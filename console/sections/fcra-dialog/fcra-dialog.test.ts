// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type RecordedCall, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../platform/testing/dom-stubs.ts'
import { renderPage } from '../../platform/testing/lost-session.ts'
import { withSession } from '../../platform/testing/session.ts'
import { pressButton } from '../../platform/testing/user-input.ts'
import { FcraDialog } from './fcra-dialog.tsx'

const accept = vi.fn<() => unknown>()
let calls: RecordedCall[]
beforeEach(() => {
  stubLayout()
  sessionStorage.clear()
  accept.mockReset()
  calls = stubConsoleApi({
    'fcra.get': () => ({ textVersion: '2026-01' }),
    'fcra.accept': accept,
    'fcra.decline': () => ({}),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const openPage = () => renderPage(createElement(FcraDialog))
const findDialog = () => screen.findByRole('dialog', { name: 'Permitted use of this product' })
const expectDeclined = async () => {
  await screen.findByText(/your administrator rights are off/)
  expect(screen.queryByRole('dialog')).toBeNull()
}

it('who declined the permitted use in this tab is not asked by the next page, reads it on request, and somebody else is asked', async () => {
  openPage()
  await findDialog()
  await pressButton('Decline')
  await expectDeclined()
  cleanup()
  openPage()
  await expectDeclined()
  await pressButton('Read and accept')
  await findDialog()
  cleanup()
  const another = createElement(FcraDialog)
  renderPage(withSession(another, session => ({ ...session, user: { ...session.user, id: 'another' } })))
  await findDialog()
})

it('a permitted use whose text was replaced meanwhile is not accepted, and the newer page is offered', async () => {
  accept.mockImplementation(() => {
    throw new ORPCError('CONFLICT', { status: 409, data: { reason: 'fcra.newText' } })
  })
  openPage()
  await findDialog()
  fireEvent.click(screen.getByRole('checkbox', { name: /^I attest/ }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'I accept' }).disabled).toBe(true)
  await pressButton('Open transcript')
  await pressButton('I accept')
  await screen.findByRole('button', { name: 'Reload' })
  expect(calls.find(({ procedure }) => procedure === 'fcra.accept')?.input).toEqual({ textVersion: '2026-01' })
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'I accept' }).disabled).toBe(false))
})
