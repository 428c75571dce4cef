import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { Badge } from '../../primitives/badge/badge.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { Breadcrumbs } from '../breadcrumbs/breadcrumbs.tsx'
import { Pagination } from '../pagination/pagination.tsx'
import { focusPageTitle, PageHeader } from './page-header.tsx'

const meta = {
  title: 'Navigation/PageHeader',
  component: PageHeader,
  args: { title: 'Shared device ring', badges: <Badge tone="warning">Draft</Badge>, meta: 'Version 14, edited 3 hours ago', actions: <><Button variant="ghost">Discard</Button><Button variant="primary">Publish rule</Button></> },
} satisfies Meta<typeof PageHeader>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Dark: Story = { globals: { theme: 'dark' } }
export const LongContent: Story = { args: { title: 'Kreditkartenbetrugsverdachtsmeldungen der Abholstationen', meta: 'Zuletzt vor 3 Stunden bearbeitet' }, globals: { locale: 'de-DE' } }
export const RightToLeft: Story = { args: { title: 'حلقة أجهزة مشتركة', meta: 'الإصدار 14' }, globals: { locale: 'ar-AE' } }
export const Focus: Story = {
  play: async ({ canvas }) => {
    focusPageTitle()
    await expect(canvas.getByRole('heading', { level: 1 })).toHaveFocus()
  },
}
export const Place: Story = {
  render: () => (
    <div className="flex flex-col gap-4">
      <Breadcrumbs items={['Case management', 'Queues', 'High-value orders'].map((label, index) => ({ id: label, label, ...(index < 2 ? { href: '#' } : {}) }))} />
      <Breadcrumbs aria-label="Deep place" items={['Data', 'Rules', 'Purchase', 'Groups', 'Shared device ring'].map(label => ({ id: label, label, href: '#' }))} />
      <Pagination summary="Rows 1–100 of 214" onNext={fn()} />
    </div>
  ),
}
