import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { resourceStatuses, StatusBadge } from './status-badge.tsx'

const meta = { title: 'Values/StatusBadge', component: StatusBadge, args: { status: 'Active' } } satisfies Meta<
  typeof StatusBadge
>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const EveryRawStatus: Story = {
  render: () => (
    <ul className="grid gap-1">
      {resourceStatuses.map(status => (
        <li key={status} data-raw={status} className="min-h-5">
          <StatusBadge status={status} />
        </li>
      ))}
    </ul>
  ),
  play: async ({ canvasElement }) => {
    const shown = Object.fromEntries(
      [...canvasElement.querySelectorAll<HTMLElement>('[data-raw]')].map(item => [item.dataset.raw, item.textContent]),
    )
    await expect(shown).toEqual({
      New: 'New',
      Creating: 'Creating',
      Active: 'Active',
      CreateFailed: 'Failed',
      Error: 'Failed',
      SoftDeleting: 'Deleting',
      Deleted: '',
      Deleting: '',
      DeleteFailed: '',
    })
    await expect(canvasElement.querySelector('[data-raw="Deleted"]')?.childElementCount).toBe(0)
  },
}
export const Matrix: Story = {
  render: () => (
    <div className="flex flex-wrap gap-2">
      {resourceStatuses.map(status => (
        <StatusBadge key={status} status={status} />
      ))}
      <StatusBadge status="Suspended" />
    </div>
  ),
}
/** A status of a newer service is shown unchanged, without an interpretation. */
export const Unknown: Story = {
  args: { status: 'Suspended' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Suspended')).toBeInTheDocument()
  },
}
export const InTableCell: Story = {
  render: () => (
    <table className="w-rail">
      <thead>
        <tr>
          <th scope="col" className="h-header text-start text-xs font-medium text-fg-secondary">
            Environment
          </th>
          <th scope="col" className="text-start text-xs font-medium text-fg-secondary">
            Status
          </th>
        </tr>
      </thead>
      <tbody>
        {resourceStatuses.map(status => (
          <tr key={status} className="h-row border-bs border-line-subtle">
            <th scope="row" className="text-start font-normal">{`Harbor-${status}`}</th>
            <td>
              <StatusBadge status={status} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  ),
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  render: () => (
    <div className="flex w-rail flex-wrap gap-2">
      {resourceStatuses.map(status => (
        <StatusBadge key={status} status={status} />
      ))}
      <StatusBadge status={'AwaitingManualConfirmationOfTheRegionalSteward'.repeat(3)} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'ar-AE' } }
