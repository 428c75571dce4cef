import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { GeoMap, mapViews } from './geo-map.tsx'
import { type MapArc, type MapPoint, type MapRegion, pointKinds } from './map-model.ts'

const points: readonly MapPoint[] = [
  { id: 'billing', kind: 'billing', label: 'Hamburg, DE', longitude: 9.99, latitude: 53.55 },
  { id: 'shipping', kind: 'shipping', label: 'Antwerpen, BE', longitude: 4.4, latitude: 51.22 },
  { id: 'ip', kind: 'ip', label: 'Vilnius, LT', longitude: 25.28, latitude: 54.69 },
]
const arcs: readonly MapArc[] = [
  { id: 'a', from: 'billing', to: 'shipping' },
  { id: 'b', from: 'billing', to: 'ip', elapsed: 1_500_000, impossible: true },
]
const counts: Record<string, number> = {
  DE: 1204,
  FR: 860,
  GB: 745,
  US: 690,
  LT: 512,
  NL: 480,
  PL: 402,
  BR: 333,
  IN: 301,
  RU: 244,
  FJ: 12,
  AU: 120,
  NG: 220,
  CN: 180,
  ZA: 60,
  CA: 150,
  ES: 390,
}
const regions: readonly MapRegion[] = Object.entries(counts).map(([code, value]) => ({ code, value }))

const meta = {
  title: 'Map/GeoMap',
  component: GeoMap,
  args: {
    label: 'Places of P-7241903',
    points,
    arcs,
    className: 'h-[32rem] border border-line-subtle',
    onSelectedChange: fn(),
    onPointOpen: fn(),
  },
  argTypes: { view: { control: 'select', options: mapViews } },
} satisfies Meta<typeof GeoMap>
export default meta
type Story = StoryObj<typeof meta>

/** Borders are loaded from a separate file: a picture is complete when they are drawn. */
const drawn = async () => {
  await waitFor(() => expect(document.querySelector('[data-ready]')).not.toBeNull(), { timeout: 10_000 })
}

export const Playground: Story = { args: { defaultView: 'both' }, play: drawn }
/** Every kind of place at several sizes, with and without distance. */
export const Matrix: Story = {
  args: {
    defaultView: 'both',
    valueName: 'Events',
    points: pointKinds.flatMap((kind, row) =>
      [1, 40, 200].map((value, column) => ({
        id: `${kind} ${value}`,
        kind,
        label: `${kind} ${value}`,
        longitude: -120 + column * 60 + row * 12,
        latitude: 60 - row * 18,
        value,
      })),
    ),
    arcs: [
      { id: 'pacific', from: 'ip 1', to: 'other 200' },
      { id: 'jump', from: 'billing 40', to: 'device 200', impossible: true, elapsed: 7_200_000 },
    ],
  },
  play: async ({ canvasElement }) => {
    await drawn()
    // A mark over the first digit of a distance would change its meaning.
    const marks = [...canvasElement.querySelectorAll('[data-slot="map-mark"]')]
    const labels = [...canvasElement.querySelectorAll('[data-slot="map-distance"]')]
    await expect(labels.length).toBe(2)
    for (const label of labels)
      await expect(
        marks.every(mark => (label.compareDocumentPosition(mark) & Node.DOCUMENT_POSITION_PRECEDING) !== 0),
      ).toBe(true)
  },
}
export const Points: Story = { play: drawn }
export const Choropleth: Story = {
  args: {
    label: 'Events by country',
    points: [],
    arcs: [],
    regions,
    valueName: 'Events',
    defaultView: 'both',
    defaultSelected: ['LT', 'RU'],
  },
  play: drawn,
}
export const ImpossibleTravel: Story = {
  args: {
    label: 'Sign-ins of one day',
    points: [
      ...points,
      { id: 'tokyo', kind: 'device', label: 'Tokyo, JP', longitude: 139.7, latitude: 35.7 },
      { id: 'sf', kind: 'device', label: 'San Francisco, US', longitude: -122.4, latitude: 37.8 },
    ],
    arcs: [...arcs, { id: 'c', from: 'tokyo', to: 'sf', elapsed: 3_600_000, impossible: true }],
  },
  play: drawn,
}
export const Clusters: Story = {
  args: {
    label: 'Five thousand places',
    arcs: [],
    points: Array.from({ length: 5000 }, (_, i) => ({
      id: String(i),
      kind: pointKinds[i % 5] ?? 'other',
      label: `Place ${i}`,
      longitude: ((i * 7919) % 3500) / 10 - 175,
      latitude: ((i * 104_729) % 1200) / 10 - 55,
    })),
  },
  play: drawn,
}
/** Two marks at one place, rings, and lines that deserve attention. */
export const Transaction: Story = {
  args: {
    points: [
      { id: 'billing', kind: 'billing', label: 'Hamburg, DE', longitude: 9.99, latitude: 53.55 },
      { id: 'account', kind: 'account', label: 'Hamburg, DE', longitude: 9.99, latitude: 53.55 },
      { id: 'store', kind: 'store', label: 'Antwerpen, BE', longitude: 4.4, latitude: 51.22 },
      { id: 'ip', kind: 'ip', label: 'Vilnius, LT', number: 1, longitude: 25.28, latitude: 54.69, radiusKm: 90 },
    ],
    arcs: [
      { id: 'far', from: 'billing', to: 'ip', line: 'dashed', alert: true, distance: '≈ 1,002 km' },
      { id: 'before', from: 'store', to: 'billing', line: 'dotted', distance: null },
    ],
    target: { id: 'ip' },
  },
  play: async ({ canvasElement, userEvent }) => {
    await drawn()
    await expect(document.querySelector('[data-slot="announcer"] [role="status"]')).toHaveTextContent(
      /^In the middle of the map: /,
    )
    await expect(canvasElement.querySelector('[data-slot="map-number"]')).toHaveTextContent('1')
    await expect(canvasElement.querySelector('[data-slot="map-ring"]')).toBeVisible()
    const same = await screen.findByText('2 here')
    await userEvent.hover(same)
    await expect(canvasElement.querySelectorAll('[data-slot="map-fanned-mark"]').length).toBe(2)
    await expect(screen.queryByText('459 km')).toBeNull()
  },
}
export const TableView: Story = { args: { defaultView: 'list', regions, valueName: 'Events', defaultSelected: ['DE'] } }
export const Dark: Story = { globals: { theme: 'dark' }, args: { defaultView: 'both', regions }, play: drawn }
export const ForcedColors: Story = { args: { defaultView: 'both', regions, defaultSelected: ['DE'] }, play: drawn }
export const RightToLeft: Story = { globals: { locale: 'ar-AE' }, args: { defaultView: 'both', regions } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    defaultView: 'both',
    className: 'h-[48rem] border border-line-subtle',
    points: points.map(point => ({ ...point, label: point.label.repeat(point.id === 'ip' ? 900 : 4) })),
  },
  decorators: [
    Story => (
      <div className="max-w-[20rem]">
        <Story />
      </div>
    ),
  ],
}
export const Empty: Story = { args: { points: [], arcs: [] } }
export const Loading: Story = { args: { loading: true } }
export const Failed: Story = { args: { error: 'The places could not be loaded', onRetry: fn() } }
/** Invalid coordinates: out of range, missing, duplicate. Listed, not drawn, never an error. */
export const OddData: Story = {
  args: {
    defaultView: 'both',
    points: [
      { id: 'a', kind: 'ip', label: '', longitude: 999, latitude: 0 },
      { id: 'a', kind: 'ip', label: 'twice', longitude: 0, latitude: 0 },
      {
        id: 'b',
        kind: 'submarine' as never,
        label: '👩‍👩‍👧‍👦 é',
        longitude: Number.NaN,
        latitude: 1,
        value: Number.NaN,
      },
      { id: 'pole', kind: 'device', label: 'South Pole', longitude: 0, latitude: -90, value: -7 },
      { id: 'edge', kind: 'other', label: 'Date line', longitude: 180, latitude: 65, value: 1e15 },
    ],
    arcs: [
      { id: '1', from: 'a', to: 'pole' },
      { id: '2', from: 'pole', to: 'edge', elapsed: -1 },
      { id: '3', from: 'edge', to: 'nobody' },
    ],
    regions: [
      { code: '??', value: 4 },
      { code: 'zz', value: -4 },
      { code: 'AQ', value: 3 },
    ],
  },
  play: drawn,
}

