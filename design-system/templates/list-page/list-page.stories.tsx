import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { DataTable } from '../../data-table/data-table.tsx'
import { idOf, storyColumns, storyRows } from '../../data-table/testing/story-table.tsx'
import { SidePanel, SidePanelSection } from '../../overlays/side-panel/side-panel.tsx'
import { FilterBar } from '../../patterns/filter-bar/filter-bar.tsx'
import { emptyMessage, header, Window } from '../../testing/page-parts.tsx'
import { ListPage } from './list-page.tsx'

const meta = {
  title: 'Templates/ListPage',
  component: ListPage,
  args: {
    name: 'Search',
    header: header('Search'),
    onRetry: fn(),
    bars: (
      <FilterBar
        fields={[{ id: 'score', label: 'Risk score', kind: 'number', operators: [{ id: 'gte', label: 'at least' }] }]}
        value={[{ id: 'a', field: 'score', operator: 'gte', values: ['600'] }]}
        onValueChange={fn()}
      />
    ),
    children: (
      <DataTable
        className="min-w-0 flex-1"
        label="Purchases"
        narrow="scroll"
        columns={storyColumns}
        rows={storyRows}
        getRowId={idOf}
        rowCount={214}
        currentRowId="P-7241903"
        toolbar={<span className="font-medium">214 events</span>}
      />
    ),
    panel: (
      <SidePanel title="P-7241903" onClose={fn()}>
        <SidePanelSection heading="Order">EUR 2,418.90, Antwerpen</SidePanelSection>
      </SidePanel>
    ),
  },
  // The page is as high as the window: the table scrolls inside.
  decorators: [
    Story => (
      <Window>
        <div className="flex h-[48rem] min-h-0 flex-col">
          <Story />
        </div>
      </Window>
    ),
  ],
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {}
export const Dark: Story = { globals: { theme: 'dark' } }
export const RightToLeft: Story = { globals: { locale: 'ar-AE' } }
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  args: { header: header('Betrugsverdachtsmeldungen an das kartenausgebende Kreditinstitut') },
}
export const Loading: Story = { args: { state: 'loading' } }
export const Empty: Story = { args: { state: 'empty', message: emptyMessage } }
export const Failed: Story = { args: { state: 'error' } }
export const NoAccess: Story = { args: { state: 'no-access' } }
