import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { Box } from 'lucide-react'
import type { ReactElement } from 'react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TimeSeriesChart } from '../../charts/index.ts'
import { ScoreBandBar } from '../../charts/light/index.ts'
import { Tree } from '../../data-display/index.ts'
import { SavedViews } from '../../data-table/index.ts'
import { JsonViewer } from '../../editor/index.ts'
import { Checkbox, DateRangePicker, MultiSelect } from '../../forms/index.ts'
import { GraphCanvas } from '../../graph/index.ts'
import { GeoMap } from '../../map/index.ts'
import { NavShell, Pagination, SegmentedControl, Tab, TabLink, TabList, TabNav, Tabs } from '../../navigation/index.ts'
import { CommandPalette } from '../../overlays/index.ts'
import { Button, ButtonGroup, IconButton } from '../../primitives/index.ts'
import { SettingsPage } from '../../templates/index.ts'
import { renderWithApp } from '../render-with-app.tsx'
import { emulateMedia } from './emulate-media.ts'

/*
 * Under forced colours the system replaces the colours of a page, and tints are dropped: a state that is a tint and a
 * weight is then a weight alone, which nobody sees.
 */

beforeAll(async () => {
  // A colour is read as soon as it is set.
  document.documentElement.dataset['motion'] = 'reduced'
  await emulateMedia({ 'forced-colors': 'active' })
  await waitFor(() => expect(matchMedia('(forced-colors: active)').matches).toBe(true))
})
afterAll(() => {
  delete document.documentElement.dataset['motion']
  return emulateMedia({ 'forced-colors': 'none' })
})
afterEach(cleanup)

const nothing = () => undefined
/** What shows of a colour: nothing of a transparent one. */
const shown = (color: string) => (/^rgba\(.*, 0\)$/.test(color) ? 'none' : color)
/** The colour behind everything: a part of that colour has no background to be seen. */
const canvas = () => getComputedStyle(document.documentElement).backgroundColor

function paintOf(part: Element, pseudo?: string): string {
  const style = getComputedStyle(part, pseudo)
  const lineOf = (name: string) => {
    const [kind, width] = [style.getPropertyValue(`${name}-style`), style.getPropertyValue(`${name}-width`)]
    return kind === 'none' || width === '0px' ? 'none' : `${width} ${shown(style.getPropertyValue(`${name}-color`))}`
  }
  const background = shown(style.backgroundColor)
  return [
    shown(style.color),
    background === canvas() ? 'none' : background,
    style.backgroundImage,
    style.textDecorationLine,
    ...(part instanceof SVGElement ? [style.fill, style.stroke] : []),
    ...['border-block-start', 'border-block-end', 'border-inline-start', 'border-inline-end', 'outline'].map(lineOf),
  ].join(' | ')
}

/** How an element and the marks inside it are painted; weight, text and the shapes of icons are left out. */
const appearanceOf = (element: Element): string[] =>
  [element, ...element.querySelectorAll(':not(svg *)')].flatMap(part =>
    [undefined, '::before', '::after'].flatMap(pseudo =>
      pseudo !== undefined && ['none', 'normal'].includes(getComputedStyle(part, pseudo).content)
        ? []
        : `${pseudo ?? part.localName}: ${paintOf(part, pseudo)}`,
    ),
  )

const chosenStates = [
  '[aria-pressed="true"]',
  '[aria-checked="true"]',
  '[aria-selected="true"]',
  '[aria-current]:not([aria-current="false"])',
].join(', ')
const views = [
  { value: 'a', label: 'Count' },
  { value: 'b', label: 'Amount' },
]
const ends = [
  { id: 'a', kind: 'ip' as const, label: 'A', longitude: 1, latitude: 2 },
  { id: 'b', kind: 'ip' as const, label: 'B', longitude: 3, latitude: 4 },
]
const tabs = (variant: 'line' | 'segmented' | 'pills') => (
  <Tabs defaultValue="a">
    <TabList label="Parts" variant={variant}>
      <Tab value="a">Facts</Tab>
      <Tab value="b">Links</Tab>
    </TabList>
  </Tabs>
)

