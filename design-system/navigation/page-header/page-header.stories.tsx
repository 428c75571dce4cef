import type { Meta, StoryObj } from '@storybook/react-vite'
import { CopyPlus, Download, Send, Trash2 } from 'lucide-react'
import { expect, fn, screen, waitFor } from 'storybook/test'
import { focusPageTitle } from '../../lib/focus/focus-page-title.ts'
import { Badge } from '../../primitives/badge/badge.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { Breadcrumbs } from '../breadcrumbs/breadcrumbs.tsx'
import { Pagination } from '../pagination/pagination.tsx'
import { TabLink, TabNav } from '../tabs/tabs.tsx'
import { type PageAction, PageActions } from './page-actions.tsx'
import { PageHeader } from './page-header.tsx'

const meta = {
  title: 'Navigation/PageHeader',
  component: PageHeader,
  subcomponents: { PageActions },
  args: {
    title: 'Shared device ring',
    badges: <Badge tone="warning">Draft</Badge>,
    meta: 'Version 14, edited 3 hours ago',
    actions: (
      <>
        <Button variant="ghost">Discard</Button>
        <Button variant="primary">Publish rule</Button>
      </>
    ),
  },
} satisfies Meta<typeof PageHeader>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
const publish = fn()
const remove = fn()
const actions: readonly PageAction[] = [
  { id: 'publish', label: 'Publish rule', variant: 'primary', icon: Send, onSelect: publish },
  { id: 'test', label: 'Back-test', href: '#test' },
  { id: 'copy', label: 'Duplicate', icon: CopyPlus, onSelect: fn(), shortcut: 'D' },
  { id: 'export', label: 'Export', variant: 'ghost', icon: Download, onSelect: fn() },
  { id: 'remove', label: 'Delete rule', variant: 'danger', icon: Trash2, menuOnly: true, onSelect: remove },
]
const tabs = (
  <TabNav label="Parts of the rule">
    <TabLink href="#code" current>
      Code
    </TabLink>
    <TabLink href="#tests" count={3}>
      Tests
    </TabLink>
    <TabLink href="#history">History</TabLink>
  </TabNav>
)
export const WithTabs: Story = { args: { actions: <PageActions actions={actions} />, tabs } }
export const Matrix: Story = {
  render: args => (
    <div className="-mx-4 flex flex-col gap-6">
      {/* Three pages in one frame: each in an article, so that their headers are no landmarks of this one. */}
      <article>
        <PageHeader {...args} actions={<PageActions actions={actions} />} tabs={tabs} />
      </article>
      <article className="w-[36rem] max-w-full">
        <PageHeader {...args} title="Queue" actions={<PageActions actions={actions} />} />
      </article>
      <article className="w-[20rem] max-w-full">
        <PageHeader title="Shared device ring" actions={<PageActions actions={actions} />} />
      </article>
    </div>
  ),
}
/** The least important action moves into the menu first; the menu preserves the order, destructive ones are last. */
export const Overflow: Story = {
  globals: { locale: 'en-US' },
  render: () => (
    <div className="w-[26rem] max-w-full">
      <PageHeader title="Shared device ring" actions={<PageActions actions={actions} />} />
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    remove.mockClear()
    await expect(canvas.getByRole('button', { name: 'Publish rule' })).toBeVisible()
    const more = await canvas.findByRole('button', { name: 'More actions' })
    more.focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('menu')
    const names = screen.getAllByRole('menuitem').map(item => item.textContent.replace(/D+$/, ''))
    await expect(names.at(-1)).toBe('Delete rule')
    await expect(names.slice(-3, -1)).toEqual(['Duplicate', 'Export'])
    await expect(canvas.queryByRole('button', { name: 'Export' })).toBeNull()
    await userEvent.keyboard('{End}{Enter}')
    await expect(remove).toHaveBeenCalledOnce()
    await waitFor(() => expect(more).toHaveFocus())
  },
}
/** With room each action has its button, the most important at the inline end. */
export const Roomy: Story = {
  globals: { locale: 'en-US' },
  render: () => <PageHeader title="Rules" actions={<PageActions actions={actions.slice(0, 4)} />} />,
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('button').map(button => button.textContent)).toEqual([
      'Export',
      'Duplicate',
      'Publish rule',
    ])
    await expect(canvas.getByRole('link', { name: 'Back-test' })).toHaveAttribute('href', '#test')
    await expect(canvas.queryByRole('button', { name: 'More actions' })).toBeNull()
  },
}
export const Dark: Story = { ...WithTabs, globals: { theme: 'dark' } }
export const LongContent: Story = {
  args: { title: 'Kreditkartenbetrugsverdachtsmeldungen der Abholstationen', meta: 'Zuletzt vor 3 Stunden bearbeitet' },
  globals: { locale: 'de-DE' },
}
export const RightToLeft: Story = {
  args: { title: 'حلقة أجهزة مشتركة', meta: 'الإصدار 14' },
  globals: { locale: 'ar-AE' },
}
export const Focus: Story = {
  play: async ({ canvas }) => {
    focusPageTitle()
    await expect(canvas.getByRole('heading', { level: 1 })).toHaveFocus()
  },
}
export const Place: Story = {
  render: () => (
    <div className="flex flex-col gap-4">
      <Breadcrumbs
        items={['Case management', 'Queues', 'High-value orders'].map((label, index) => ({
          id: label,
          label,
          ...(index < 2 ? { href: '#' } : {}),
        }))}
      />
      <Breadcrumbs
        aria-label="Deep place"
        items={['Data', 'Rules', 'Purchase', 'Groups', 'Shared device ring'].map(label => ({
          id: label,
          label,
          href: '#',
        }))}
      />
      <Pagination summary="Rows 1–100 of 214" onNext={fn()} />
    </div>
  ),
}
