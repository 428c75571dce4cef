import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import type { CellBlock, CellPoint } from '../cells/cell-range.ts'
import type { TableModel } from '../state/use-table.ts'
import { copyText } from './copy-cells.ts'

/** Copies the block, the selected rows or the cell to the clipboard and announces what was copied. */
export function useCopyCells<Row>(table: TableModel<Row>, getRowId: (row: Row) => string) {
  const intl = useIntl()
  const announce = useAnnounce()
  return (point: CellPoint, block: CellBlock | null) => {
    const found = copyText({
      rows: table.rows,
      lines: table.lines,
      columns: table.grid.body.map(({ column }) => column),
      firstCol: table.leads.length,
      block,
      point,
      selectedIds: table.selectable && table.chosen.size > 0 ? table.chosen : null,
      getRowId,
    })
    if (!found) return
    void navigator.clipboard.writeText(found.text).then(
      () =>
        announce(
          intl.formatMessage(
            { id: found.cells === null ? 'DesignSystem.DataTable.Copied' : 'DesignSystem.DataTable.CopiedCells' },
            { count: found.cells ?? found.rows },
          ),
        ),
      () => announce(intl.formatMessage({ id: 'DesignSystem.DataTable.CopyFailed' }), { assertive: true }),
    )
  }
}
