import type { Meta, StoryObj } from '@storybook/react-vite'
import { Braces, MessageSquareText } from 'lucide-react'
import { fn } from 'storybook/test'
import { CopyButton } from '../../data-display/copyable-id/copyable-id.tsx'
import { Badge } from '../../primitives/badge/badge.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { CaseHeader } from './case-header.tsx'

const meta = {
  title: 'Patterns/CaseHeader',
  component: CaseHeader,
  args: {
    typeLabel: 'Purchase',
    recordId: 'P-7241903',
    onBack: fn(),
    amount: { amount: 2418.9, currency: 'EUR' },
    score: 871,
    decision: 'Review',
    actions: (
      <>
        <Button variant="ghost">
          <Icon icon={Braces} />
          JSON view
        </Button>
        <Button variant="ghost">
          <Icon icon={MessageSquareText} />
          Notes
        </Button>
      </>
    ),
  },
} satisfies Meta<typeof CaseHeader>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
/** Each in an article, so that their headers are no landmarks of this page. */
export const Matrix: Story = {
  render: args => (
    <div className="-mx-4 grid grid-cols-1 gap-3 *:border-be *:border-line-subtle">
      <article>
        <CaseHeader {...args} />
      </article>
      <article>
        <CaseHeader
          {...args}
          decision="Reject"
          overridden="Review"
          badges={<Badge tone="warning">Hold</Badge>}
          position="3 of 163"
          idEnd={<CopyButton value="P-7241903" label="Purchase ID" />}
        />
      </article>
      <article>
        <CaseHeader {...args} decision="Challenge" score={null} amount={{ amount: 0, currency: 'JPY' }} />
      </article>
      <article>
        <CaseHeader typeLabel="Login" recordId="L-120" decision="Approve" />
      </article>
      <article>
        <CaseHeader {...args} condensed position="3 of 163" />
      </article>
      <article className="w-panel max-w-full">
        <CaseHeader {...args} recordId="9e37a2c4-77d1-4b0e-9b3f-0a41cd20b8d1" />
      </article>
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
/** The header of a scrolled page. */
export const Condensed: Story = { args: { condensed: true } }
export const NotScored: Story = { args: { score: null } }
export const Overridden: Story = { args: { decision: 'Reject', overridden: 'Review' } }
export const Unscored: Story = {
  render: ({ score: _none, amount: _neither, ...args }) => <CaseHeader {...args} typeLabel="Login" recordId="L-120" />,
}
export const LongContent: Story = {
  args: { typeLabel: 'Betrugsverdachtsmeldung', recordId: '9e37a2c4-77d1-4b0e-9b3f-0a41cd20b8d1' },
  globals: { locale: 'qps-ploc' },
  decorators: [
    Story => (
      <div className="w-panel max-w-full">
        <Story />
      </div>
    ),
  ],
}
export const RightToLeft: Story = { args: { typeLabel: 'عملية شراء' }, globals: { locale: 'ar-AE' } }
