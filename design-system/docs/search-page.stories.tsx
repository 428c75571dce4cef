import type { Meta, StoryObj } from '@storybook/react-vite'
import { CircleQuestionMark, Inbox, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { expect } from 'storybook/test'
import { CopyableId, DecisionBadge, KeyValue, KeyValueList, Money, ScoreMeter } from '../data-display/index.ts'
import { createColumns, DataTable } from '../data-table/index.ts'
import { type PurchaseRow, purchases } from '../data-table/testing/purchases.ts'
import { Callout } from '../feedback/index.ts'
import { NavShell, PageHeader, SegmentedControl, TopBar } from '../navigation/index.ts'
import { storyNavigation } from '../navigation/nav-shell/testing/navigation-data.ts'
import { SidePanel, SidePanelSection } from '../overlays/index.ts'
import { FilterBar, type FilterCondition, type FilterField } from '../patterns/index.ts'
import { Avatar, Button, Icon, IconButton } from '../primitives/index.ts'

/** The search page, composed of components of the library: each story adds one part. */
const meta = {
  title: 'Start/Search page',
  tags: ['!autodocs'],
  globals: { locale: 'en-US' },
  parameters: { docs: { story: { inline: false, height: '720px' } } },
} satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const c = createColumns<PurchaseRow>()
const columns = [
  c.idLink('id', { labelId: 'DesignSystem.Story.PurchaseId', value: row => row.id, size: 148 }),
  c.dateTime('at', { labelId: 'DesignSystem.Story.TransactionDate', value: row => row.at }),
  c.score('score', { labelId: 'DesignSystem.Story.RiskScore', value: row => row.score, size: 136 }),
  c.decision('decision', { labelId: 'DesignSystem.Story.Decision', value: row => row.decision }),
  c.money('amount', { labelId: 'DesignSystem.Story.Amount', value: row => row.amount, currency: row => row.currency }),
]
const rows = purchases(100)
/** The open record: one that needs a review. */
const chosen = rows.find(row => row.decision === 'review' && row.score !== null)
const fields: readonly FilterField[] = [
  { id: 'score', label: 'Risk score', kind: 'number', operators: [{ id: 'gte', label: 'at least' }] },
  { id: 'device', label: 'Device ID', kind: 'text', mono: true, operators: [{ id: 'eq', label: 'equals' }] },
]
const conditions: readonly FilterCondition[] = [
  { id: 'a', field: 'score', operator: 'gte', values: ['600'] },
  { id: 'b', field: 'device', operator: 'eq', values: ['dv_7f3a90c210'] },
]

function Frame({ children }: { children?: ReactNode }) {
  const [storageKey] = useState(() => `docs.${Math.trunc(performance.now())}`)
  return (
    <div className="-m-4">
      <NavShell
        brand={{ name: 'Assay', href: '#/' }}
        {...storyNavigation('en')}
        currentId="search"
        storageKey={storageKey}
        topBar={
          <TopBar>
            <span className="flex items-center gap-2">
              <IconButton icon={CircleQuestionMark} label="Help" />
              <Avatar name="Ana Lindqvist" label="Ana Lindqvist" size={32} />
            </span>
          </TopBar>
        }
      >
        {children}
      </NavShell>
    </div>
  )
}

const header = (
  <PageHeader
    className="border-be border-line-subtle bg-surface"
    title="Search"
    breadcrumb={[
      { id: 'search', label: 'Search', href: '#/search' },
      { id: 'view', label: 'Shared device ring' },
    ]}
    badges={
      <SegmentedControl
        label="Kind of event"
        defaultValue="purchase"
        segments={[
          { value: 'purchase', label: 'Purchase' },
          { value: 'creation', label: 'Account creation' },
          { value: 'login', label: 'Account login' },
        ]}
      />
    }
    actions={
      <>
        <Button variant="ghost">Clear</Button>
        <Button>Save view</Button>
        <Button variant="primary">
          <Icon icon={Search} />
          Search
        </Button>
      </>
    }
  />
)

function Filters() {
  const [value, setValue] = useState(conditions)
  return (
    <div className="border-be border-line-subtle bg-surface">
      <FilterBar fields={fields} value={value} onValueChange={setValue} clearable />
    </div>
  )
}

function Results({
  status,
  detail,
}: {
  status: 'ready' | 'loading' | 'noResults' | 'error'
  detail?: (row: PurchaseRow, close: () => void) => ReactNode
}) {
  const [current, setCurrent] = useState<string | null>(detail ? (chosen?.id ?? null) : null)
  const row = rows.find(({ id }) => id === current)
  return (
    <div className="flex min-h-0 bg-surface" style={{ blockSize: 620 }}>
      <DataTable
        label="Purchases"
        columns={columns}
        rows={status === 'ready' ? rows : []}
        getRowId={each => each.id}
        status={status}
        onRetry={() => undefined}
        currentRowId={current}
        onCurrentRowChange={setCurrent}
        toolbar={<span className="font-medium">100 events</span>}
        narrow="scroll"
        className="min-w-0 flex-1"
      />
      {detail && row ? detail(row, () => setCurrent(null)) : null}
    </div>
  )
}

const detail = (row: PurchaseRow, close: () => void) => (
  <SidePanel title={row.id} titleEnd={<DecisionBadge decision={row.decision} appearance="solid" />} onClose={close}>
    <SidePanelSection className="grid gap-3">
      <ScoreMeter value={row.score} variant="large" band />
      <Callout
        title="Case in High-value orders, pending"
        actions={
          <Button size="sm">
            <Icon icon={Inbox} />
            Start review
          </Button>
        }
      />
    </SidePanelSection>
    <SidePanelSection heading="Order">
      <KeyValueList>
        <KeyValue term="Amount">
          <Money amount={row.amount} currency={row.currency} />
        </KeyValue>
        <KeyValue term="User">{row.customer}</KeyValue>
        <KeyValue term="Email">
          <CopyableId value={row.email} label="Email" />
        </KeyValue>
        <KeyValue term="Device ID">
          <CopyableId value={row.device} label="Device ID" truncated />
        </KeyValue>
      </KeyValueList>
    </SidePanelSection>
  </SidePanel>
)

const whole = () => (
  <Frame>
    {header}
    <Filters />
    <Results status="ready" detail={detail} />
  </Frame>
)

export const Shell: Story = { render: () => <Frame /> }
export const Header: Story = { render: () => <Frame>{header}</Frame> }
export const WithFilters: Story = {
  render: () => (
    <Frame>
      {header}
      <Filters />
    </Frame>
  ),
}
export const Loading: Story = {
  render: () => (
    <Frame>
      {header}
      <Filters />
      <Results status="loading" />
    </Frame>
  ),
}
export const NoResults: Story = {
  render: () => (
    <Frame>
      {header}
      <Filters />
      <Results status="noResults" />
    </Frame>
  ),
}
export const Failed: Story = {
  render: () => (
    <Frame>
      {header}
      <Filters />
      <Results status="error" />
    </Frame>
  ),
}
export const Whole: Story = {
  render: whole,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible()
    await expect(canvas.getByRole('grid', { name: 'Purchases' })).toBeVisible()
    await expect(await canvas.findByRole('complementary', { name: chosen?.id ?? '' })).toBeVisible()
  },
}
export const Dark: Story = { render: whole, globals: { theme: 'dark' } }
/** The same parts in Arabic: the page has no code for the direction. */
export const RightToLeft: Story = { render: whole, globals: { locale: 'ar-AE' } }