/** Components with a chosen and an unchosen part; `within` narrows the search where a component has several choices. */
const choices: readonly [name: string, element: ReactElement, part: string][] = [
  [
    'buttons of a group',
    <ButtonGroup key="" aria-label="View">
      <Button aria-pressed>Canvas</Button>
      <Button aria-pressed={false}>List</Button>
    </ButtonGroup>,
    'button',
  ],
  [
    'toggle buttons',
    <div key="">
      <IconButton icon={Box} label="On" pressed />
      <IconButton icon={Box} label="Off" pressed={false} />
    </div>,
    'button',
  ],
  ['segments', <SegmentedControl key="" label="Measure" segments={views} defaultValue="a" />, '[role="radio"]'],
  ['line tabs', tabs('line'), '[role="tab"]'],
  ['segmented tabs', tabs('segmented'), '[role="tab"]'],
  ['pills', tabs('pills'), '[role="tab"]'],
  [
    'tabs that are links',
    <TabNav key="" label="Parts">
      <TabLink href="#a" current>
        Facts
      </TabLink>
      <TabLink href="#b">Links</TabLink>
    </TabNav>,
    'a',
  ],
  [
    'scopes of the command palette',
    <CommandPalette key="" defaultOpen commands={[]} scopes={[{ id: 'a', label: 'Pages' }]} onRun={nothing} />,
    '[role="radio"]',
  ],
  [
    'views of the graph',
    <GraphCanvas key="" label="Links" defaultView="list" data={{ nodes: [], edges: [] }} />,
    '[role="radio"]',
  ],
  ['views of the map', <GeoMap key="" label="Places" defaultView="list" points={ends} />, '[role="radio"]'],
  [
    'countries of the map',
    <GeoMap
      key=""
      label="Places"
      defaultView="list"
      points={[]}
      regions={[
        { code: 'DE', value: 2 },
        { code: 'FR', value: 1 },
      ]}
      defaultSelected={['DE']}
    />,
    'tbody tr',
  ],
  [
    'saved views',
    <SavedViews
      key=""
      views={[
        { id: 'a', name: 'All', state: 1 },
        { id: 'b', name: 'Mine', state: 2 },
      ]}
      value="a"
      state={1}
      onValueChange={nothing}
    />,
    '[role="radio"]',
  ],
  [
    'numbers of pages',
    <Pagination key="" page={2} pageCount={9} onPageChange={nothing} range={{ from: 51, to: 100, total: 450 }} />,
    'ol button',
  ],
  [
    'nodes of a tree',
    <Tree
      key=""
      label="Environments"
      nodes={[
        { id: 'a', name: 'A' },
        { id: 'b', name: 'B' },
      ]}
      defaultSelected={['a']}
    />,
    '[role="treeitem"]',
  ],
  ['lines of a payload', <JsonViewer key="" label="Payload" value={[1, 2]} />, '[role="treeitem"]'],
  [
    'entries of the navigation',
    <NavShell
      key=""
      brand={{ name: 'Assay', href: '#' }}
      items={['a', 'b'].map(id => ({ id, label: id, icon: Box, href: `#${id}` }))}
      currentId="a"
      topBar={null}
    >
      Page
    </NavShell>,
    'nav li a',
  ],
  [
    'sections of settings',
    <SettingsPage
      key=""
      name="Settings"
      header={<h1>Settings</h1>}
      current="a"
      sections={['a', 'b'].map(id => ({ id, label: id, href: `#${id}` }))}
    >
      Page
    </SettingsPage>,
    'nav a',
  ],
]

const isChosen = (part: Element) => part.matches(chosenStates) || part.querySelector(chosenStates) !== null

describe('a chosen part differs from the others under forced colours', () => {
  it.for(choices)('%s', async ([, element, part]) => {
    renderWithApp(element)
    const parts = () => [...document.querySelectorAll(part)]
    await waitFor(() => expect(new Set(parts().map(isChosen))).toEqual(new Set([true, false])))
    const other = parts().find(one => !isChosen(one))
    // The ring of the focus is none of the choice.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    for (const chosen of parts().filter(isChosen)) {
      expect(appearanceOf(chosen)).not.toEqual(appearanceOf(other!))
    }
  })

  it('line tabs have no line, unless they are chosen', () => {
    renderWithApp(tabs('line'))
    const lines = screen.getAllByRole('tab').map(tab => getComputedStyle(tab, '::after').borderBlockEndWidth)
    expect(lines).toEqual(['2px', '0px'])
  })

  const switches: readonly [name: string, element: ReactElement, label: string][] = [
    [
      'the table of a chart',
      <TimeSeriesChart
        key=""
        title="Events"
        bucket="day"
        timeZone="UTC"
        points={[{ time: 0, values: { a: 1 } }]}
        series={[{ key: 'a', label: 'A', tone: 'series-1' }]}
      />,
      'View as table',
    ],
    [
      'the exclusion of values',
      <MultiSelect key="" aria-label="Countries" options={views} value={[]} onValueChange={nothing} excludable />,
      'Not in',
    ],
  ]
  it.for(switches)('%s', async ([, element, label]) => {
    renderWithApp(element)
    const button = await screen.findByRole('button', { name: new RegExp(label, 'i') })
    const before = appearanceOf(button)
    // Not by the pointer, which the system marks with a line of its own.
    act(() => button.click())
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'))
    await Promise.all(button.getAnimations().map(change => change.finished))
    expect(appearanceOf(button)).not.toEqual(before)
  })

  it('preset periods', async () => {
    renderWithApp(<DateRangePicker aria-label="Period" defaultValue={{ kind: 'relative', amount: 24, unit: 'hour' }} />)
    act(() => screen.getByRole('button').click())
    const presets = () => [...document.querySelectorAll('[role="toolbar"] [aria-pressed]')]
    await waitFor(() => expect(presets().filter(isChosen)).toHaveLength(1))
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const chosen = presets().find(isChosen)
    const other = presets().find(one => !isChosen(one))
    expect(appearanceOf(chosen!)).not.toEqual(appearanceOf(other!))
  })
})

it.each([false, true, 'indeterminate'] as const)('a wrong checkbox is no correct one when it is %s', checked => {
  renderWithApp(
    <>
      <Checkbox label="Right" checked={checked} />
      <Checkbox label="Wrong" checked={checked} aria-invalid />
    </>,
  )
  const lineOf = (name: string) => getComputedStyle(screen.getByRole('checkbox', { name })).borderTopStyle
  expect([lineOf('Right'), lineOf('Wrong')]).toEqual(['solid', 'dashed'])
})

it('the score bands have five patterns under forced colours, and a swatch that of its part of the bar', () => {
  renderWithApp(<ScoreBandBar counts={[5, 4, 3, 2, 1]} />)
  const fillOf = (part: Element) => getComputedStyle(part).backgroundImage
  const bar = [...document.querySelectorAll('[data-slot="score-band-bar"] > [aria-hidden] > span')].map(fillOf)
  const swatches = [...document.querySelectorAll('li > [aria-hidden]')].map(fillOf)
  expect(new Set(bar).size).toBe(5)
  expect(swatches).toEqual(bar.toReversed())
})
