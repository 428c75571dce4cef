import { FormattedMessage } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { signs } from '../../lib/marks.ts'
import type { DiffLine } from './text-diff.ts'

export type Side = 'added' | 'removed' | 'equal'

const fills: Record<Side, string> = { added: 'bg-success-subtle', removed: 'bg-danger-subtle', equal: '' }
/** Solid for what came, dashed for what went: told apart without colour, and in forced colours. */
const marks: Record<Side, string> = { added: 'underline decoration-success-text decoration-2', removed: 'underline decoration-danger-text decoration-dashed decoration-2', equal: '' }

interface DiffCellsProps {
  line: DiffLine | undefined
  side: Side
  numbers: readonly (number | undefined)[]
}

/** The cells of one line: its numbers, the glyph of its side, its text. */
export function DiffCells({ line, side, numbers }: DiffCellsProps) {
  return (
    <>
      {numbers.map((number, i) => (
        <span key={i} role="cell" className={cn('px-1 text-end text-fg-muted tabular-nums select-none', fills[side])}>{number}</span>
      ))}
      <span role="cell" className={cn('min-w-0 border-s border-transparent wrap-anywhere whitespace-pre-wrap', !line && 'bg-surface-sunken', fills[side], side === 'added' && 'border-success-border', side === 'removed' && 'border-danger-border')}>
        {line ? (
          <>
            {/* What is read and what is seen are two things: the glyph would be read as "plus". */}
            <span aria-hidden className={cn('inline-block w-4 text-center font-medium select-none', side === 'added' ? 'text-success-text' : 'text-danger-text')}>{side === 'added' ? signs.plus : side === 'removed' ? signs.minus : null}</span>
            {side === 'equal' ? null : <span className="sr-only select-none"><FormattedMessage id={side === 'added' ? 'DesignSystem.DiffViewer.Added' : 'DesignSystem.DiffViewer.Removed'} /></span>}
            {line.pieces.map((piece, i) => {
              const text = <bdi dir="ltr" key={i}>{piece.text}</bdi>
              if (!piece.changed || side === 'equal') return text
              return side === 'added' ? <ins key={i} className={marks.added}>{piece.text}</ins> : <del key={i} className={marks.removed}>{piece.text}</del>
            })}
          </>
        ) : null}
      </span>
    </>
  )
}
