import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { resourceStatuses } from '../data-display/status-badge/status-display.ts'
import { createColumns } from './columns.tsx'
import { purchases, type PurchaseRow } from './fixtures.ts'
import { SimpleTable } from './simple-table.tsx'

const c = createColumns<PurchaseRow>()
const columns = [
  c.text('customer', { labelId: 'DesignSystem.Story.Customer', value: row => row.customer, rowHeader: true }),
  c.decision('decision', { labelId: 'DesignSystem.Story.Decision', value: row => row.decision }),
  c.score('score', { labelId: 'DesignSystem.Story.RiskScore', value: row => row.score }),
  c.money('amount', { labelId: 'DesignSystem.Story.Amount', value: row => row.amount, currency: row => row.currency }),
]

function OrderLines({ rows, loading = false }: { rows: readonly PurchaseRow[]; loading?: boolean }) {
  return <SimpleTable label="Order lines" columns={columns} rows={rows} getRowId={row => row.id} loading={loading} />
}

const meta = {
  title: 'Data table/SimpleTable',
  component: OrderLines,
  args: { rows: purchases(5) },
  decorators: [Story => <div className="max-w-dialog-md rounded-card border border-line-subtle bg-surface"><Story /></div>],
} satisfies Meta<typeof OrderLines>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('table', { name: 'Order lines' })).toBeVisible()
    await expect(canvas.getAllByRole('rowheader')).toHaveLength(5)
  },
}
export const Loading: Story = { args: { loading: true } }
export const Empty: Story = { args: { rows: [] } }
export const Dark: Story = { globals: { theme: 'dark' } }
export const RightToLeft: Story = { globals: { locale: 'ar-AE' } }

interface ResourceRow { name: string; status: string | null }
const r = createColumns<ResourceRow>()
const resourceColumns = [
  r.text('name', { labelId: 'DesignSystem.Story.Customer', value: row => row.name, rowHeader: true }),
  r.status('status', { labelId: 'DesignSystem.Story.Status', value: row => row.status }),
]
const resources = [...resourceStatuses, 'Paused', null].map((status, row): ResourceRow => ({ name: `Resource ${row + 1}`, status }))
function ResourceTable() {
  return <SimpleTable label="Resources" columns={resourceColumns} rows={resources} getRowId={row => row.name} />
}

/** Every state as the badge shows it: what is over leaves its cell empty, a word we do not know stays, nothing is a dash. */
export const Status: StoryObj = {
  globals: { locale: 'en-US' },
  render: () => <ResourceTable />,
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('cell').map((cell: HTMLElement) => cell.textContent)).toEqual(['New', 'Creating', 'Active', 'Failed', 'Failed', 'Deleting', '', '', '', 'Paused', '–'])
  },
}
export const StatusRightToLeft: StoryObj = { render: () => <ResourceTable />, globals: { locale: 'ar-AE' } }
