import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { Progress } from './progress.tsx'

const meta = { title: 'Feedback/Progress', component: Progress, args: { label: 'Blocked lockers.csv', value: 62 } } satisfies Meta<typeof Progress>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('progressbar', { name: 'Blocked lockers.csv' })).toHaveAttribute('aria-valuenow', '62')
  },
}
export const Matrix: Story = {
  render: args => <div className="grid gap-4"><Progress {...args} value={0} /><Progress {...args} detail="62%, 8 s left" /><Progress {...args} value={100} /><Progress label="Checking rows" value={null} detail="Checking" /></div>,
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = { args: { label: 'Gesperrte-Abholstationen-mit-abweichender-Lieferadresse-2026.csv', detail: '62 %, noch 8 Sekunden' }, decorators: [Story => <div className="w-rail"><Story /></div>] }
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'qps-plocm' } }
