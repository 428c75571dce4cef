import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn } from 'storybook/test'
import { Button } from '../../primitives/button/button.tsx'
import { type EmptyKind, EmptyState, type EmptyStateProps, emptyKinds } from './empty-state.tsx'

const texts: Record<EmptyKind, EmptyStateProps> = {
  'first-use': {
    title: 'No rules yet',
    description: 'A rule decides about events as they arrive.',
    actions: <Button variant="primary">New rule</Button>,
  },
  'no-results': {
    title: 'No events match',
    description: 'IP in network removes most of them.',
    filters: [
      { id: 'ip', label: 'IP in network 10.0.0.0/8' },
      { id: 'score', label: 'Score at least 600' },
    ],
    onClearFilters: fn(),
  },
  done: {
    title: 'Queue is clear',
    description: 'You decided 86 cases today.',
    actions: <Button>Back to queues</Button>,
  },
  'no-access': {
    title: 'You cannot open this queue',
    description: 'It needs the permission Case review.',
    actions: <Button>Ask for access</Button>,
  },
}

const meta = {
  title: 'Feedback/EmptyState',
  component: EmptyState,
  args: {
    title: 'No events match',
    description: 'IP in network removes most of them.',
    actions: <Button>Remove that filter</Button>,
  },
} satisfies Meta<typeof EmptyState>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {
  render: () => (
    <div className="grid grid-cols-2 gap-3">
      {emptyKinds.map(kind => (
        <EmptyState key={kind} kind={kind} {...texts[kind]} className="rounded-card border border-line-subtle" />
      ))}
    </div>
  ),
}
export const FirstUse: Story = { args: { kind: 'first-use', ...texts['first-use'] } }
export const Done: Story = { args: { kind: 'done', ...texts.done } }
export const NoAccess: Story = { args: { kind: 'no-access', ...texts['no-access'] } }
/** The filters that exclude everything are listed, and can be removed one by one or all at once. */
export const NoResults: Story = {
  globals: { locale: 'en-US' },
  render: function NoResults() {
    const [filters, setFilters] = useState([
      { id: 'ip', label: 'IP in network 10.0.0.0/8' },
      { id: 'score', label: 'Score at least 600' },
    ])
    return (
      <EmptyState
        level={2}
        title="No events match"
        description={`${filters.length} filters`}
        filters={filters.map(filter => ({
          ...filter,
          onRemove: () => setFilters(filters.filter(other => other.id !== filter.id)),
        }))}
        onClearFilters={() => setFilters([])}
      />
    )
  },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole('heading', { level: 2, name: 'No events match' })).toBeVisible()
    ;(await canvas.findByRole('button', { name: /Score at least 600/ })).focus()
    await userEvent.keyboard('{Delete}')
    await expect(canvas.getByText('1 filters')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Clear filter' }))
    await expect(canvas.getByText('0 filters')).toBeVisible()
  },
}
export const Page: Story = { args: { page: true, kind: 'no-access', ...texts['no-access'] } }
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  args: {
    title: 'Keine Transaktionen mit abweichender Lieferadresse gefunden',
    filters: [{ id: 'a', label: 'x'.repeat(10_000) }],
  },
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
  args: {
    title: 'لا توجد أحداث مطابقة',
    description: 'يزيل شرط عنوان الشبكة معظمها.',
    filters: [{ id: 'a', label: 'الدرجة 600 على الأقل', onRemove: fn() }],
    onClearFilters: fn(),
  },
  globals: { locale: 'ar-AE' },
}
