import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor } from 'storybook/test'
import { SegmentedControl } from '../segmented-control/segmented-control.tsx'
import { Tab, TabLink, TabList, TabNav, TabPanel, Tabs } from './tabs.tsx'

const meta = {
  title: 'Navigation/Tabs',
  component: TabList,
  args: { label: 'Parts of the event' },
  render: args => (
    <Tabs defaultValue="transaction">
      <TabList {...args}>
        <Tab value="transaction">Transaction</Tab>
        <Tab value="links" count={14}>Link analysis</Tab>
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
export const Dark: Story = { globals: { theme: 'dark' } }
export const Links: Story = {
  render: () => (
    <TabNav label="Saved views" variant="pills">
      <TabLink href="#all">All purchases</TabLink>
      <TabLink href="#ring" current>Shared device ring</TabLink>
      <TabLink asChild><a href="#night">Card testing at night</a></TabLink>
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
      segments={[{ value: 'count', label: 'Count' }, { value: 'amount', label: 'Amount' }]}
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
    await expect(canvas.getByRole('tab', { name: 'Transaction' })).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect(canvas.getByRole('tab', { name: /Link analysis/ })).toHaveFocus()
    await expect(canvas.getByText('Linked events')).toBeVisible()
    await userEvent.keyboard('{End}')
    await expect(canvas.getByRole('tab', { name: 'Timeline' })).toHaveFocus()
  },
}
export const LongContent: Story = { globals: { locale: 'qps-ploc' }, decorators: [Story => <div className="w-rail"><Story /></div>] }
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    await userEvent.keyboard('{ArrowLeft}')
    await expect(canvas.getByRole('tab', { name: /Link analysis/ })).toHaveFocus()
  },
}
