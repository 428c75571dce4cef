// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement, useState } from 'react'
import { expect, it } from 'vitest'
import { environmentId, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { chooseMenuItem, chooseOption, fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { ringOf } from '../testing/ring-sample.ts'
import type { RingSearch } from './found-rings.tsx'
import { RingsPanel } from './rings-panel.tsx'

/** The panel on a page that has its choices; `search` null: of the stored rings. */
function Panel({ search = null }: { search?: RingSearch | null }) {
  const [list, setList] = useState<Parameters<typeof RingsPanel>[0]['list']>({ ringOrder: 'score', ringStatus: 'open' })
  const [found, setFound] = useState(true)
  return createElement(RingsPanel, {
    search: found ? search : null,
    list,
    onListChange: change => setList({ ...list, ...change }),
    onSearchEnd: () => setFound(false),
    current: null,
    onOpen: () => undefined,
  })
}
const panel = (search: RingSearch | null = null) => createElement(Panel, { search })

it('further rings are shown on request, and their number only once it is known', async () => {
  const answer = Promise.withResolvers<undefined>()
  const calls = stubConsoleApi({
    'rings.list': async ({ limit }) => {
      await answer.promise
      return { rings: Array.from({ length: Math.min(60, Number(limit)) }, (_, n) => ringOf(n)), total: 60 }
    },
  })
  renderFailingPage(panel())
  await screen.findByRole('heading', { name: 'Rings' })
  answer.resolve(undefined)
  await screen.findByRole('heading', { name: 'Rings 60' })
  expect(screen.queryByText('Ring 59')).toBeNull()
  await pressButton('Show more')
  await screen.findByText('Ring 59')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull())
  expect(calls.map(({ input }) => input.limit)).toEqual([50, 100])
})

it('a ring has its size, money, first and last event, growth, and why it is reported', async () => {
  const rings = [
    ringOf(1, { amountUsd: 123_450, grown: 2, evidence: 'burst' }),
    ringOf(2, { evidence: 'outcomes' }),
    ringOf(3),
  ]
  stubConsoleApi({ 'rings.list': () => ({ rings, total: 3, currentUntil: '2025-11-01T10:00:04.000Z' }) })
  renderFailingPage(panel())
  const [first, second, third] = await screen.findAllByRole('button', { name: /^Ring \d/ })
  expect(first?.textContent).toMatch(/3 users, 2 shared, 7 transactions, USD\s1,234\.50/)
  expect(first?.textContent).toContain('First event Oct 3, 2025, last Nov 1, 2025')
  expect(first?.textContent).toMatch(/2 new users in 7 days.*Half of the transactions within a day/)
  expect(second?.textContent).toMatch(/More bad accounts than by chance/)
  expect(third?.textContent).not.toMatch(/new user|chance|within a day|Dismissed/)
  screen.getByText(/^Includes events up to Nov 1, 2025/)
})

it('a dismissed ring says who dismissed it, and why', async () => {
  const dismissed = { by: 'Mirela T.', at: '2025-11-02T10:00:00.000Z', reason: 'A dormitory' }
  stubConsoleApi({
    'rings.list': ({ status }) => ({
      rings: status === 'dismissed' ? [ringOf(1, { status: 'dismissed', dismissed })] : [],
      total: 1,
      currentUntil: null,
    }),
  })
  renderFailingPage(panel())
  await chooseOption(await screen.findByRole('combobox', { name: 'Status' }), 'Dismissed')
  expect((await screen.findByRole('button', { name: /^Ring 1/ })).textContent).toContain(
    'Dismissed by Mirela T., Nov 2, 2025: A dormitory',
  )
})

const search = { environmentId, timeZone: 'UTC', filter: {}, walk: [] } as RingSearch
const nothing = { rings: [], events: 12, complete: true, unreported: 0, queryMs: 1 }

it('a search for rings that takes long can be stopped, and begun again', async () => {
  const answer = Promise.withResolvers<unknown>()
  const calls = stubConsoleApi({ 'rings.find': () => answer.promise })
  renderFailingPage(panel(search))
  await screen.findByRole('progressbar', { name: 'Finding rings…' })
  screen.getByRole('button', { name: 'Stop' }).focus()
  await pressButton('Stop')
  await screen.findByText('The search for rings was stopped.')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Find rings'))
  answer.resolve(nothing)
  await pressButton('Find rings')
  await screen.findByText('12 events checked.')
  expect(calls).toHaveLength(2)
})

it('rings against which nothing speaks are counted, and listed on request', async () => {
  stubConsoleApi({
    'rings.find': ({ all }) => ({
      ...nothing,
      rings: all === true ? [ringOf(1), ringOf(2, { evidence: 'burst' })] : [ringOf(2, { evidence: 'burst' })],
      unreported: all === true ? 0 : 1,
    }),
  })
  renderFailingPage(panel(search))
  await screen.findByText(/1 ring has nothing against it and is left out/)
  expect(screen.queryByText('Ring 1')).toBeNull()
  await pressButton('Show them')
  await screen.findByRole('heading', { name: 'Rings found 2' })
  expect(screen.getByText('Ring 1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show them' })).toBeNull()
})

it('a search for rings that takes too long says what to narrow, and looks again', async () => {
  let reads = 0
  stubConsoleApi({
    'rings.find': () => {
      reads += 1
      if (reads === 1) throw new ORPCError('CONFLICT', { data: { reason: 'search.timeout', limit: 5 } })
      return nothing
    },
  })
  renderFailingPage(panel(search))
  await screen.findByText(/time limit \(5 s\)/)
  await pressButton('Find rings')
  await screen.findByText('12 events checked.')
})

it('a ring that is dismissed hands the focus to the one in its place, the last one to the choices', async () => {
  let rings = [ringOf(1), ringOf(2)]
  /** The list is read again after the dialog has returned the focus: the answer takes longer than that. */
  let answer: Promise<unknown> = Promise.resolve()
  stubConsoleApi({
    'rings.list': async () => {
      await answer
      return { rings, total: rings.length }
    },
    'rings.dismiss': ({ ringId }) => {
      rings = rings.filter(({ id }) => id !== ringId)
      return {}
    },
  })
  renderFailingPage(panel())
  const dismiss = async (name: string) => {
    const acts = await screen.findByRole('button', { name: `Acts on ${name}` })
    acts.focus()
    const { promise, resolve } = Promise.withResolvers<undefined>()
    answer = promise
    await chooseMenuItem(`Acts on ${name}`, 'Dismiss …')
    fillField(await screen.findByRole('textbox', { name: /^Reason/ }), 'A family')
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await screen.findByText(`${name} is dismissed.`)
    await waitFor(() => expect(document.activeElement).toBe(acts))
    resolve(undefined)
  }
  await dismiss('Ring 1')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Ring 2/))
  await dismiss('Ring 2')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Status'))
})

it('the way back from found rings leads to the choices of the stored ones, which had no focus before', async () => {
  stubConsoleApi({
    'rings.list': () => ({ rings: [ringOf(1)], total: 1 }),
    'rings.find': () => ({ rings: [], events: 0, complete: true, unreported: 0, queryMs: 1 }),
  })
  renderFailingPage(panel(search))
  const back = await screen.findByRole('button', { name: 'Back to all' })
  back.focus()
  await pressButton('Back to all')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Order'))
})
