// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { environmentId, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { pressButton } from '../../../platform/testing/user-input.ts'
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
