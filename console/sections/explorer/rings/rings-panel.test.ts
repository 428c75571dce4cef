// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement, useState } from 'react'
import { expect, it } from 'vitest'
import { environmentId, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { chooseMenuItem, fillField, pressButton } from '../../../platform/testing/user-input.ts'
import { RingsPanel } from './rings-panel.tsx'

const ringOf = (n: number) => ({
  id: `r${n}`,
  environmentId,
  name: { node: `n${n}`, text: `Ring ${n}`, more: 0 },
  status: 'open',
  watched: false,
  score: 500,
  users: 3,
  shared: 2,
  amountUsd: 100,
  lastSeen: '2026-11-01T00:00:00Z',
})

it('further rings are shown on request, and their number only once it is known', async () => {
  const answer = Promise.withResolvers<undefined>()
  const calls = stubConsoleApi({
    'rings.list': async ({ limit }) => {
      await answer.promise
      return { rings: Array.from({ length: Math.min(60, Number(limit)) }, (_, n) => ringOf(n)), total: 60 }
    },
  })
  renderFailingPage(
    createElement(RingsPanel, { search: null, onSearchEnd: () => undefined, current: null, onOpen: () => undefined }),
  )
  await screen.findByRole('heading', { name: 'Rings' })
  answer.resolve(undefined)
  await screen.findByRole('heading', { name: 'Rings 60' })
  expect(screen.queryByText('Ring 59')).toBeNull()
  await pressButton('Show more')
  await screen.findByText('Ring 59')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull())
  expect(calls.map(({ input }) => input.limit)).toEqual([50, 100])
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
  renderFailingPage(
    createElement(RingsPanel, { search: null, onSearchEnd: () => undefined, current: null, onOpen: () => undefined }),
  )
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
  const search = { environmentId, timeZone: 'UTC', filter: {}, walk: [] } as const
  function Page() {
    const [found, setFound] = useState(true)
    return createElement(RingsPanel, {
      search: found ? (search as never) : null,
      onSearchEnd: () => setFound(false),
      current: null,
      onOpen: () => undefined,
    })
  }
  renderFailingPage(createElement(Page))
  const back = await screen.findByRole('button', { name: 'Back to all' })
  back.focus()
  await pressButton('Back to all')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Order'))
})
