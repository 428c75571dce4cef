import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, spyOn } from 'storybook/test'
import { CopyableId, CopyButton } from './copyable-id.tsx'

const meta = {
  title: 'Values/CopyableId',
  component: CopyableId,
  subcomponents: { CopyButton },
  args: { value: '9e37a2c4-77d1-4b0e-9b3f-0a41cd20b8d1', label: 'device ID' },
} satisfies Meta<typeof CopyableId>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {
  render: args => (
    <div className="grid justify-items-start gap-2">
      <CopyableId {...args} />
      <CopyableId {...args} truncated />
      <CopyableId value="P-7241903" label="order ID" truncated />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const Copy: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Copy device ID' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(
      await canvas.findByText(/device ID (copied|could not be copied)/, undefined, { timeout: 2000 }),
    ).toBeInTheDocument()
  },
}
export const Truncated: Story = {
  args: { truncated: true },
  play: async ({ canvas, userEvent, args }) => {
    const shown = canvas.getByText('9e37a2…b8d1')
    await expect(canvas.getByText(args.value)).toBeInTheDocument()
    await userEvent.dblClick(shown)
    await expect(getSelection()?.toString()).toBe('9e37a2…b8d1')
    const data = new DataTransfer()
    shown.dispatchEvent(new ClipboardEvent('copy', { bubbles: true, cancelable: true, clipboardData: data }))
    await expect(data.getData('text/plain')).toBe(args.value)
  },
}
/** An address in a narrow container: all of it is readable, and the host is not broken. */
export const Wrapped: Story = {
  args: { value: 'margarete.hollenstein84@webmail.example', label: 'email', truncated: true, wrap: true },
  decorators: [
    Story => (
      <div className="w-[12rem]">
        <Story />
      </div>
    ),
  ],
  play: async ({ canvas, args }) => {
    const shown = canvas.getByText((_, element) => element?.tagName === 'BDI' && element.textContent === args.value)
    await expect(shown.scrollWidth).toBeLessThanOrEqual(shown.clientWidth)
    await expect(shown.getClientRects().length * shown.clientHeight).toBeGreaterThan(20)
  },
}
export const CopyFails: Story = {
  globals: { locale: 'en-US' },
  beforeEach: () => {
    const spy = spyOn(navigator.clipboard, 'writeText').mockRejectedValue(
      new DOMException('not allowed', 'NotAllowedError'),
    )
    return () => spy.mockRestore()
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Copy device ID' }))
    await expect(
      await canvas.findByText('device ID could not be copied', { exact: false }, { timeout: 2000 }),
    ).toBeInTheDocument()
    await expect(canvas.getByRole('button', { name: 'Copy device ID' })).toHaveAttribute('data-state', 'failed')
  },
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
export const RightToLeft: Story = { args: { truncated: true, label: 'معرّف الجهاز' }, globals: { locale: 'ar-AE' } }
