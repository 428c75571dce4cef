import { CircleCheck, Eye, OctagonX, ShieldQuestionMark } from 'lucide-react'
import type { ReactElement } from 'react'
import { cn } from '../lib/cn.ts'
import { decisions, type CellFormat, type TableDecision } from './cell-format.ts'

/** Looks of the decision badge, without its component: a table draws hundreds of them per second while scrolled. */
const decisionLook: Record<TableDecision, { className: string; icon: ReactElement }> = {
  approve: { className: 'border-approve-border bg-approve-subtle text-approve-text', icon: <CircleCheck aria-hidden /> },
  review: { className: 'border-review-border bg-review-subtle text-review-text', icon: <Eye aria-hidden /> },
  challenge: { className: 'border-challenge-border bg-challenge-subtle text-challenge-text', icon: <ShieldQuestionMark aria-hidden /> },
  reject: { className: 'border-reject-border bg-reject-subtle text-reject-text', icon: <OctagonX aria-hidden /> },
}

const badge = 'inline-flex min-h-5 items-center gap-1 rounded-chip border px-1.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3'

export function isDecision(value: string): value is TableDecision {
  return (decisions as readonly string[]).includes(value)
}

/** Missing value, the same everywhere. */
export const missing = <span className="text-fg-muted">–</span>

/** A decision in a row; a value this version does not know keeps its own word. */
export function decisionMark(value: string | null | undefined, format: CellFormat) {
  if (!value) return missing
  const known = value.toLowerCase()
  if (!isDecision(known)) {
    return <span className={cn(badge, 'border-line-subtle bg-surface-sunken text-fg-secondary')}><bdi>{value}</bdi></span>
  }
  const look = decisionLook[known]
  return <span className={`${badge} ${look.className}`}>{look.icon}{format.decision[known]}</span>
}

const bandFill = ['', 'border-score-1 bg-score-1', 'border-score-2 bg-score-2', 'border-score-3 bg-score-3', 'border-score-4 bg-score-4', 'border-score-5 bg-score-5']

function segments(band: number): ReactElement {
  return (
    <span aria-hidden className="inline-flex shrink-0 gap-0.5">
      {[1, 2, 3, 4, 5].map(step => (
        <span key={step} className={`size-2 rounded-mark border ${step <= band ? bandFill[band] : 'border-line'}`} />
      ))}
    </span>
  )
}

const segmentsOfBand = [0, 1, 2, 3, 4, 5].map(segments)

/** Lower limits of bands 2 to 5. */
export type ScoreLimits = readonly [number, number, number, number]
export const defaultScoreLimits: ScoreLimits = [200, 400, 600, 800]

export function scoreBand(score: number, limits: ScoreLimits = defaultScoreLimits): 1 | 2 | 3 | 4 | 5 {
  if (score >= limits[3]) return 5
  if (score >= limits[2]) return 4
  if (score >= limits[1]) return 3
  if (score >= limits[0]) return 2
  return 1
}

/** Number, then five segments in the colour of the band reached. */
export function scoreMark(score: number | null | undefined, limits?: ScoreLimits) {
  if (score === null || score === undefined) return missing
  return (
    <span className="inline-flex items-center gap-2">
      <span dir="ltr" className="min-w-6 text-end font-medium text-fg tabular-nums">{score}</span>
      {segmentsOfBand[scoreBand(score, limits)]}
    </span>
  )
}
