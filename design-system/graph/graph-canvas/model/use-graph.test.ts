// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { DisplayValues } from './graph-state.ts'
import { useGraph } from './use-graph.ts'

const data = {
  nodes: [
    { id: 'u', kind: 'user' as const, label: 'u', root: true },
    { id: 'd', kind: 'device' as const, label: 'd' },
  ],
  edges: [{ source: 'u', target: 'd', relation: 'used' as const }],
}

function renderGraph() {
  return renderHook(() => {
    const [values, setValues] = useState<DisplayValues>({ layout: 'concentric', colour: 'band', size: 'constant' })
    const graph = useGraph(data, { display: { values, apply: setValues } })
    return { graph, values, setValues }
  }).result
}

it('layout, colour and size are undone and redone in their turn among the other acts', () => {
  const shown = renderGraph()
  const run = (change: (graph: ReturnType<typeof useGraph>) => void) => act(() => change(shown.current.graph))
  const now = () => [shown.current.values.layout, shown.current.values.colour, shown.current.graph.state.hidden.length]
  run(graph => graph.changeDisplay({ layout: 'force' }))
  run(graph => graph.hide(['d']))
  run(graph => graph.changeDisplay({ colour: 'decision' }))
  expect(now()).toEqual(['force', 'decision', 1])

  const steps = [
    ['force', 'band', 1],
    ['force', 'band', 0],
    ['concentric', 'band', 0],
  ]
  for (const step of steps) {
    run(graph => graph.undo())
    expect(now()).toEqual(step)
  }
  expect(shown.current.graph.canUndo).toBe(false)
  for (const step of [...steps.toReversed().slice(1), ['force', 'decision', 1]]) {
    run(graph => graph.redo())
    expect(now()).toEqual(step)
  }
})

it('an undone act changes nothing of a display that the page has changed meanwhile', () => {
  const shown = renderGraph()
  act(() => shown.current.graph.changeDisplay({ layout: 'force' }))
  act(() => shown.current.graph.hide(['d']))
  act(() => shown.current.setValues({ layout: 'timeline', colour: 'age', size: 'degree' }))
  act(() => shown.current.graph.undo())
  expect(shown.current.values.layout).toBe('timeline')
  expect(shown.current.graph.state.hidden).toEqual([])
})
