import { cleanup } from '@testing-library/react'
import { Box } from 'lucide-react'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  AreaChart,
  BarChart,
  FlowChart,
  FunnelChart,
  HeatMapChart,
  StackedBarChart,
  TimeSeriesChart,
} from '../charts/index.ts'
import { ContributionBars } from '../charts/light/index.ts'
import { ActivityTimeline, Tree } from '../data-display/index.ts'
import { createColumns, DataTable, SavedViews, SimpleTable } from '../data-table/index.ts'
import { NotificationList } from '../feedback/index.ts'
import { Combobox, FileDrop, MultiSelect, Select } from '../forms/index.ts'
import { GraphCanvas } from '../graph/index.ts'
import { GeoMap } from '../map/index.ts'
import {
  Breadcrumbs,
  EnvironmentSwitcher,
  NavShell,
  PageActions,
  SegmentedControl,
  Stepper,
  Wizard,
} from '../navigation/index.ts'
import { ShortcutHelp, Tour } from '../overlays/index.ts'
import { BulkActionBar, FilterBar, QueryBuilder, SortableGroup } from '../patterns/index.ts'
import { SettingsPage } from '../templates/index.ts'
import { renderWithApp } from './render-with-app.tsx'

/*
 * Ids are from files and other systems: two may be equal. The items are rendered in any case, and in development one
 * warning names the component and the id.
 */

afterEach(cleanup)
const nothing = () => undefined
const of = <Item extends object>(item: Item) => [
  { ...item, id: 'a' },
  { ...item, id: 'b' },
  { ...item, id: 'a' },
]
const options = ['a', 'b', 'a'].map(value => ({ value, label: value.toUpperCase() }))
const named = of({ label: 'A' })
const field = { label: 'A', kind: 'text' as const, operators: [{ id: 'eq', label: 'equals' }] }
const condition = { field: 'f', operator: 'eq', values: ['1'] }
const columns = [
  createColumns<{ id: string }>().text('text', {
    labelId: 'DesignSystem.Story.Customer',
    value: row => row.id,
    rowHeader: true,
  }),
]
const time = {
  title: 'Events',
  bucket: 'day' as const,
  timeZone: 'UTC',
  series: ['a', 'b', 'a'].map(key => ({ key, label: key, tone: 'series-1' as const })),
  points: [0, 1].map(day => ({ time: Date.UTC(2026, 10, 20 + day), values: { a: 1, b: 2 } })),
}
const place = { kind: 'ip' as const, label: 'A', longitude: 1, latitude: 2 }

