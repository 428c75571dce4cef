import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { CopyableId } from './copyable-id.tsx'

const meta = { title: 'Values/CopyableId', component: CopyableId, args: { value: '9e37a2c4-77d1-4b0e-9b3f-0a41cd20b8d1', label: 'device ID' } } satisfies Meta<typeof CopyableId>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = { render: args => <div className="grid justify-items-start gap-2"><CopyableId {...args} /><CopyableId {...args} truncated /><CopyableId value="P-7241903" label="order ID" truncated /></div> }
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const Copy: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Copy device ID' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(await canvas.findByText(/device ID (copied|could not be copied)/, undefined, { timeout: 2000 })).toBeInTheDocument()
  },
}
export const LongContent: Story = { globals: { locale: 'qps-ploc' }, decorators: [Story => <div className="w-rail"><Story /></div>] }
export const RightToLeft: Story = { args: { truncated: true, label: 'معرّف الجهاز' }, globals: { locale: 'ar-AE' } }
