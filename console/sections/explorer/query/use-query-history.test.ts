// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { defaultExplorer, type ExplorerState } from './explorer-state.ts'
import { useQueryHistory } from './use-query-history.ts'

const queryOf = (node: string): ExplorerState => ({ ...defaultExplorer, start: { kind: 'node', node } })

function renderHistory() {
  const { result } = renderHook(() => {
    const [state, setState] = useState(queryOf('a'))
    return { state, setState, ...useQueryHistory(state, setState) }
  })
  return {
    result,
    run: (node: string) => act(() => result.current.run(queryOf(node))),
    reset: () => act(() => result.current.setState(defaultExplorer)),
    previous: () => act(() => result.current.previous?.()),
    nodes: () => result.current.entries.map(({ state: { start } }) => (start.kind === 'node' ? start.node : null)),
  }
}

it('after a reset no query is shown, and the one before is the last', () => {
  const { result, run, reset, previous } = renderHistory()
  run('b')
  reset()
  expect(result.current.at).toBe(-1)
  previous()
  expect(result.current).toMatchObject({ at: 1, state: queryOf('b') })
  previous()
  expect(result.current).toMatchObject({ at: 0, state: queryOf('a'), previous: undefined })
})

it('another query takes the place of those after the one that is shown', () => {
  const { result, run, previous, nodes } = renderHistory()
  run('b')
  run('c')
  previous()
  previous()
  run('d')
  expect(nodes()).toEqual(['a', 'd'])
  expect(result.current.at).toBe(1)
  expect(new Set(result.current.entries.map(({ id }) => id)).size).toBe(2)
})

it('a query that the browser went back to is the one that is shown', () => {
  const { result, run } = renderHistory()
  run('b')
  act(() => result.current.setState(queryOf('a')))
  expect(result.current.at).toBe(0)
})
