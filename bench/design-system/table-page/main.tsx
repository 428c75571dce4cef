import { createRoot, type Root } from 'react-dom/client'
import { DataTable } from '../../../design-system/data-table/data-table.tsx'
import { purchases } from '../../../design-system/data-table/testing/purchases.ts'
import { idOf, wideColumns } from '../../../design-system/data-table/testing/story-table.tsx'
import { AppIntlProvider } from '../../../design-system/i18n/index.ts'
import { AnnouncerProvider } from '../../../design-system/lib/announcer.tsx'
import { storyIntl } from '../../../design-system/testing/catalogues.ts'
import '../../../design-system/styles/index.css'

/** The table alone, over rows created in the page: driven by `bench/design-system/table.ts`. */
const none: ReadonlySet<string> = new Set()
const sets = new Map<number, ReturnType<typeof purchases>>()
let root: Root | undefined

async function show(count: number, processing: 'client' | 'server' = 'client'): Promise<number> {
  root?.unmount()
  const rows = sets.get(count) ?? purchases(count)
  sets.set(count, rows)
  const box = document.getElementById('root')
  if (!box) throw new Error('The page has no root.')
  root = createRoot(box)
  const started = performance.now()
  root.render(
    <AppIntlProvider value={storyIntl('en-US')}>
      <AnnouncerProvider>
        <div className="flex flex-col" style={{ height: '100vh' }}>
          <DataTable
            label="Purchases"
            className="flex-1"
            columns={wideColumns}
            rows={rows}
            getRowId={idOf}
            rowCount={count}
            processing={processing}
            multiSort
            defaultSelectedIds={none}
          />
        </div>
      </AnnouncerProvider>
    </AppIntlProvider>,
  )
  // The frame after the one that rendered the rows has been painted.
  await new Promise<void>(resolve => {
    const look = () =>
      document.querySelector('[data-row-id]')
        ? requestAnimationFrame(() => setTimeout(resolve, 0))
        : requestAnimationFrame(look)
    requestAnimationFrame(look)
  })
  return performance.now() - started
}

declare global {
  interface Window {
    showTable: typeof show
  }
}
window.showTable = show