/** Noun of the items in the warning, and the component with a duplicate id. */
const cases: readonly [says: string, element: ReactElement][] = [
  ['Tree: two nodes', <Tree label="Tree" nodes={[{ id: 'a', name: 'A', children: [{ id: 'a', name: 'A' }] }]} />],
  ['Tree: two nodes', <EnvironmentSwitcher open environments={of({ name: 'A' })} value="b" onValueChange={nothing} />],
  [
    'ActivityTimeline: two entries',
    <ActivityTimeline label="Activity" entries={of({ kind: 'system' as const, at: 0, text: 'A' })} />,
  ],
  [
    'NotificationList: two notifications',
    <NotificationList
      notifications={of({ tone: 'info' as const, title: 'A', text: 'A', time: 'now' })}
      onRead={nothing}
      onDismiss={nothing}
    />,
  ],
  [
    'DataTable: two rows',
    <DataTable label="Rows" columns={columns} rows={of({})} getRowId={row => row.id} processing="client" />,
  ],
  ['SimpleTable: two rows', <SimpleTable label="Rows" columns={columns} rows={of({})} getRowId={row => row.id} />],
  [
    'SavedViews: two views',
    <SavedViews views={of({ name: 'A', state: {} })} value="b" state={{}} onValueChange={nothing} />,
  ],
  ['Select: two options', <Select aria-label="One" options={options} value="b" onValueChange={nothing} />],
  [
    'Select: two options',
    <Select
      aria-label="Grouped"
      options={[
        { label: 'A', options: options.slice(0, 2) },
        { label: 'B', options: options.slice(2) },
      ]}
      value="b"
      onValueChange={nothing}
    />,
  ],
  ['Combobox: two options', <Combobox aria-label="One" options={options} value="b" onValueChange={nothing} />],
  [
    'MultiSelect: two options',
    <MultiSelect aria-label="Several" options={options} value={['a']} onValueChange={nothing} />,
  ],
  [
    'FileDrop: two files',
    <FileDrop
      label="Files"
      files={of({ name: 'A', size: 1, state: { kind: 'done' as const, accepted: 1, rejected: 0 } })}
      onFilesAdd={nothing}
      onRemove={nothing}
    />,
  ],
  [
    'SegmentedControl: two segments',
    <SegmentedControl label="View" segments={options} value="b" onValueChange={nothing} />,
  ],
  ['Stepper: two steps', <Stepper label="Steps" current="b" steps={named} />],
  [
    'Stepper: two steps',
    <Wizard label="Steps" steps={of({ label: 'A', content: 'A' })} finishLabel="Create" onFinish={nothing} />,
  ],
  [
    'NavShell: two items',
    <NavShell
      brand={{ name: 'Assay', href: '#' }}
      items={of({ label: 'A', href: '#a', icon: Box })}
      currentId="b"
      topBar={null}
    >
      A
    </NavShell>,
  ],
  ['Breadcrumbs: two items', <Breadcrumbs items={named} />],
  ['PageActions: two actions', <PageActions actions={of({ label: 'A', onSelect: nothing })} />],
  ['Tour: two steps', <Tour steps={of({ target: 'body', targetName: 'A', title: 'A', body: 'A' })} />],
  [
    'ShortcutHelp: two shortcuts',
    <ShortcutHelp defaultOpen regions={[{ id: 'r', label: 'Review', shortcuts: of({ label: 'A', keys: 'A' }) }]} />,
  ],
  ['BulkActionBar: two actions', <BulkActionBar actions={of({ label: 'A', onSelect: nothing })} />],
  [
    'FilterBar: two conditions',
    <FilterBar fields={[{ ...field, id: 'f' }]} value={of(condition)} onValueChange={nothing} />,
  ],
  ['FilterBar: two fields', <FilterBar fields={of(field)} value={[]} onValueChange={nothing} />],
  [
    'QueryBuilder: two items',
    <QueryBuilder
      fields={[{ ...field, id: 'f' }]}
      value={{
        id: 'root',
        mode: 'all',
        items: [
          { ...condition, id: 'a' },
          { id: 'g', mode: 'any', items: [{ ...condition, id: 'a' }] },
        ],
      }}
      onValueChange={nothing}
    />,
  ],
  [
    'SortableGroup: two entries',
    <SortableGroup ids={['a', 'b', 'a']} nameOf={String} onIdsChange={nothing}>
      A
    </SortableGroup>,
  ],
  [
    'SettingsPage: two sections',
    <SettingsPage name="Settings" header={<h1>Settings</h1>} current="b" sections={of({ label: 'A', href: '#a' })}>
      A
    </SettingsPage>,
  ],
  ['Chart: two series', <TimeSeriesChart {...time} />],
  ['Chart: two series', <AreaChart {...time} />],
  ['Chart: two series', <StackedBarChart {...time} />],
  ['Chart: two series', <FlowChart {...time} stock={{ key: 'stock', label: 'Stock', tone: 'series-5' }} />],
  ['BarChart: two items', <BarChart title="Bars" valueLabel="Events" items={of({ label: 'A', value: 1 })} />],
  ['FunnelChart: two steps', <FunnelChart title="Funnel" valueLabel="Events" steps={of({ label: 'A', value: 1 })} />],
  [
    'HeatMapChart: two rows',
    <HeatMapChart
      title="Heat"
      valueLabel="Events"
      rows={named}
      columns={[{ id: '1', label: 'One' }]}
      values={[[1], [2], [3]]}
    />,
  ],
  [
    'ContributionBars: two contributions',
    <ContributionBars label="Why" contributions={of({ label: 'A', points: 1 })} />,
  ],
  [
    'GraphCanvas: two nodes',
    <GraphCanvas
      label="Links"
      defaultView="list"
      data={{ nodes: of({ kind: 'user' as const, label: 'A' }), edges: [] }}
    />,
  ],
  ['GeoMap: two points', <GeoMap label="Places" defaultView="list" points={of(place)} />],
  [
    'GeoMap: two arcs',
    <GeoMap
      label="Places"
      defaultView="list"
      points={[
        { ...place, id: 'x' },
        { ...place, id: 'y' },
      ]}
      arcs={of({ from: 'x', to: 'y' })}
    />,
  ],
]

describe('ids that occur twice', () => {
  for (const [says, element] of cases) {
    it(`ids that occur twice are drawn and reported: ${says}, ${(element.type as { name: string }).name}`, async () => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(nothing)
      // React warns about its keys itself.
      const error = vi.spyOn(console, 'error').mockImplementation(nothing)
      const { rerender } = renderWithApp(element)
      const said = () => warn.mock.calls.map(([text]) => String(text)).filter(text => text.startsWith(says))
      await vi.waitFor(() => expect(said()).toEqual([expect.stringContaining('have the id "a"')]))
      rerender(element)
      expect(said()).toHaveLength(1)
      warn.mockRestore()
      error.mockRestore()
    })
  }

  it('ids that occur twice says nothing of ids that differ', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(nothing)
    renderWithApp(
      <Stepper
        label="Steps"
        current="a"
        steps={[
          { id: 'a', label: 'A' },
          { id: 'b', label: 'B' },
        ]}
      />,
    )
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })
})
