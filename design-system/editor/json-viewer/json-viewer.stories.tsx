import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, spyOn, waitFor } from 'storybook/test'
import { JsonViewer } from './json-viewer.tsx'

const purchase = {
  purchaseId: 'P-7241903',
  totalAmount: 2418.9,
  currency: 'EUR',
  merchantLocalDate: '2026-11-21T13:55:07Z',
  isGuest: false,
  coupon: null,
  user: { userId: 'u_90c17ae2', email: 'm.tanev84@mail.example', firstName: 'ليلى', phone: '+49 40 5550 142' },
  device: { deviceContextId: 'dv_7f3a19e4c210', ipAddress: '203.0.113.84' },
  lines: [
    { productName: 'Halden X2 phone 256 GB', quantity: 2 },
    { productName: 'Orbit earbuds', quantity: 1 },
  ],
  customData: {},
}

const meta = {
  title: 'Editor/JsonViewer',
  component: JsonViewer,
  args: { value: purchase, label: 'Payload', masked: (path: string) => path === 'user.email' },
  decorators: [
    Story => (
      <div className="flex flex-col border border-line-subtle" style={{ height: 400 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof JsonViewer>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Dark: Story = { globals: { theme: 'dark' } }
export const RightToLeft: Story = { globals: { locale: 'ar-AE' } }

export const Keyboard: Story = {
  args: { openDepth: 1 },
  play: async ({ canvas, userEvent }) => {
    const items = canvas.getAllByRole('treeitem')
    items[0]?.focus()
    await userEvent.keyboard('{End}{ArrowUp}{ArrowRight}')
    await waitFor(() => expect(canvas.getAllByRole('treeitem')).toHaveLength(13))
    await userEvent.keyboard('{ArrowRight}')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('0: '))
    await userEvent.keyboard('{ArrowLeft}')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('lines'))
  },
}

export const Search: Story = {
  globals: { locale: 'en-US' },
  args: { openDepth: 1 },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('searchbox'), 'earbuds')
    // Announced once typing stopped: the count beside the box is visible, but not announced.
    await waitFor(
      () => expect(canvas.getAllByRole('status').some(region => region.textContent === '1 match')).toBe(true),
      { timeout: 3000 },
    )
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(canvas.getByText('"Orbit earbuds"')).toBeVisible())
    await expect(canvas.queryByText(/mail\.example/)).toBeNull()
  },
}

/**
 * Path and value of the current node; values hidden on the screen are hidden in the clipboard, too, alone and inside of
 * their parent.
 */
export const Copying: Story = {
  globals: { locale: 'en-US' },
  args: { openDepth: 9 },
  play: async ({ canvas, userEvent }) => {
    const spy = spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
    await userEvent.click(await canvas.findByRole('treeitem', { name: /^productName, text, Orbit/ }))
    await userEvent.click(canvas.getByRole('button', { name: 'Copy path' }))
    await expect(spy).toHaveBeenLastCalledWith('lines[1].productName')
    await userEvent.click(canvas.getByRole('button', { name: 'Copy value' }))
    await expect(spy).toHaveBeenLastCalledWith('Orbit earbuds')
    await waitFor(() => expect(canvas.getByText('Copied')).toBeInTheDocument())
    await userEvent.click(canvas.getByRole('treeitem', { name: /^email, / }))
    await expect(canvas.getByRole('button', { name: 'Copy value' })).toBeDisabled()
    // A click on an object also closes it; all of it is copied.
    await userEvent.click(canvas.getByRole('treeitem', { name: /^user, / }))
    await userEvent.keyboard('{Control>}c{/Control}')
    const copied = String(spy.mock.lastCall?.[0])
    await expect(copied).toContain('u_90c17ae2')
    await expect(copied).not.toContain('mail.example')
    spy.mockRestore()
  },
}

/** Masked and removed values are marked differently. */
export const Redacted: Story = {
  globals: { locale: 'en-US' },
  args: { redacted: (path: string) => path === 'user.phone' },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole('treeitem', { name: 'totalAmount, number, 2418.9' })).toBeVisible()
    await expect(canvas.getByRole('treeitem', { name: 'email, text, Hidden value' })).toBeVisible()
    await expect(canvas.getByRole('treeitem', { name: 'phone, text, Removed' })).toBeVisible()
    await expect(canvas.getByRole('treeitem', { name: 'user, object, 4 fields' })).toHaveAttribute(
      'aria-expanded',
      'true',
    )
    await expect(canvas.queryByText(/5550/)).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Close all' }))
    await waitFor(() => expect(canvas.queryByRole('treeitem', { name: /^email/ })).toBeNull())
    await userEvent.click(canvas.getByRole('button', { name: 'Open all' }))
    await waitFor(() => expect(canvas.getByRole('treeitem', { name: 'userId, text, u_90c17ae2' })).toBeVisible())
  },
}
export const TooLarge: Story = {
  globals: { locale: 'en-US' },
  args: { value: { note: 'x'.repeat(5_100_000), id: 7 } },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.queryByRole('treeitem')).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Show anyway' }))
    await expect(await canvas.findByRole('treeitem', { name: 'id, number, 7' })).toBeVisible()
  },
}
export const Matrix: Story = { args: { redacted: (path: string) => path === 'user.phone', openDepth: 4 } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: { value: { Donaudampfschifffahrtsgesellschaft: 'y'.repeat(10_000), '👩‍👩‍👧': [null, -0, 1e21, ''], ليلى: {} } },
  decorators: [
    Story => (
      <div className="flex w-rail flex-col border border-line-subtle" style={{ height: 300 }}>
        <Story />
      </div>
    ),
  ],
}
export const Huge: Story = {
  args: {
    value: Array.from({ length: 12_000 }, (_, i) => ({
      id: `E-${i}`,
      score: (i * 37) % 1000,
      note: 'Shared device ring, checked twice',
    })),
    openDepth: 9,
  },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('treeitem').length).toBeLessThan(80)
  },
}
