// @vitest-environment jsdom
import { graphLimits } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { act, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { expect, it } from 'vitest'
import { createQueryClient } from '../../../platform/api/query-client.ts'
import { environmentId, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { hookWrapper } from '../../../platform/testing/hook-wrapper.ts'
import { userOf } from '../testing/graph-sample.ts'
import { defaultExplorer, type ExplorerStart, type ExplorerState } from './explorer-state.ts'
import { useExplorerGraph } from './use-explorer-graph.ts'

const picture = (...ids: string[]) => ({ nodes: ids.map(userOf), edges: [], complete: true, queryMs: 1 })

const filters: ExplorerState['filters'] = [{ field: 'decisions', operator: 'in', values: ['Reject'] }]
const ringId = 'a55a0003-0000-4000-8000-000000000001'
const member = (id: string, type: string, users: number) => ({ id, type, users })

function renderGraph(state: Partial<ExplorerState> = {}, start: ExplorerStart = { kind: 'node', node: 'a' }) {
  const answer = { filtered: () => picture('a') }
  const calls = stubConsoleApi({
    'graph.neighbourhood': ({ filter }) => ({
      ...(Object.keys(filter as object).length > 0 ? answer.filtered() : picture('a', 'b')),
      start: 'a',
      hubs: [],
    }),
    'rings.get': () => ({
      id: ringId,
      name: { node: 'd', text: 'D', more: 1 },
      members: [member('u', 'user', 1), member('p', 'payment', 2), member('d', 'device', 3), member('e', 'email', 1)],
    }),
    'graph.path': () => ({ ...picture('b', 'a', 'z'), paths: [['a', 'z']], hubs: [] }),
    'graph.expand': ({ node, cursor }) => ({
      ...picture(String(node), cursor === undefined ? 'c' : 'd'),
      nextCursor: cursor === undefined ? 'second' : 'third',
    }),
  })
  const options = { start, environmentId, timeZone: 'UTC', onExpanded: () => undefined }
  const queryClient = createQueryClient()
  const { result, rerender } = renderHook(
    (changed: Partial<ExplorerState>) =>
      useExplorerGraph({ ...options, state: { ...defaultExplorer, start, ...changed } }),
    {
      initialProps: state,
      wrapper: ({ children }: { children: ReactNode }) => createElement(hookWrapper, { queryClient, children }),
    },
  )
  const expand = (...present: string[]) =>
    act(async () => {
      await result.current.expand({ id: 'a', kind: 'user', label: 'a' }, 50, { present })
    })
  const sent = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)
  return { result, rerender, expand, sent, answer }
}

it('neighbours that were undone are loaded again, others from where the last page ended', async () => {
  const { result, expand, sent } = renderGraph()
  await waitFor(() => expect(result.current.found).toBeDefined())
  await expand('a', 'b')
  await expand('a', 'b')
  await expand('a', 'b', 'c')
  expect(sent('graph.expand').map(({ cursor, present }) => [cursor, present])).toEqual([
    [undefined, ['a', 'b']],
    [undefined, ['a', 'b']],
    ['second', ['a', 'b', 'c']],
  ])
})

it('a path leads through the hubs that are walked through now, and its nodes are drawn once', async () => {
  const { result, rerender, sent } = renderGraph()
  await waitFor(() => expect(result.current.found).toBeDefined())
  rerender({ walked: ['hub'], path: ['a', 'z'] })
  await waitFor(() => expect(result.current.path.ids).toEqual(['a', 'z']))
  expect(sent('graph.path').map(({ walk }) => walk)).toEqual([['hub']])
  expect(sent('graph.neighbourhood')).toHaveLength(1)
  expect(result.current.data.nodes.map(({ id }) => id)).toEqual(['a', 'b', 'z'])
})

it('a ring is drawn from all that its users share', async () => {
  const { result, sent } = renderGraph({}, { kind: 'ring', ring: ringId })
  await waitFor(() => expect(result.current.found).toBeDefined())
  expect(sent('rings.get')).toEqual([{ environmentId, ringId }])
  expect(sent('graph.neighbourhood')).toMatchObject([
    { start: { kind: 'nodes', nodes: ['d', 'p'] }, steps: 1, nodes: graphLimits.nodes },
  ])
})

it('nodes that the filters leave out are drawn, and told apart', async () => {
  const { result, sent } = renderGraph({ filters, fades: true })
  await waitFor(() => expect(result.current.matches).toBeDefined())
  expect(sent('graph.neighbourhood').map(({ filter }) => filter)).toEqual([{}, { decisions: ['Reject'] }])
  expect(result.current.data.nodes.filter(({ id }) => result.current.matches?.({ id })).map(({ id }) => id)).toEqual([
    'a',
  ])
})

it('the picture stays while the nodes that the filters leave out are loaded', async () => {
  const { result, rerender } = renderGraph({ filters })
  await waitFor(() => expect(result.current.found).toBeDefined())
  expect(result.current.data.nodes.map(({ id }) => id)).toEqual(['a'])
  rerender({ filters, fades: true })
  expect(result.current.found).toBeDefined()
  await waitFor(() => expect(result.current.data.nodes.map(({ id }) => id)).toEqual(['a', 'b']))
})

it('a pale node stays pale when it is expanded, and its neighbours match', async () => {
  const { result } = renderGraph({ filters, fades: true })
  await waitFor(() => expect(result.current.matches).toBeDefined())
  await act(async () => {
    await result.current.expand({ id: 'b', kind: 'user', label: 'b' }, 50, { present: ['a', 'b'] })
  })
  expect(['a', 'b', 'c'].map(id => result.current.matches?.({ id }))).toEqual([true, false, true])
})

it('a node that was expanded when the page was opened matches no more for that', async () => {
  const { result } = renderGraph({ filters, fades: true, expanded: ['b'] })
  await waitFor(() => expect(result.current.matches?.({ id: 'c' })).toBe(true))
  expect(result.current.matches?.({ id: 'b' })).toBe(false)
})

it('an act reads again which nodes the filters leave out, and a failure of that is known', async () => {
  const { result, sent, answer } = renderGraph({ filters, fades: true })
  await waitFor(() => expect(result.current.matches?.({ id: 'b' })).toBe(false))
  answer.filtered = () => picture('a', 'b')
  act(() => result.current.query.refetch())
  await waitFor(() => expect(result.current.matches?.({ id: 'b' })).toBe(true))
  expect(sent('graph.neighbourhood')).toHaveLength(4)
  answer.filtered = () => {
    throw new ORPCError('FORBIDDEN', { status: 403 })
  }
  act(() => result.current.query.refetch())
  await waitFor(() => expect(result.current.query.error).toBeInstanceOf(ORPCError))
})

it('what an expansion leaves is known by kind, over several pages', async () => {
  const user = { ...userOf('a'), moreByType: { device: 3, payment: 1 }, more: 4 }
  const device = (id: string) => ({ ...userOf(id), type: 'device' })
  const answers = [
    { nodes: [user, device('d1')], nextCursor: 'second' },
    { nodes: [user, device('d2')], nextCursor: 'third' },
    { nodes: [user, device('d3')], nextCursor: null },
  ]
  let asked = 0
  stubConsoleApi({
    'graph.neighbourhood': () => ({ ...picture('a'), start: 'a', hubs: [] }),
    'graph.expand': () => ({ edges: [], complete: true, queryMs: 1, ...answers[asked++] }),
  })
  const start = { kind: 'node', node: 'a' } as const
  const { result } = renderHook(
    () =>
      useExplorerGraph({
        state: { ...defaultExplorer, start },
        start,
        environmentId,
        timeZone: 'UTC',
        onExpanded: () => undefined,
      }),
    { wrapper: hookWrapper },
  )
  await waitFor(() => expect(result.current.found).toBeDefined())
  const left = []
  const present = ['a']
  for (const id of ['d1', 'd2', 'd3']) {
    const answer = await act(() =>
      result.current.expand({ id: 'a', kind: 'user', label: 'a' }, 50, { present: [...present] }),
    )
    left.push([answer.notLoaded, answer.notLoadedByKind])
    present.push(id)
  }
  expect(left).toEqual([
    [4, { device: 3, payment: 1 }],
    [3, { device: 2, payment: 1 }],
    [0, {}],
  ])
})