export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  args: { defaultView: 'both', regions },
  play: async ({ canvas, userEvent, args }) => {
    await drawn()
    const picture = canvas.getByRole('application', { name: 'Places of P-7241903' })
    // All three places are one cluster while the whole world is shown.
    const mark = () => document.querySelector('[data-slot="map-mark"]')?.getBoundingClientRect()
    await waitFor(() => expect(mark()).toBeDefined())
    picture.focus()
    const whole = mark()
    // The map ends at the edges of the world: only a part of it can be panned.
    await userEvent.keyboard('{+}')
    await waitFor(() => expect(mark()?.y).not.toBe(whole?.y))
    const before = mark()
    await userEvent.keyboard('{ArrowRight}')
    await waitFor(() => expect(mark()?.x).toBeLessThan((before?.x ?? 0) - 40))
    await userEvent.keyboard('{ArrowLeft}')
    await waitFor(() => expect(Math.abs((mark()?.x ?? 0) - (before?.x ?? 0))).toBeLessThan(2))
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(mark()?.y).toBeLessThan((before?.y ?? 0) - 20))
    await userEvent.keyboard('{ArrowUp}{-}0')
    await waitFor(() => expect(Math.abs((mark()?.x ?? 0) - (whole?.x ?? 0))).toBeLessThan(4))
    await userEvent.keyboard('{Escape}')
    await expect(canvas.getByRole('radio', { name: 'Both' })).toHaveFocus()
    await userEvent.click(canvas.getByRole('button', { name: 'Germany', pressed: false }))
    await expect(args.onSelectedChange).toHaveBeenLastCalledWith(['DE'])
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect(args.onSelectedChange).toHaveBeenLastCalledWith(['DE', 'FR'])
    await userEvent.keyboard('{End}{Enter}')
    await expect(args.onPointOpen).toHaveBeenLastCalledWith(expect.objectContaining({ id: 'ip' }))
    await expect(screen.getByRole('button', { name: 'Vilnius, LT' })).toHaveFocus()
    await userEvent.keyboard('{Home}')
    await expect(canvas.getByRole('button', { name: 'Germany', pressed: true })).toHaveFocus()
  },
}
