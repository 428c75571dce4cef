import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { Input } from '../../forms/input/input.tsx'
import { StatusBadge } from '../status-badge/status-badge.tsx'
import { hierarchy, manyNodes } from './testing/tree-data.tsx'
import { Tree } from './tree.tsx'
import { parentIds, type TreeNode } from './tree-nodes.ts'
import type { TreeProps } from './tree-props.ts'

const meta = {
  title: 'Values/Tree',
  component: Tree,
  args: { label: 'Environments', nodes: hierarchy, defaultExpanded: parentIds(hierarchy), onSelectedChange: fn() },
  render: args => (
    <div className="w-panel max-w-full">
      <Tree {...args} />
    </div>
  ),
} satisfies Meta<typeof Tree>
export default meta
type Story = StoryObj<typeof meta>
const status = (text: string) => () =>
  expect(screen.getAllByRole('status', { hidden: true }).some(region => region.textContent === text)).toBe(true)
const waits = { timeout: 3000 }

export const Playground: Story = { args: { defaultSelected: ['harbor-eu'] } }
export const EnvironmentHierarchy: Story = { args: { defaultSelected: ['harbor-eu'] } }
const base = { nodes: hierarchy, defaultExpanded: parentIds(hierarchy) }
export const Matrix: Story = {
  render: () => (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] gap-6">
      <Tree {...base} label="Single" defaultSelected={['harbor-eu']} />
      <Tree
        {...base}
        label="Checkboxes"
        checkboxes
        defaultSelected={[
          'harbor-eu-sandbox',
          'harbor-us',
          'harbor-us-sandbox',
          'harbor-us-wholesale',
          'harbor-us-legacy',
        ]}
      />
      <div className="grid content-start gap-4">
        <Tree {...base} label="Filtered" filter="lock" selection="none" />
        <Tree {...base} label="Without match" filter="zzz" />
        <Tree {...base} label="Empty" nodes={[]} />
        <Tree {...base} label="Waiting" nodes={[{ id: 'a', name: 'Harbor', lazy: true }]} defaultExpanded={['a']} />
      </div>
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    nodes: [
      {
        id: 'a',
        name: 'Donaudampfschifffahrtsgesellschaft Produktion Mitteleuropa',
        status: <StatusBadge status="Creating" />,
        children: [
          {
            id: 'b',
            name: 'Schnittstellenerprobungsumgebung der Lieferantenabteilung',
            disabledReason: 'Kein Zugriff auf diese Umgebung',
          },
        ],
      },
    ],
    defaultExpanded: ['a'],
  },
  render: args => (
    <div className="w-rail">
      <Tree {...args} />
    </div>
  ),
}

