import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'
import { Breadcrumbs } from './breadcrumbs.tsx'

const items = ['Fraud protection', 'Rules', 'Purchase', 'Shared device ring', 'Version 14'].map((label, index) => ({
  id: String(index),
  label,
  href: `#${index}`,
}))

const meta = {
  title: 'Navigation/Breadcrumbs',
  component: Breadcrumbs,
  args: { items: items.slice(0, 3) },
} satisfies Meta<typeof Breadcrumbs>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Purchase')).toHaveAttribute('aria-current', 'page')
    await expect(canvas.getAllByRole('link')).toHaveLength(2)
  },
}
export const Matrix: Story = {
  render: () => (
    <div className="grid grid-cols-1 gap-3">
      {[1, 2, 3, 5].map(count => (
        <Breadcrumbs key={count} aria-label={`${count} levels`} items={items.slice(0, count)} />
      ))}
      <Breadcrumbs
        aria-label="A group is no page"
        items={[
          { id: 'group', label: 'Case management' },
          { id: 'queue', label: 'High-value orders' },
        ]}
      />
      <div className="w-panel max-w-full">
        <Breadcrumbs
          aria-label="Cut"
          items={items.slice(0, 3).map(item => ({ ...item, label: `${item.label} of the northern region` }))}
        />
      </div>
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
/** From five items on the middle is collapsed into a menu. */
export const Collapsed: Story = {
  globals: { locale: 'en-US' },
  args: { items },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Show hidden levels' }))
    await expect(await screen.findByRole('menuitem', { name: 'Rules' })).toHaveAttribute('href', '#1')
  },
}
/** On a phone: a link to the parent. A path of groups, which are no pages, has none and shows the page. */
export const Narrow: Story = {
  globals: { locale: 'en-US', viewport: { value: 'mobile1', isRotated: false } },
  render: args => (
    <div className="grid gap-3">
      <Breadcrumbs {...args} />
      <Breadcrumbs
        aria-label="Group"
        items={[
          { id: 'group', label: 'Data' },
          { id: 'lists', label: 'Lists' },
        ]}
      />
    </div>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: 'Rules' })).toBeVisible()
    await expect(canvas.queryByRole('link', { name: 'Fraud protection' })).toBeNull()
    await expect(canvas.getByText('Purchase').closest('li')?.getBoundingClientRect().width).toBeLessThanOrEqual(1)
    await expect(canvas.getByText('Lists').getBoundingClientRect().width).toBeGreaterThan(10)
  },
}
export const LongContent: Story = {
  args: { items: items.map(item => ({ ...item, label: `${item.label} mit abweichender Lieferadresse` })) },
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
    items: [
      { id: 'a', label: 'بحث', href: '#a' },
      { id: 'b', label: 'حلقة أجهزة' },
    ],
  },
  globals: { locale: 'ar-AE' },
}
