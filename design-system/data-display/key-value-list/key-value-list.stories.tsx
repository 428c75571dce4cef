import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { CopyableId, CopyButton } from '../copyable-id/copyable-id.tsx'
import { Money } from '../money/money.tsx'
import { NumberText } from '../number-text/number-text.tsx'
import { KeyValue, KeyValueList } from './key-value-list.tsx'

const meta = { title: 'Values/KeyValueList', component: KeyValueList, args: {
    children: (
      <>
        <KeyValue term="Amount"><Money amount={1234.5} currency="EUR" /></KeyValue>
        <KeyValue term="Share" qualifier="of events"><NumberText value={0.1235} shape="percent" /></KeyValue>
        <KeyValue term="Device"><CopyableId value="9e37a2c4-77d1-4b0e-9b3f-0a41cd20b8d1" label="device ID" truncated /></KeyValue>
        <KeyValue term="E-mail" actions={<CopyButton value="a@example.com" label="e-mail" />}>a@example.com</KeyValue>
        <KeyValue term="Phone" />
      </>
    ),
  } } satisfies Meta<typeof KeyValueList>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Phone').nextElementSibling).toHaveTextContent(/not provided/i)
  },
}
export const Matrix: Story = { render: args => <div className="grid gap-4"><KeyValueList {...args} columns={2} /><KeyValueList {...args} columns={3} termWidth="lg" /></div> }
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = { globals: { locale: 'qps-ploc' }, decorators: [Story => <div className="w-rail"><Story /></div>], args: { children: <KeyValue term="Lieferadresse" qualifier="abweichend">Donaudampfschifffahrtsgesellschaftsstraße 1, Wien</KeyValue> } }
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
