import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
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
