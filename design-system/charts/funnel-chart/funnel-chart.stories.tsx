import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from 'storybook/test'
import { steps } from '../testing/chart-data.ts'
import { FunnelChart } from './funnel-chart.tsx'

const meta = {
  title: 'Charts/FunnelChart',
  component: FunnelChart,
  args: { title: 'From sign-up to first order', valueLabel: 'Accounts', steps },
  decorators: [
    Story => (
      <div className="max-w-dialog-md">
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof FunnelChart>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Steps: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'View as table' }))
    await expect(await canvas.findByRole('row', { name: 'Challenge passed 21,340 53.61% 44.26%' })).toBeVisible()
  },
}
export const Matrix: Story = {
  render: args => (
    <div className="grid gap-4">
      <FunnelChart {...args} />
      <FunnelChart {...args} title="One step" steps={steps.slice(0, 1)} />
      <FunnelChart {...args} title="Nothing" steps={[]} />
      <FunnelChart {...args} title="No values" steps={steps.map(step => ({ ...step, value: null }))} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: { steps: steps.map(step => ({ ...step, label: `${step.label} and everything before it` })) },
  decorators: [
    Story => (
      <div style={{ inlineSize: 320, maxInlineSize: '100%' }}>
        <Story />
      </div>
    ),
  ],
}
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: {
    title: 'من التسجيل إلى أول طلب',
    valueLabel: 'الحسابات',
    steps: ['بدء التسجيل', 'تأكيد البريد', 'اجتياز التحدي', 'إكمال الملف', 'أول طلب'].map((label, i) => ({
      ...steps[i]!,
      label,
    })),
  },
}
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole('application').focus()
    await userEvent.keyboard('{Home}{ArrowDown}')
    await waitFor(() =>
      expect(
        screen.getByText('E-mail verified: Accounts 39,804, Of the step before 82.56%, Of the first step 82.56%'),
      ).toBeInTheDocument(),
    )
    await userEvent.keyboard('{Enter}{Escape}{ArrowUp}{End}{Escape}')
    await expect(screen.queryByText(/Escape closes it/)).toBeNull()
  },
}
