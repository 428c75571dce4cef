import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { Stepper, type StepperStep } from './stepper.tsx'

const steps: readonly StepperStep[] = [
  { id: 'template', label: 'Template', description: 'Card payment', state: 'done' },
  { id: 'schema', label: 'Schema', description: '8 sections, 3 custom fields' },
  { id: 'events', label: 'Observation events', description: '2 recommended', state: 'error' },
  { id: 'settings', label: 'Settings', description: 'Rules, features, subjects' },
  { id: 'name', label: 'Name and endpoint', state: 'locked' },
]

const meta = {
  title: 'Navigation/Stepper',
  component: Stepper,
  args: { steps, current: 'schema', label: 'New assessment', onStepSelect: fn() },
} satisfies Meta<typeof Stepper>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Block: Story = {
  args: { orientation: 'block' },
  decorators: [
    Story => (
      <div className="w-rail bg-canvas p-2">
        <Story />
      </div>
    ),
  ],
}
export const Matrix: Story = {
  render: args => (
    <div className="flex flex-col gap-6">
      <Stepper {...args} />
      <Stepper {...args} label="Without buttons" steps={steps.map(({ description: _none, ...step }) => step)} />
      <div className="grid grid-cols-2 gap-6">
        <Stepper {...args} label="Column" orientation="block" />
        <Stepper label="Error at the current step" steps={steps} current="events" orientation="block" />
      </div>
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    orientation: 'block',
    steps: steps.map(step => ({
      ...step,
      label: `${String(step.label)} der Betrugsverdachtsmeldungen mit abweichender Lieferadresse`,
    })),
  },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
export const Narrow: Story = { globals: { viewport: { value: 'mobile1', isRotated: false } } }
export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByRole('list', { name: 'New assessment' })).toBeVisible()
    await expect(canvas.getByRole('button', { current: 'step' })).toHaveTextContent('Schema')
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: /^Template Completed/ })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onStepSelect).toHaveBeenLastCalledWith('template')
    await userEvent.tab()
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await expect(args.onStepSelect).toHaveBeenLastCalledWith('events')
    await userEvent.tab()
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: /^Name and endpoint Locked/ })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onStepSelect).toHaveBeenCalledTimes(2)
  },
}
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  args: {
    orientation: 'block',
    label: 'تقييم جديد',
    steps: [
      { id: 'template', label: 'القالب', description: 'الدفع بالبطاقة', state: 'done' },
      { id: 'schema', label: 'المخطط' },
      { id: 'name', label: 'الاسم ونقطة النهاية', state: 'locked' },
    ],
  },
}
