import { FormattedMessage } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { signs } from '../../lib/marks.ts'
import { type LineMarks, marked } from './code-marks.ts'
import type { DiffLine } from './text-diff.ts'

type DiffSide = 'added' | 'removed' | 'equal'

const fills: Record<DiffSide, string> = { added: 'bg-success-subtle', removed: 'bg-danger-subtle', equal: '' }
/** Solid for additions, dashed for removals: distinguishable without colour, and in forced colours. */
const underlines: Record<DiffSide, string> = {
  added: 'underline decoration-success-text decoration-2',
  removed: 'underline decoration-danger-text decoration-dashed decoration-2',
  equal: '',
}

interface DiffCellsProps {
  line: DiffLine | undefined
  side: DiffSide
  numbers: readonly (number | undefined)[]
  /** Coloured words of the line. */
  marks?: LineMarks | undefined
}

/** The cells of one line: its numbers, the glyph of its side, its text. */
export function DiffCells({ line, side, numbers, marks }: DiffCellsProps) {
  return (
    <>
      {numbers.map((number, i) => (
        <span key={i} role="cell" className={cn('px-1 text-end text-fg-muted tabular-nums select-none', fills[side])}>
          {number}
        </span>
      ))}
      <span
        role="cell"
        className={cn(
          'min-w-0 border-s border-transparent wrap-anywhere whitespace-pre-wrap',
          !line && 'bg-surface-sunken',
          fills[side],
          side === 'added' && 'border-success-border',
          side === 'removed' && 'border-danger-border',
        )}
      >
        {line ? (
          <>
            {/* Separate visible and accessible text: a screen reader would read the glyph as "plus". */}
            <span
              aria-hidden
              className={cn(
                'inline-block w-4 text-center font-medium select-none',
                side === 'added' ? 'text-success-text' : 'text-danger-text',
              )}
            >
              {side === 'added' ? signs.plus : side === 'removed' ? signs.minus : null}
            </span>
            {side === 'equal' ? null : (
              <span className="sr-only select-none">
                <FormattedMessage
                  id={side === 'added' ? 'DesignSystem.DiffViewer.Added' : 'DesignSystem.DiffViewer.Removed'}
                />
              </span>
            )}
            {line.pieces.map((piece, i) => {
              const from = line.pieces.slice(0, i).reduce((sum, { text }) => sum + text.length, 0)
              const words = marked(piece.text, from, marks?.get(line.number)).map((word, at) =>
                word.className === undefined ? (
                  word.text
                ) : (
                  <span key={at} className={word.className}>
                    {word.text}
                  </span>
                ),
              )
              if (!piece.changed || side === 'equal')
                return (
                  <bdi dir="ltr" key={i}>
                    {words}
                  </bdi>
                )
              return side === 'added' ? (
                <ins key={i} className={underlines.added}>
                  {words}
                </ins>
              ) : (
                <del key={i} className={underlines.removed}>
                  {words}
                </del>
              )
            })}
          </>
        ) : null}
      </span>
    </>
  )
}
