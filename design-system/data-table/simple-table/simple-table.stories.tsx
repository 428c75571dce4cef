import type { Meta, StoryObj } from '@storybook/react-vite'
import type { ReactNode } from 'react'
import { expect, within } from 'storybook/test'
import { resourceStatuses } from '../../data-display/status-badge/status-display.ts'
import { createColumns } from '../columns/columns.tsx'
import { type PurchaseRow, purchases } from '../testing/purchases.ts'
import { SimpleTable } from './simple-table.tsx'

const c = createColumns<PurchaseRow>()
const columns = [
  c.text('customer', { labelId: 'DesignSystem.Story.Customer', value: row => row.customer, rowHeader: true }),
  c.decision('decision', { labelId: 'DesignSystem.Story.Decision', value: row => row.decision }),
  c.score('score', { labelId: 'DesignSystem.Story.RiskScore', value: row => row.score }),
  c.money('amount', { labelId: 'DesignSystem.Story.Amount', value: row => row.amount, currency: row => row.currency }),
]

const Framed = ({ children }: { children: ReactNode }) => (
  <div className="max-w-dialog-md rounded-card border border-line-subtle bg-surface">{children}</div>
)

function OrderLines({ rows, loading = false }: { rows: readonly PurchaseRow[]; loading?: boolean }) {
  return (
    <Framed>
      <SimpleTable label="Order lines" columns={columns} rows={rows} getRowId={row => row.id} loading={loading} />
    </Framed>
  )
}

const meta = {
  title: 'Data table/SimpleTable',
  component: OrderLines,
  subcomponents: { SimpleTable },
  args: { rows: purchases(5) },
} satisfies Meta<typeof OrderLines>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('table', { name: 'Order lines' })).toBeVisible()
    await expect(canvas.getAllByRole('rowheader')).toHaveLength(5)
  },
}
/** Each gutter, the loading state, an empty state with its own text, and a container that is too narrow. */
/** On a phone rows can be cards: every value keeps its name, and nothing scrolls sideways. */
export const Cards: Story = {
  globals: { viewport: { value: 'mobile1', isRotated: false } },
  render: ({ rows }) => (
    <Framed>
      <SimpleTable label="Order lines" columns={columns} rows={rows} getRowId={row => row.id} narrow="cards" />
    </Framed>
  ),
  play: async ({ canvas }) => {
    const list = canvas.getByRole('list', { name: 'Order lines' })
    await expect(list).toBeVisible()
    await expect(within(list).getAllByRole('listitem')).toHaveLength(5)
    // What identifies a row is its heading, and needs no name.
    await expect(within(list).queryAllByText('Customer')).toHaveLength(0)
  },
}

/** Times and long names wrap on a card: nothing of a value is cut. */
export const CardsOfLongValues: Story = {
  globals: { locale: 'de-DE', viewport: { value: 'mobile1', isRotated: false } },
  render: ({ rows }) => (
    <div className="max-w-rail">
      <SimpleTable
        label="Order lines"
        columns={[
          columns[0]!,
          c.dateTime('at', { labelId: 'DesignSystem.Story.TransactionDate', value: row => row.at }),
          c.text('email', { labelId: 'DesignSystem.Story.Device', value: row => `${row.email}.${row.device}` }),
        ]}
        rows={rows.slice(0, 2)}
        getRowId={row => row.id}
        narrow="cards"
      />
    </div>
  ),
  play: async ({ canvas }) => {
    const values = [...canvas.getByRole('list', { name: 'Order lines' }).querySelectorAll('dd, dd *')]
    await expect(values.length).toBeGreaterThan(4)
    const cut = values.filter(value => value.clientWidth > 0 && value.scrollWidth > value.clientWidth)
    await expect(cut.map(value => value.textContent)).toEqual([])
  },
}

export const Matrix: Story = {
  render: ({ rows }) => {
    const parts = { columns, rows, getRowId: (row: PurchaseRow) => row.id }
    return (
      <div className="grid grid-cols-1 gap-4">
        {(['card', 'page', 'none'] as const).map(gutter => (
          <Framed key={gutter}>
            <div className={gutter === 'none' ? 'px-4' : undefined}>
              <SimpleTable {...parts} label={`Gutter ${gutter}`} gutter={gutter} />
            </div>
          </Framed>
        ))}
        <Framed>
          <SimpleTable {...parts} label="Waiting" rows={[]} loading />
        </Framed>
        <Framed>
          <SimpleTable {...parts} label="None" rows={[]} empty="No order lines" />
        </Framed>
        <div className="w-rail">
          <Framed>
            <SimpleTable {...parts} label="Narrow" rows={rows.slice(0, 2)} />
          </Framed>
        </div>
      </div>
    )
  },
}
/** Overflowing content is reachable by the keyboard: the frame can be focused and has the name of its table. */
export const Scrolling: Story = {
  globals: { locale: 'en-US' },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
  play: async ({ canvas, userEvent }) => {
    const frame = await canvas.findByRole('group', { name: 'Order lines' })
    await expect(frame.scrollWidth).toBeGreaterThan(frame.clientWidth)
    await userEvent.tab()
    await expect(frame).toHaveFocus()
  },
}
export const Loading: Story = { args: { loading: true } }
export const Empty: Story = { args: { rows: [] } }
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: {
    rows: purchases(3).map((row, index) => ({
      ...row,
      customer: 'Betrugsverdachtsmeldung an das Kartenunternehmen '.repeat(index + 1),
    })),
  },
  decorators: [
    Story => (
      <div className="w-panel max-w-full">
        <Story />
      </div>
    ),
  ],
}
export const RightToLeft: Story = { globals: { locale: 'ar-AE' } }

interface ResourceRow {
  name: string
  status: string | null
}
const r = createColumns<ResourceRow>()
const resourceColumns = [
  r.text('name', { labelId: 'DesignSystem.Story.Customer', value: row => row.name, rowHeader: true }),
  r.status('status', { labelId: 'DesignSystem.Story.Status', value: row => row.status }),
]
const resources = [...resourceStatuses, 'Paused', null].map(
  (status, row): ResourceRow => ({ name: `Resource ${row + 1}`, status }),
)
function ResourceTable() {
  return (
    <Framed>
      <SimpleTable label="Resources" columns={resourceColumns} rows={resources} getRowId={row => row.name} />
    </Framed>
  )
}

/**
 * Every state as the badge shows it: finished states leave the cell empty, unknown ones are unchanged, a missing one is
 * a dash.
 */
export const Status: StoryObj = {
  globals: { locale: 'en-US' },
  render: () => <ResourceTable />,
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('cell').map((cell: HTMLElement) => cell.textContent)).toEqual([
      'New',
      'Creating',
      'Active',
      'Failed',
      'Failed',
      'Deleting',
      '',
      '',
      '',
      'Paused',
      '–',
    ])
  },
}
export const StatusRightToLeft: StoryObj = { render: () => <ResourceTable />, globals: { locale: 'ar-AE' } }
