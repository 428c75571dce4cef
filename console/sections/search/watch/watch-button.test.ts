// @vitest-environment jsdom
import type { SearchWatch } from '@assay/risk-service/contract'
import { cleanup, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { WatchButton, type WatchChange } from './watch-button.tsx'

let sent: WatchChange[] = []
beforeEach(() => {
  sent = []
  stubConsoleApi({})
})
afterEach(cleanup)
const show = (watch: SearchWatch | null) =>
  renderFailingPage(
    createElement(WatchButton, {
      name: 'Rejects',
      query: 'type=accountlogin&f=decision:in:Reject',
      watch,
      onWatch: change => sent.push(change),
    }),
  )
const field = (name: RegExp) => screen.findByRole('spinbutton', { name })

it('a saved search is watched with its own conditions', async () => {
  show(null)
  await pressButton('Watch')
  fillField(await field(/More than/), '5')
  fillField(await field(/Within hours/), '3')
  await pressButton('Watch')
  expect(sent).toMatchObject([
    {
      results: 5,
      hours: 3,
      eventType: 'accountlogin',
      filter: { conditions: [{ column: 'decision', op: 'in', value: ['Reject'] }] },
    },
  ])
})

it('hours outside the limits are refused at their field', async () => {
  show(null)
  await pressButton('Watch')
  fillField(await field(/Within hours/), '500')
  await pressButton('Watch')
  expect(await screen.findByText('Enter a whole number from 1 to 168.')).toBeTruthy()
  expect(sent).toEqual([])
})

it('a watch can be stopped, and says why it ended', async () => {
  show({ results: 5, hours: 3, ended: null })
  await pressButton('Watched')
  await pressButton('Stop watching')
  expect(sent).toEqual([null])
  cleanup()
  show({ results: 5, hours: 3, ended: 'access' })
  expect(await screen.findByText('No longer watched: you had lost the right to search here.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Watch' })).toBeTruthy()
})
