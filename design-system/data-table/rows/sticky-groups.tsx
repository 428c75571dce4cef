import type { CellFormat } from '../cells/cell-format.ts'
import type { TableLines } from '../model/table-lines.ts'
import type { BodyColumn } from './body-row.tsx'
import { GroupRow } from './group-row.tsx'

interface StickyGroupsProps<Row> {
  lines: TableLines
  /** The first line in view. */
  line: number
  rows: readonly Row[]
  columns: readonly BodyColumn<Row>[]
  format: CellFormat
  leadCount: number
  headerHeight: number
}

/**
 * Headers of the groups that contain the topmost row, fixed under the header of the table. A picture only: the real
 * headers are among the rows.
 */
export function StickyGroups<Row>({
  lines,
  line,
  rows,
  columns,
  format,
  leadCount,
  headerHeight,
}: StickyGroupsProps<Row>) {
  return (
    <div aria-hidden className="sticky z-nav h-0" style={{ insetBlockStart: headerHeight }}>
      <div className="pointer-events-none absolute inset-x-0 inset-bs-0">
        {lines.groupsAt(line).map(group => {
          const sample = rows[group.sample]
          return sample === undefined ? null : (
            <GroupRow
              key={group.level}
              group={group}
              sample={sample}
              index={line}
              start={0}
              columns={columns}
              format={format}
              leadCount={leadCount}
              activeCol={-1}
              sticky
            />
          )
        })}
      </div>
    </div>
  )
}
