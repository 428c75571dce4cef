import type { Meta, StoryObj } from '@storybook/react-vite'
import { Braces, MessageSquareText } from 'lucide-react'
import { fn } from 'storybook/test'
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
        <Button variant="ghost"><Icon icon={Braces} />JSON view</Button>
        <Button variant="ghost"><Icon icon={MessageSquareText} />Notes</Button>
      </>
    ),
  },
} satisfies Meta<typeof CaseHeader>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Dark: Story = { globals: { theme: 'dark' } }
export const NotScored: Story = { args: { score: null } }
export const Overridden: Story = { args: { decision: 'Reject', overridden: 'Review' } }
export const Unscored: Story = { render: ({ score: _none, amount: _neither, ...args }) => <CaseHeader {...args} typeLabel="Login" recordId="L-120" /> }
export const LongContent: Story = { args: { typeLabel: 'Betrugsverdachtsmeldung', recordId: '9e37a2c4-77d1-4b0e-9b3f-0a41cd20b8d1' }, globals: { locale: 'qps-ploc' }, decorators: [Story => <div className="w-panel"><Story /></div>] }
export const RightToLeft: Story = { args: { typeLabel: 'عملية شراء' }, globals: { locale: 'ar-AE' } }