export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  args: { defaultSelected: ['harbor-eu'], onAction: fn() },
  play: async ({ canvas, userEvent, args }) => {
    const item = (name: RegExp) => canvas.getByRole('treeitem', { name })
    await userEvent.tab()
    await expect(item(/^Harbor-EU /)).toHaveFocus()
    await expect(item(/^Harbor-EU /)).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowLeft}')
    await expect(item(/^Harbor-EU /)).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('{ArrowLeft}')
    await expect(item(/^Harbor /)).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect(item(/^Harbor-EU /)).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect(item(/^Harbor-US /)).toHaveFocus()
    await userEvent.keyboard('*')
    await expect(item(/^Harbor-EU /)).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('{ArrowUp}')
    await expect(item(/^Harbor-EU-Lockers/)).toHaveFocus()
    await userEvent.keyboard('{End}')
    await expect(item(/^Harbor-Training/)).toHaveFocus()
    await userEvent.keyboard('{PageUp}')
    await expect(item(/^Harbor-EU /)).toHaveFocus()
    await userEvent.keyboard('{PageDown}')
    await expect(item(/^Harbor-Training/)).toHaveFocus()
    await userEvent.keyboard('{Home}')
    await expect(item(/^Harbor /)).toHaveFocus()
    await userEvent.keyboard('harbor-us-w')
    await expect(item(/^Harbor-US-Wholesale/)).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect(args.onSelectedChange).toHaveBeenLastCalledWith(['harbor-us-wholesale'])
    await userEvent.keyboard('{Enter}')
    await expect(args.onAction).toHaveBeenLastCalledWith(expect.objectContaining({ id: 'harbor-us-wholesale' }))
    await expect(item(/^Harbor-US-Wholesale/)).toHaveAttribute('aria-level', '3')
    await expect(item(/^Harbor-US-Wholesale/)).toHaveAttribute('aria-posinset', '2')
    await expect(item(/^Harbor-US-Wholesale/)).toHaveAttribute('aria-setsize', '3')
    await expect(canvas.getAllByRole('treeitem').filter(each => each.tabIndex === 0)).toHaveLength(1)
  },
}
/** Keys follow the visual direction: in right to left, the left arrow opens. */
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: {
    label: 'البيئات',
    nodes: [
      {
        id: 'a',
        name: 'الميناء',
        children: [
          { id: 'b', name: 'الميناء – الاختبار', status: <StatusBadge status="Active" /> },
          { id: 'c', name: 'Harbor-EU', disabledReason: 'لا يمكن الوصول' },
        ],
      },
    ],
    defaultExpanded: ['a'],
    defaultSelected: ['a'],
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    const [parent] = canvas.getAllByRole('treeitem')
    await userEvent.keyboard('{ArrowRight}')
    await expect(parent).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('{ArrowLeft}')
    await expect(parent).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('{ArrowLeft}')
    await expect(canvas.getAllByRole('treeitem')[1]).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect(parent).toHaveFocus()
  },
}
export const MultiSelect: Story = {
  globals: { locale: 'en-US' },
  args: { selection: 'multiple', defaultSelected: ['harbor-eu'] },
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByRole('tree')).toHaveAttribute('aria-multiselectable', 'true')
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown} ')
    await expect(args.onSelectedChange).toHaveBeenLastCalledWith(['harbor-eu', 'harbor-eu-sandbox'])
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await expect(args.onSelectedChange).toHaveBeenLastCalledWith(['harbor-eu-sandbox', 'harbor-eu-lockers'])
    await userEvent.keyboard(' ')
    await expect(args.onSelectedChange).toHaveBeenLastCalledWith(['harbor-eu-sandbox'])
    await userEvent.keyboard('{Control>}a{/Control}')
    await expect(args.onSelectedChange).toHaveBeenLastCalledWith(expect.not.arrayContaining(['harbor-partners']))
    await waitFor(status('11 selected.'), waits)
  },
}
export const Checkboxes: Story = {
  globals: { locale: 'en-US' },
  args: { checkboxes: true, selection: 'multiple' },
  play: async ({ canvas, userEvent, args }) => {
    const item = (name: RegExp) => canvas.getByRole('treeitem', { name })
    await userEvent.click(item(/^Harbor-US-Legacy/))
    await expect(item(/^Harbor-US /)).toHaveAttribute('aria-checked', 'mixed')
    await userEvent.click(item(/^Harbor-US /))
    await expect(item(/^Harbor-US-Wholesale/)).toHaveAttribute('aria-checked', 'true')
    await expect(args.onSelectedChange).toHaveBeenLastCalledWith(
      expect.arrayContaining(['harbor-us', 'harbor-us-sandbox', 'harbor-us-wholesale', 'harbor-us-legacy']),
    )
    await userEvent.keyboard(' ')
    await expect(item(/^Harbor-US /)).toHaveAttribute('aria-checked', 'false')
  },
}
export const LazyLoad: Story = {
  globals: { locale: 'en-US' },
  args: {
    nodes: [
      { id: 'harbor', name: 'Harbor', lazy: true },
      { id: 'broken', name: 'Harbor-Partners', lazy: true },
    ],
    defaultExpanded: [],
    loadChildren: fn(),
  },
  render: args => <LazyTree {...args} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    await expect(canvas.getByRole('treeitem', { name: /^Harbor / })).toHaveAttribute('aria-busy', 'true')
    await expect(await canvas.findByRole('treeitem', { name: 'Harbor-EU' })).toHaveAttribute('aria-level', '2')
    await expect(canvas.getByRole('treeitem', { name: 'Harbor' })).not.toHaveAttribute('aria-busy')
    await expect(canvas.getByRole('treeitem', { name: 'Harbor' })).toHaveFocus()
    await waitFor(status('Harbor: 2 items loaded.'), waits)
    await userEvent.keyboard('{End}{ArrowRight}')
    await expect(await canvas.findByRole('treeitem', { name: /Could not be loaded/ })).toHaveAttribute(
      'aria-expanded',
      'false',
    )
    await userEvent.keyboard('{ArrowRight}')
    await expect(await canvas.findByRole('treeitem', { name: 'Nordic' })).toBeVisible()
  },
}
/** The first attempt under "Harbor-Partners" fails, the second succeeds. */
function LazyTree(args: TreeProps) {
  const [attempts] = useState(() => new Map<string, number>())
  const load = async (node: TreeNode) => {
    const attempt = (attempts.get(node.id) ?? 0) + 1
    attempts.set(node.id, attempt)
    await new Promise(resolve => setTimeout(resolve, 100))
    if (node.id === 'broken' && attempt === 1) throw new Error('offline')
    return node.id === 'broken'
      ? [{ id: 'nordic', name: 'Nordic' }]
      : [
          { id: 'eu', name: 'Harbor-EU' },
          { id: 'us', name: 'Harbor-US', lazy: true },
        ]
  }
  return (
    <div className="w-panel max-w-full">
      <Tree {...args} loadChildren={load} />
    </div>
  )
}
function Searchable(args: TreeProps) {
  const [filter, setFilter] = useState(args.filter ?? '')
  return (
    <div className="grid w-panel max-w-full gap-2">
      <Input
        aria-label="Find environment"
        value={filter}
        onChange={event => setFilter(event.target.value)}
        onClear={() => setFilter('')}
      />
      <Tree {...args} filter={filter} />
    </div>
  )
}
/** Ancestors remain, so that a name keeps its context; branches that were open before are open again afterwards. */
export const Filtered: Story = {
  globals: { locale: 'en-US' },
  args: { defaultExpanded: ['harbor'] },
  render: args => <Searchable {...args} />,
  play: async ({ canvas, userEvent }) => {
    const names = () => canvas.getAllByRole('treeitem').map(item => item.querySelector('bdi')?.textContent)
    const before = names()
    await userEvent.type(canvas.getByRole('textbox'), 'nord')
    await expect(names()).toEqual(['Harbor', 'Harbor-Partners', 'Harbor-Partners-Nord', 'Harbor-Nord-Sandbox'])
    await waitFor(status('2 matches'), waits)
    await userEvent.tab()
    await userEvent.tab()
    await userEvent.keyboard('{End}{ArrowLeft}{ArrowLeft}')
    await expect(names()).toEqual(['Harbor', 'Harbor-Partners', 'Harbor-Partners-Nord'])
    await userEvent.type(canvas.getByRole('textbox'), 'zzz')
    await expect(canvas.getByText('No matches')).toBeVisible()
    await userEvent.clear(canvas.getByRole('textbox'))
    await expect(names()).toEqual(before)
  },
}
/** A node without access remains visible above accessible ones, with the reason why it cannot be chosen. */
export const NoAccess: Story = {
  globals: { locale: 'en-US' },
  args: { onDisabledPress: fn() },
  play: async ({ canvas, userEvent, args }) => {
    const locked = canvas.getByRole('treeitem', { name: 'Harbor-Partners No access' })
    await expect(locked).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(locked)
    await expect(args.onSelectedChange).not.toHaveBeenCalled()
    await expect(args.onDisabledPress).toHaveBeenCalledOnce()
    await waitFor(status('Harbor-Partners cannot be chosen: No access'), waits)
    await userEvent.keyboard('{ArrowLeft}')
    await expect(locked).toHaveAttribute('aria-expanded', 'false')
    await expect(locked).toHaveFocus()
  },
}
/** 5,000 nodes: only the visible ones are in the document, and the last is one key away. */
export const Large: Story = {
  args: { nodes: manyNodes, defaultExpanded: parentIds(manyNodes) },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getAllByRole('treeitem').length).toBeLessThan(60)
    await userEvent.tab()
    await userEvent.keyboard('{End}')
    await waitFor(() => expect(document.activeElement).toHaveTextContent('Merchant 99-49'))
    const last = document.activeElement as HTMLElement
    await expect(last).toHaveAttribute('aria-posinset', '49')
    await expect(last).toHaveAttribute('aria-setsize', '49')
    await expect(last).toHaveAttribute('aria-level', '2')
    await waitFor(() => {
      const box = last.getBoundingClientRect()
      const frame = canvas.getByRole('tree').getBoundingClientRect()
      if (box.bottom > frame.bottom + 1 || box.top < frame.top) throw new Error('not in view')
    })
    await userEvent.keyboard('{Home}')
    await waitFor(() => expect(document.activeElement).toHaveTextContent('Group 0'))
  },
}
