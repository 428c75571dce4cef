// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { environmentId, stubConsoleApi } from '../testing/console-api-stub.ts'
import { stubLayout, stubMedia } from '../testing/dom-stubs.ts'
import { renderFailingPage } from '../testing/failing-page.ts'
import { AttachedGraph } from './attached-graph.tsx'

const node = (id: string) => ({
  id,
  type: 'user',
  text: `User ${id}`,
  person: null,
  event: null,
  case: null,
  firstSeen: null,
  lastSeen: null,
  events: { count: 1, complete: true },
  amounts: [],
  amountUsd: 0,
  riskScore: null,
  decisions: {},
  labels: { fraud: 0, good: 0 },
  accounts: 0,
  hub: null,
  x: 0,
  y: 0,
})
afterEach(() => vi.unstubAllGlobals())

const open = (answer: () => unknown) => {
  stubLayout()
  // As on a narrow page, which begins with the list: this environment has no canvas.
  stubMedia('40rem')
  const calls = stubConsoleApi({ 'graph.snapshot': answer, 'assessments.list': () => [] })
  const place = { environmentId, eventType: 'purchase', eventId: 'P-1' }
  renderFailingPage(createElement(AttachedGraph, { place, attachmentId: 'a', onClose: () => undefined }))
  return calls
}

it('shows the picture that was attached, and how many of its nodes are missing', async () => {
  const calls = open(() => ({
    takenAt: '2026-01-05T10:00:00.000Z',
    dates: null,
    nodes: [node('a'), node('b')],
    edges: [],
    missing: 3,
  }))
  await screen.findByText(/^3 nodes are not shown/)
  expect(screen.getByText(/^As it was at/)).toBeDefined()
  expect(await screen.findAllByText(/2 nodes/)).not.toHaveLength(0)
  expect(calls.find(({ procedure }) => procedure === 'graph.snapshot')?.input).toEqual({
    environmentId,
    eventType: 'purchase',
    eventId: 'P-1',
    attachmentId: 'a',
  })
})
