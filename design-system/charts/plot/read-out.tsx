import * as Tooltip from 'radix-ui/tooltip'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { Swatch, type SwatchKind } from './marks.tsx'
import type { ChartTone } from './series.ts'

export interface ReadOutRow {
  key: string
  label: string
  value: string
  tone?: ChartTone
  kind?: SwatchKind
}

/** The content of the read-out of a point: its name, and a row for each series. */
export interface ReadOut {
  title: string
  rows: readonly ReadOutRow[]
  /** Last row, under a line. */
  total?: string | undefined
}

interface ReadOutCardProps {
  content: ReadOut
  /** Row of the series selected by the arrow keys. */
  current: string | undefined
  pinned: boolean
  opens: boolean
  x: number
  y: number
  /** Where the card stands while there is room. */
  side?: 'left' | 'right'
  /** Width of the described area, up to `x`: flipped, the card is placed before it and does not cover it. */
  size?: number
}

/** Width of the largest common card with its distance, in pixels: two figures with names of some length. */
export const readOutWidth = 220

/** The tooltip of a point: a compact table beside it that flips to the other side before it would be cut off. */
export function ReadOutCard({ content, current, pinned, opens, x, y, side = 'right', size = 1 }: ReadOutCardProps) {
  return (
    <Tooltip.Provider>
      <Tooltip.Root open>
        <Tooltip.Trigger asChild tabIndex={-1}>
          <span
            aria-hidden
            className="pointer-events-none absolute h-px"
            style={{ insetInlineStart: x - size, insetBlockStart: y, inlineSize: size }}
          />
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content
            data-slot="chart-read-out"
            aria-label={content.title}
            side={side}
            sideOffset={12}
            collisionPadding={8}
            updatePositionStrategy="always"
            className="pointer-events-none z-tooltip max-w-rail rounded-control border border-transparent bg-surface-raised p-2 text-xs text-fg shadow-2"
          >
            <p dir="auto" className="mbe-1 font-medium">
              {content.title}
            </p>
            <table className="w-full border-collapse">
              <tbody>
                {content.rows.map(row => (
                  <tr
                    key={row.key}
                    className={cn(row.key === current && content.rows.length > 1 ? 'text-fg' : 'text-fg-secondary')}
                  >
                    <th
                      scope="row"
                      className={cn(
                        'py-px pe-3 text-start font-normal',
                        row.key === current && content.rows.length > 1 && 'font-medium',
                      )}
                    >
                      <span className="flex items-center gap-1.5">
                        {row.tone === undefined ? null : <Swatch tone={row.tone} kind={row.kind ?? 'fill'} />}
                        <bdi className="line-clamp-2 wrap-anywhere">{row.label}</bdi>
                      </span>
                    </th>
                    <Figure>{row.value}</Figure>
                  </tr>
                ))}
                {content.total === undefined ? null : (
                  <tr className="border-bs border-line-subtle">
                    <th scope="row" className="pe-3 pbs-1 text-start font-normal">
                      <FormattedMessage id="DesignSystem.Chart.Total" />
                    </th>
                    <Figure className="pbs-1">{content.total}</Figure>
                  </tr>
                )}
              </tbody>
            </table>
            {pinned ? (
              <p className="mbs-1 text-2xs text-fg-muted">
                <FormattedMessage id="DesignSystem.Chart.Pinned" />
                {opens ? (
                  <>
                    <br />
                    <FormattedMessage id="DesignSystem.Chart.PinnedOpen" />
                  </>
                ) : null}
              </p>
            ) : null}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  )
}

function Figure({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <td dir="ltr" className={cn('text-end align-top font-medium whitespace-nowrap text-fg tabular-nums', className)}>
      {children}
    </td>
  )
}
