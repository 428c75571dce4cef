import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { Badge } from '../../primitives/badge/badge.tsx'
import { CatalogueTile } from './catalogue-tile.tsx'

const facts = [
  { id: 'hits', label: 'Hits in 7 days', value: '1,284' },
  { id: 'share', label: 'Of all purchases', value: '2.40%' },
]
const meta = {
  title: 'Patterns/CatalogueTile',
  component: CatalogueTile,
  args: {
    name: 'Shared device ring',
    href: '#rule',
    badge: <Badge tone="success">Active</Badge>,
    version: 'Version 4',
    summary: 'Rejects a fourth account on one device within a week.',
    facts,
    lastChange: 'Changed by Ottilie Brandt on Nov 18, 2026',
  },
  render: args => (
    <div className="max-w-dialog-sm">
      <CatalogueTile {...args} />
    </div>
  ),
} satisfies Meta<typeof CatalogueTile>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {
  render: args => (
    <div className="grid grid-cols-3 gap-3 bg-canvas p-4">
      <CatalogueTile {...args} />
      <CatalogueTile
        {...args}
        name="Velocity guard"
        badge={<Badge>Draft</Badge>}
        facts={[]}
        lastChange="Not published yet"
      />
      <CatalogueTile
        {...args}
        name="cards_per_device"
        summary={
          <code dir="ltr" className="font-mono text-xs">
            COUNT_DISTINCT(card) WHEN device GROUP BY 7d
          </code>
        }
        badge={<Badge tone="danger">Failed</Badge>}
      />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const RightToLeft: Story = {
  args: {
    name: 'حلقة أجهزة مشتركة',
    summary: 'يرفض الحساب الرابع على الجهاز نفسه خلال أسبوع.',
    version: 'الإصدار 4',
    lastChange: 'آخر تغيير في 18 نوفمبر 2026',
    facts: [{ id: 'hits', label: 'الحالات خلال 7 أيام', value: '1,284' }],
    badge: <Badge tone="success">نشط</Badge>,
  },
  globals: { locale: 'ar-AE' },
}
export const LongContent: Story = {
  args: {
    name: 'Betrugsverdachtsmeldungen_an_das_kartenausgebende_Kreditinstitut_Regel_Nummer_siebenunddreißig',
    summary: 'x'.repeat(400),
  },
  render: args => (
    <div className="w-nav">
      <CatalogueTile {...args} />
    </div>
  ),
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('link', { name: 'Shared device ring' })).toHaveFocus()
  },
}
