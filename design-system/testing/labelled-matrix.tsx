import type { ReactNode } from 'react'

/** States that come from the pointer or the keyboard: a picture shows them by an attribute, see `.storybook/stories.css`. */
export type ForcedState = 'hover' | 'focus' | 'pressed'
/** Spread on a component, to show it in a state. */
export const forced = (state: ForcedState) => ({ 'data-force': state }) as const

interface LabelledMatrixProps<Row extends string, Column extends string> {
  /** What is shown: the name of the table. */
  label: string
  rows: readonly Row[]
  columns: readonly Column[]
  children: (row: Row, column: Column) => ReactNode
}

/** Variants of a component by state, each row and column with its name. In a narrow window it scrolls in itself. */
export function LabelledMatrix<Row extends string, Column extends string>({
  label,
  rows,
  columns,
  children,
}: LabelledMatrixProps<Row, Column>) {
  const head = 'pe-4 text-start text-xs font-normal whitespace-nowrap text-fg-muted'
  return (
    // What scrolls can be reached with the keyboard.
    <div role="region" aria-label={label} tabIndex={0} className="max-w-full overflow-x-auto p-1 focus-ring-inset">
      <table aria-label={label}>
        <thead>
          <tr>
            <td />
            {columns.map(column => (
              <th key={column} scope="col" className={head}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row}>
              <th scope="row" className={head}>
                {row}
              </th>
              {columns.map(column => (
                <td key={column} className="py-1.5 pe-4">
                  {children(row, column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The component in the cell of a `LabelledMatrix`, for the play of a story. */
export function matrixCell(canvas: HTMLElement, row: string, column: string): HTMLElement {
  const rows = [...canvas.querySelectorAll('tr')]
  const index = [...(rows[0]?.cells ?? [])].findIndex(head => head.textContent === column)
  const cell = rows.find(({ cells }) => cells[0]?.textContent === row)?.cells[index]
  if (!cell) throw new Error(`The matrix has no cell “${row}”, “${column}”.`)
  return cell
}
