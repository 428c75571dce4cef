import type { ReactElement } from 'react'
import { scoreBand } from '../../data-display/score-meter/score-band.ts'
import { isKnownStatus, type StatusDisplay, statusDisplay } from '../../data-display/status-badge/status-display.ts'
import { missingMark } from '../../lib/marks.ts'
import { type CellFormat, decisions, type TableDecision } from './cell-format.ts'

/*
 * Appearance of the decision badge and the score meter without their components: a table draws hundreds of them per
 * second while scrolled. One path per mark, so that a reused row changes an attribute instead of elements.
 */
const decisionStyles: Record<TableDecision, { className: string; path: string }> = {
  approve: {
    className: 'border-approve-border bg-approve-subtle text-approve-text',
    path: 'M22 12a10 10 0 1 1-20 0a10 10 0 0 1 20 0zM9 12l2 2 4-4',
  },
  review: {
    className: 'border-review-border bg-review-subtle text-review-text',
    path: 'M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0M15 12a3 3 0 1 1-6 0a3 3 0 0 1 6 0z',
  },
  challenge: {
    className: 'border-challenge-border bg-challenge-subtle text-challenge-text',
    path: 'M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1zM9.1 9a3 3 0 0 1 5.82 1c0 2-3 3-3 3M12 17h.01',
  },
  reject: {
    className: 'border-reject-border bg-reject-subtle text-reject-text',
    path: 'M15 9l-6 6M2.586 16.726A2 2 0 0 1 2 15.312V8.688a2 2 0 0 1 .586-1.414l4.688-4.688A2 2 0 0 1 8.688 2h6.624a2 2 0 0 1 1.414.586l4.688 4.688A2 2 0 0 1 22 8.688v6.624a2 2 0 0 1-.586 1.414l-4.688 4.688a2 2 0 0 1-1.414.586H8.688a2 2 0 0 1-1.414-.586zM9 9l6 6',
  },
}

const badge = 'inline-flex min-h-5 items-center gap-1 rounded-chip border px-1.5 text-xs font-medium whitespace-nowrap'
const neutral = `${badge} border-line-subtle bg-surface-sunken text-fg-secondary`

function isDecision(value: string): value is TableDecision {
  return (decisions as readonly string[]).includes(value)
}

/** The mark of a missing value, the same everywhere. */
export const missing = <span className="text-fg-muted">{missingMark}</span>

function decisionBadge(decision: TableDecision, label: string): ReactElement {
  const { className, path } = decisionStyles[decision]
  return (
    <span className={`${badge} ${className}`}>
      <svg
        aria-hidden
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        className="size-3 shrink-0"
      >
        <path d={path} />
      </svg>
      {label}
    </span>
  )
}

/** A decision in a row, in either spelling; an unknown value is shown unchanged. */
export function decisionMark(value: string | null | undefined, format: CellFormat) {
  if (!value) return missing
  const known = String(value).toLowerCase()
  return isDecision(known) ? (
    decisionBadge(known, format.decision[known])
  ) : (
    <span className={neutral}>
      <bdi>{String(value)}</bdi>
    </span>
  )
}

/** The text of `decisionMark`. */
export function decisionText(value: string | null | undefined, format: CellFormat): string {
  if (!value) return missingMark
  const known = String(value).toLowerCase()
  return isDecision(known) ? format.decision[known] : String(value)
}

const toneStyles: Record<StatusDisplay['tone'], string> = {
  neutral: 'border-line-subtle bg-surface-sunken text-fg-secondary',
  info: 'border-transparent bg-info-subtle text-info-text',
  success: 'border-transparent bg-success-subtle text-success-text',
  warning: 'border-transparent bg-warning-subtle text-warning-text',
  danger: 'border-transparent bg-danger-subtle text-danger-text',
}

/** The state of a resource in a row, as `PublishStatusBadge` shows it; a finished state leaves the cell empty. */
export function statusMark(value: string | null | undefined, format: CellFormat) {
  if (!value) return missing
  if (!isKnownStatus(value))
    return (
      <span className={neutral}>
        <bdi>{String(value)}</bdi>
      </span>
    )
  const shown = statusDisplay[value]
  if (!shown) return null
  return (
    <span className={`${badge} ${toneStyles[shown.tone]}`}>
      {shown.inProgress ? (
        <svg
          aria-hidden
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth={2}
          strokeLinecap="round"
          strokeDasharray="4 4"
          className="size-3 shrink-0"
        >
          <circle cx={12} cy={12} r={10} />
        </svg>
      ) : null}
      {format.status[shown.label]}
    </span>
  )
}

/** The text of `statusMark`. */
export function statusText(value: string | null | undefined, format: CellFormat): string {
  if (!value) return missingMark
  if (!isKnownStatus(value)) return value
  const shown = statusDisplay[value]
  return shown ? format.status[shown.label] : ''
}

const bandFill = ['', 'fill-score-1', 'fill-score-2', 'fill-score-3', 'fill-score-4', 'fill-score-5']
const full = (i: number) => `M${i * 10 + 2} 0h4a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-4a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2z`
const hollow = (i: number) =>
  `M${i * 10 + 2} .5h4a1.5 1.5 0 0 1 1.5 1.5v4a1.5 1.5 0 0 1-1.5 1.5h-4a1.5 1.5 0 0 1-1.5-1.5v-4a1.5 1.5 0 0 1 1.5-1.5z`

/** Five squares of 8 pixels, 2 apart, filled from the inline start. */
const segmentsOfBand = [0, 1, 2, 3, 4, 5].map(band => (
  <svg aria-hidden width={48} height={8} className="shrink-0 rtl:-scale-x-100">
    <path className={bandFill[band]} d={[0, 1, 2, 3, 4].slice(0, band).map(full).join('')} />
    <path fill="none" className="stroke-line" d={[0, 1, 2, 3, 4].slice(band).map(hollow).join('')} />
  </svg>
))

/** Lower limits of bands 2 to 5. */
export type ScoreLimits = readonly [number, number, number, number]

/** Number, then five segments in the colour of the band of the score. */
export function scoreMark(score: number | null | undefined, limits?: ScoreLimits) {
  if (score === null || score === undefined || Number.isNaN(score)) return missing
  return (
    <span className="inline-flex items-center gap-2">
      <span dir="ltr" className="min-w-6 text-end font-medium text-fg tabular-nums">
        {score}
      </span>
      {segmentsOfBand[scoreBand(score, limits)]}
    </span>
  )
}
