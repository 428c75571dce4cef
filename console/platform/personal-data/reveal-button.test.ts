// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { environmentId, type RecordedCall, stubConsoleApi } from '../testing/console-api-stub.ts'
import { renderFailingPage } from '../testing/failing-page.ts'
import { fillField, pressButton } from '../testing/user-input.ts'
import { RevealButton } from './reveal-button.tsx'

const subject = { environmentId, eventType: 'purchase', externalId: 'P-1' }
let masked: string[] = []
let answerReveal: () => unknown
let calls: RecordedCall[] = []
beforeEach(() => {
  masked = ['email', 'phone']
  answerReveal = () => ({ expiresAt: new Date(Date.now() + 15 * 60_000).toISOString() })
  calls = stubConsoleApi({
    'personalData.get': () => ({ masked }),
    'personalData.reveal': () => answerReveal(),
  })
})
afterEach(cleanup)
const render = (subjects = [subject]) => renderFailingPage(createElement(RevealButton, { environmentId, subjects }))
const revealed = () => calls.filter(({ procedure }) => procedure === 'personalData.reveal').map(({ input }) => input)

it('masked values are revealed with a reason, and the page says until when', async () => {
  render()
  await pressButton('Reveal')
  await screen.findByRole('dialog', { name: 'Reveal personal data' })
  await pressButton('Reveal')
  expect(await screen.findByText('Enter a reason of at least three characters.')).toBeTruthy()
  expect(revealed()).toEqual([])
  fillField(await screen.findByRole('textbox', { name: /Reason/ }), 'Call of the customer')
  await pressButton('Reveal')
  expect(await screen.findByText(/^Shown until /)).toBeTruthy()
  expect(revealed()).toEqual([{ environmentId, subjects: [subject], kind: null, reason: 'Call of the customer' }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('what was typed stays when the reveal is refused', async () => {
  answerReveal = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  }
  render()
  await pressButton('Reveal')
  await screen.findByRole('dialog')
  fillField(await screen.findByRole('textbox', { name: /Reason/ }), 'Call of the customer')
  await pressButton('Reveal')
  await waitFor(() => expect(revealed()).toHaveLength(1))
  expect((screen.getByRole('textbox', { name: /Reason/ }) as HTMLTextAreaElement).value).toBe('Call of the customer')
})

it('nothing is offered to who sees every value, and for no event', async () => {
  masked = []
  render()
  await waitFor(() => expect(calls.map(({ procedure }) => procedure)).toContain('personalData.get'))
  expect(screen.queryByRole('button', { name: 'Reveal' })).toBeNull()
  cleanup()
  masked = ['email']
  render([])
  await waitFor(() => expect(calls.filter(({ procedure }) => procedure === 'personalData.get')).toHaveLength(2))
  expect(screen.queryByRole('button', { name: 'Reveal' })).toBeNull()
})
