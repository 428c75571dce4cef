import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { forced } from '../../testing/labelled-matrix.tsx'
import { SegmentedControl } from '../segmented-control/segmented-control.tsx'
import { Tab, TabLink, TabList, TabNav, TabPanel, Tabs } from './tabs.tsx'

const meta = {
  title: 'Navigation/Tabs',
  component: TabList,
  subcomponents: { Tabs, Tab, TabNav, TabLink },
  args: { label: 'Parts of the event' },
  render: args => (
    <Tabs defaultValue="transaction">
      <TabList {...args}>
        <Tab value="transaction">Transaction</Tab>
        <Tab value="links" count={14}>
          Link analysis
        </Tab>
        <Tab value="timeline">Timeline</Tab>
      </TabList>
      <TabPanel value="transaction">Transaction facts</TabPanel>
      <TabPanel value="links">Linked events</TabPanel>
      <TabPanel value="timeline">What happened</TabPanel>
    </Tabs>
  ),
} satisfies Meta<typeof TabList>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Segmented: Story = { args: { variant: 'segmented' } }
export const Matrix: Story = {
  render: () => (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {(['line', 'segmented', 'pills'] as const).map(variant => (
        <Tabs key={variant} defaultValue="b">
          <TabList label={variant} variant={variant}>
            <Tab value="a">Rest</Tab>
            <Tab value="b" count={14}>
              Chosen
            </Tab>
            <Tab value="hover" {...forced('hover')}>
              Hover
            </Tab>
            <Tab value="focus" {...forced('focus')}>
              Focus
            </Tab>
            <Tab value="c" disabled>
              Disabled
            </Tab>
          </TabList>
          {['a', 'b', 'hover', 'focus', 'c'].map(value => (
            <TabPanel key={value} value={value}>
              Linked events
            </TabPanel>
          ))}
        </Tabs>
      ))}
      <div className="w-rail">
        <TabNav label="Too many">
          <TabLink href="#a" current>
            Transaction
          </TabLink>
          <TabLink href="#b" count={14}>
            Link analysis
          </TabLink>
          <TabLink href="#c">Timeline</TabLink>
          <TabLink href="#d">Notes</TabLink>
        </TabNav>
      </div>
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
const parts = ['Transaction', 'Link analysis', 'Timeline', 'Device', 'Payment', 'Notes', 'Score report']
/** Tabs without room are in a menu, in their order; a choice there scrolls the tab into view. */
export const Overflow: Story = {
  globals: { locale: 'en-US' },
  render: args => (
    <div className="w-panel max-w-full">
      <Tabs defaultValue="Transaction">
        <TabList {...args}>
          {parts.map((part, index) => (
            <Tab key={part} value={part} {...(index === 5 ? { count: 3 } : {})}>
              {part}
            </Tab>
          ))}
        </TabList>
        {parts.map(part => (
          <TabPanel key={part} value={part}>{`Panel ${part}`}</TabPanel>
        ))}
      </Tabs>
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    const more = await canvas.findByRole('button', { name: 'More' })
    await expect(canvas.getAllByRole('tab')).toHaveLength(7)
    more.focus()
    await userEvent.keyboard('{Enter}')
    const notes = await screen.findByRole('menuitem', { name: 'Notes 3' })
    await expect(screen.queryByRole('menuitem', { name: 'Transaction' })).toBeNull()
    await userEvent.click(notes)
    await expect(canvas.getByText('Panel Notes')).toBeVisible()
    const tab = canvas.getByRole('tab', { name: /^Notes/ })
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    const list = canvas.getByRole('tablist').getBoundingClientRect()
    await waitFor(() => expect(tab.getBoundingClientRect().right).toBeLessThanOrEqual(list.right + 1))
  },
}
const load = fn()
/** Panels that load data: arrows only move, Enter chooses, and a panel is mounted while its tab is chosen. */
export const Lazy: Story = {
  globals: { locale: 'en-US' },
  render: args => (
    <Tabs defaultValue="transaction" activationMode="manual" onValueChange={load}>
      <TabList {...args}>
        <Tab value="transaction">Transaction</Tab>
        <Tab value="links" count={14}>
          Link analysis
        </Tab>
      </TabList>
      <TabPanel value="transaction">Transaction facts</TabPanel>
      <TabPanel value="links">Linked events</TabPanel>
    </Tabs>
  ),
  play: async ({ canvas, userEvent }) => {
    load.mockClear()
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    await expect(canvas.getByRole('tab', { name: /Link analysis/ })).toHaveFocus()
    await expect(load).not.toHaveBeenCalled()
    await expect(canvas.queryByText('Linked events')).toBeNull()
    await userEvent.keyboard('{Enter}')
    await expect(load).toHaveBeenCalledWith('links')
    await expect(canvas.getByText('Linked events')).toBeVisible()
    await userEvent.keyboard('{ArrowLeft} ')
    await expect(load).toHaveBeenLastCalledWith('transaction')
  },
}
/** Tabs with addresses: links in a landmark, also in the menu of those that do not fit. */
export const RouteTabs: Story = {
  globals: { locale: 'en-US' },
  render: function RouteTabs() {
    const [current, setCurrent] = useState('Transaction')
    return (
      <div className="w-panel max-w-full">
        <TabNav label="Parts of the event">
          {parts.map(part => (
            <TabLink
              key={part}
              href={`#${encodeURIComponent(part)}`}
              current={part === current}
              onClick={event => {
                event.preventDefault()
                setCurrent(part)
              }}
            >
              {part}
            </TabLink>
          ))}
        </TabNav>
        <p>{`Page ${current}`}</p>
      </div>
    )
  },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole('navigation', { name: 'Parts of the event' })).toBeVisible()
    await expect(canvas.getByRole('link', { current: 'page' })).toHaveTextContent('Transaction')
    await userEvent.click(canvas.getByRole('link', { name: 'Link analysis' }))
    await expect(canvas.getByText('Page Link analysis')).toBeVisible()
    await userEvent.click(await canvas.findByRole('button', { name: 'More' }))
    const item = await screen.findByRole('menuitem', { name: 'Score report' })
    await expect(item).toHaveAttribute('href', '#Score%20report')
    await userEvent.click(item)
    await expect(canvas.getByText('Page Score report')).toBeVisible()
  },
}
export const Links: Story = {
  render: () => (
    <TabNav label="Saved views" variant="pills">
      <TabLink href="#all">All purchases</TabLink>
      <TabLink href="#ring" current>
        Shared device ring
      </TabLink>
      <TabLink asChild>
        <a href="#night">Card testing at night</a>
      </TabLink>
    </TabNav>
  ),
}
export const Choice: StoryObj = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  args: { onValueChange: fn() },
  render: args => (
    <SegmentedControl
      label="Measure"
      segments={[
        { value: 'count', label: 'Count' },
        { value: 'amount', label: 'Amount' },
      ]}
      defaultValue="count"
      onValueChange={value => (args as { onValueChange: (value: string) => void }).onValueChange(value)}
    />
  ),
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('radio', { name: 'Count' })).toHaveFocus()
    // Held down: the group chooses while the key is pressed.
    await userEvent.keyboard('{ArrowRight>}')
    await waitFor(() => expect((args as { onValueChange: () => void }).onValueChange).toHaveBeenCalledWith('amount'))
    await userEvent.keyboard('{/ArrowRight}')
  },
}
export const Keyboard: Story = {
  // The keys and names below are those of this language.
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    const first = canvas.getByRole('tab', { name: 'Transaction' })
    await expect(first).toHaveFocus()
    // The ring is inside the tab and must not cover its first letter.
    const letters = document.createRange()
    letters.selectNodeContents(first)
    await expect(letters.getBoundingClientRect().left - first.getBoundingClientRect().left).toBeGreaterThanOrEqual(4)
    await userEvent.keyboard('{ArrowRight}')
    await expect(canvas.getByRole('tab', { name: /Link analysis/ })).toHaveFocus()
    await expect(canvas.getByText('Linked events')).toBeVisible()
    await userEvent.keyboard('{End}')
    await expect(canvas.getByRole('tab', { name: 'Timeline' })).toHaveFocus()
    await userEvent.keyboard('{Home}')
    await expect(canvas.getByRole('tab', { name: 'Transaction' })).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect(canvas.getByRole('tab', { name: 'Timeline' })).toHaveFocus()
    await userEvent.tab()
    await expect(canvas.getByRole('tabpanel')).toHaveFocus()
  },
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    await userEvent.keyboard('{ArrowLeft}')
    await expect(canvas.getByRole('tab', { name: /Link analysis/ })).toHaveFocus()
  },
}
