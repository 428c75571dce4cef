import type { Meta, StoryObj } from '@storybook/react-vite'
import { Search } from 'lucide-react'
import { expect, waitFor } from 'storybook/test'
import { Badge } from '../../primitives/badge/badge.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { CopyableId, CopyButton } from '../copyable-id/copyable-id.tsx'
import { Money } from '../money/money.tsx'
import { NumberText } from '../number-text/number-text.tsx'
import { KeyValue, KeyValueGroup, KeyValueList } from './key-value-list.tsx'

const meta = {
  title: 'Values/KeyValueList',
  component: KeyValueList,
  subcomponents: { KeyValueGroup, KeyValue },
  args: {
    children: (
      <>
        <KeyValue term="Amount">
          <Money amount={1234.5} currency="EUR" />
        </KeyValue>
        <KeyValue term="Share" qualifier="of events">
          <NumberText value={0.1235} shape="percent" />
        </KeyValue>
        <KeyValue term="Device">
          <CopyableId value="9e37a2c4-77d1-4b0e-9b3f-0a41cd20b8d1" label="device ID" truncated />
        </KeyValue>
        <KeyValue term="E-mail" actions={<CopyButton value="a@example.com" label="e-mail" />}>
          a@example.com
        </KeyValue>
        <KeyValue term="Phone" />
      </>
    ),
  },
} satisfies Meta<typeof KeyValueList>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Phone').nextElementSibling).toHaveTextContent(/not provided/i)
  },
}
export const Matrix: Story = {
  render: args => (
    <div className="grid gap-4">
      <KeyValueList {...args} columns={2} />
      <KeyValueList {...args} columns={3} termWidth="lg" />
      <KeyValueGroup title="Bank">
        <KeyValue term="Answer">Approved</KeyValue>
        <KeyValue term="Reference" />
      </KeyValueGroup>
    </div>
  ),
}
export const Grouped: Story = {
  render: () => (
    <div className="w-panel max-w-full">
      <KeyValueGroup title="Card">
        <KeyValue term="BIN" qualifier="DE · Nordbank">
          <bdi dir="ltr" className="font-mono text-xs">
            400012
          </bdi>
        </KeyValue>
        <KeyValue term="3-D Secure">Passed</KeyValue>
      </KeyValueGroup>
      <KeyValueGroup title="Bank">
        <KeyValue term="Answer">Approved</KeyValue>
        <KeyValue term="Reference" />
      </KeyValueGroup>
    </div>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('group', { name: 'Bank' })).toHaveTextContent('Approved')
  },
}
/** The actions of a fact are shown on hover, and for the keyboard as soon as one of them has the focus. */
export const WithActions: Story = {
  globals: { locale: 'en-US' },
  args: {
    children: (
      <>
        {[
          ['User ID', 'u_90c17ae2'],
          ['Email', 'm.tanev84@mail.example'],
        ].map(([term = '', value = '']) => (
          <KeyValue
            key={term}
            term={term}
            actions={
              <>
                <CopyButton value={value} label={term} />
                <IconButton icon={Search} size="sm" iconSize={12} label={`Search ${term}`} />
              </>
            }
          >
            {value}
          </KeyValue>
        ))}
      </>
    ),
  },
  play: async ({ canvas, userEvent }) => {
    const copy = canvas.getByRole('button', { name: 'Copy Email' })
    const shown = () => getComputedStyle(copy.closest('[data-slot="key-value-actions"]') ?? copy).opacity
    await expect(shown()).toBe('0')
    await userEvent.tab()
    await userEvent.tab()
    await userEvent.tab()
    await expect(copy).toHaveFocus()
    await waitFor(() => expect(shown()).toBe('1'))
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Search Email' })).toHaveFocus()
    await waitFor(() => expect(shown()).toBe('1'))
  },
}
/** A mark beside a value that fills the line wraps below it, unbroken. */
export const LongValueWithMark: Story = {
  decorators: [
    Story => (
      <div className="w-panel max-w-full">
        <Story />
      </div>
    ),
  ],
  args: {
    children: (
      <>
        {['maria-magdalena.tanev84@mail.example', 'a@mail.example'].map(value => (
          <KeyValue
            key={value}
            term="Email"
            qualifier={<Badge tone="success">Confirmed</Badge>}
            actions={<CopyButton value={value} label="Email" />}
          >
            {value}
          </KeyValue>
        ))}
      </>
    ),
  },
  play: async ({ canvas }) => {
    const marks = canvas
      .getAllByText('Confirmed')
      .map(mark => ({ mark: mark.getBoundingClientRect(), room: (mark.closest('dd') ?? mark).getBoundingClientRect() }))
    for (const { mark, room } of marks) await expect(mark.right).toBeLessThanOrEqual(room.right)
    const [long, short] = marks
    await expect(long?.mark.top).toBeGreaterThan((long?.room.top ?? 0) + 16)
    await expect(short?.room.height).toBeLessThan(30)
  },
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
  args: {
    children: (
      <KeyValue term="Lieferadresse" qualifier="abweichend">
        Donaudampfschifffahrtsgesellschaftsstraße 1, Wien
      </KeyValue>
    ),
  },
}
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
