import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { Box } from 'lucide-react'
import { afterEach, expect, it } from 'vitest'
import { createColumns, DataTable } from '../../data-table/index.ts'
import { JsonViewer } from '../../editor/index.ts'
import { Slider, Switch } from '../../forms/index.ts'
import { separateLabels } from '../../graph/graph-canvas/layout/label-spacing.ts'
import { Button, Icon } from '../../primitives/index.ts'
import { renderWithApp } from '../render-with-app.tsx'

/*
 * At a text size of 200 % (WCAG 1.4.4) everything that has a text in it is twice as large: what styles say in rem, and
 * what scripts calculate.
 */

afterEach(() => {
  cleanup()
  document.documentElement.style.fontSize = ''
})
const enlarge = (percent = 200) => act(() => document.documentElement.style.setProperty('font-size', `${percent}%`))
const sizeOf = (element: Element) => {
  const { width, height } = element.getBoundingClientRect()
  return { width, height }
}

it('buttons and icons grow with the text', () => {
  renderWithApp(<Button start={<Icon icon={Box} />}>[Save]</Button>)
  const [button, icon] = [screen.getByRole('button'), document.querySelector('svg')!]
  const before = [sizeOf(button).height, sizeOf(icon).height]
  enlarge()
  expect([sizeOf(button).height, sizeOf(icon).height]).toEqual(before.map(height => height * 2))
})

it('a switch that is on has its thumb at the end of its track', async () => {
  renderWithApp(<Switch aria-label="[Live]" defaultChecked />)
  const track = screen.getByRole('switch')
  const gap = () => track.getBoundingClientRect().right - track.firstElementChild!.getBoundingClientRect().right
  const before = gap()
  enlarge()
  await waitFor(() => expect(gap()).toBeCloseTo(before))
})

it('the thumb of a slider stays inside its track', () => {
  renderWithApp(<Slider aria-label="[Score]" min={0} max={10} defaultValue={10} marks={[{ value: 10, label: '10' }]} />)
  enlarge()
  const slider = screen.getByRole('slider').closest('[data-orientation]')!
  expect(screen.getByRole('slider').getBoundingClientRect().right).toBeLessThanOrEqual(
    slider.getBoundingClientRect().right + 1,
  )
})

const idColumn = createColumns<{ id: string }>().text('id', {
  labelId: 'DesignSystem.Story.PurchaseId',
  value: row => row.id,
  rowHeader: true,
  size: 140,
})
const nameColumn = createColumns<{ id: string }>().text('name', {
  labelId: 'DesignSystem.Story.Customer',
  value: row => row.id,
})

it.for([
  ['of its own', {}],
  ['that was saved', { sizes: { id: 180 } }],
] as const)('rows and columns of a table, with a width %s, grow with the text', async ([, defaultView]) => {
  renderWithApp(
    <div style={{ blockSize: '20rem' }}>
      <DataTable
        label="[Rows]"
        columns={[idColumn, nameColumn]}
        rows={[{ id: '[P-7241903]' }]}
        getRowId={row => row.id}
        processing="client"
        defaultView={defaultView}
      />
    </div>,
  )
  const cell = () => screen.getByRole('rowheader')
  await waitFor(() => expect(sizeOf(cell()).height).toBeGreaterThan(0))
  const before = sizeOf(cell())
  // At twice the size this window would have room for cards only.
  enlarge(150)
  await waitFor(() => expect(sizeOf(cell()).width).toBeCloseTo(before.width * 1.5))
  expect(sizeOf(cell()).height / before.height).toBeCloseTo(1.5, 1)
})

it('lines of a payload keep their distance', async () => {
  renderWithApp(
    <div style={{ blockSize: '20rem' }}>
      <JsonViewer label="[Payload]" value={{ a: 1, b: 2 }} />
    </div>,
  )
  const lines = () => screen.getAllByRole('treeitem').map(line => line.getBoundingClientRect().top)
  const distance = () => (lines()[1] ?? 0) - (lines()[0] ?? 0)
  await waitFor(() => expect(distance()).toBe(24))
  enlarge()
  await waitFor(() => expect(distance()).toBe(48))
})

it('nodes of a graph make room for their labels', () => {
  const distanceAt = (scale: number) => {
    const places = new Map([
      ['a', { x: 0, y: 0 }],
      ['b', { x: 0, y: 1 }],
    ])
    separateLabels(
      [
        { id: 'a', label: 'dv_7f3a90c210' },
        { id: 'b', label: 'dv_7f3a90c210' },
      ],
      places,
      scale,
    )
    return Math.hypot(places.get('b')!.x - places.get('a')!.x, places.get('b')!.y - places.get('a')!.y)
  }
  expect(distanceAt(2) - distanceAt(1)).toBeGreaterThanOrEqual(17)
})
