import { Badge, Button, Icon, Kbd } from '@assay/design-system'
import type { RuleDiagnostic } from '@assay/risk-service/contract'
import { CircleX, TriangleAlert } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { diagnosticText, sortDiagnostics } from './diagnostics.ts'

interface DiagnosticListProps {
  problems: readonly RuleDiagnostic[]
  /** Name of the part that a problem is in. */
  placeOf: (problem: RuleDiagnostic) => string
  onJump: (problem: RuleDiagnostic) => void
}

/** Everything that is wrong with what is edited; each line leads to its place. */
export function DiagnosticList({ problems, placeOf, onJump }: DiagnosticListProps) {
  const intl = useIntl()
  const sorted = sortDiagnostics(problems)
  const errors = sorted.filter(problem => problem.severity === 'error').length
  return (
    <section aria-labelledby="rule-problems-title" className="flex shrink-0 flex-col border-bs border-line">
      <div className="flex min-h-bar items-center gap-2 px-4">
        <h2 id="rule-problems-title" className="font-semibold">
          <FormattedMessage id="Authoring.Problems.Title" />
        </h2>
        {errors > 0 ? (
          <Badge tone="danger">
            <Icon icon={CircleX} size={12} />
            <FormattedMessage id="Authoring.Problems.Errors" values={{ count: errors }} />
          </Badge>
        ) : null}
        {sorted.length > errors ? (
          <Badge tone="warning">
            <Icon icon={TriangleAlert} size={12} />
            <FormattedMessage id="Authoring.Problems.Warnings" values={{ count: sorted.length - errors }} />
          </Badge>
        ) : null}
        {sorted[0] ? (
          <span className="ms-auto flex items-center gap-1.5 text-xs text-fg-muted">
            <FormattedMessage id="Authoring.Problems.Next" />
            <Kbd keys="F8" />
          </span>
        ) : (
          <span className="text-xs text-fg-muted">
            <FormattedMessage id="Authoring.Problems.None" />
          </span>
        )}
      </div>
      <ul id="rule-problems" className="max-h-[10.5rem] overflow-y-auto pbe-1">
        {sorted.map(problem => (
          <li key={`${problem.part} ${problem.from} ${problem.code}`}>
            <DiagnosticRow
              problem={problem}
              text={diagnosticText(intl, problem)}
              place={placeOf(problem)}
              onJump={onJump}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface DiagnosticRowProps {
  problem: RuleDiagnostic
  text: string
  place: string
  onJump: (problem: RuleDiagnostic) => void
}

/** One diagnostic as a button that moves the cursor to its position. */
function DiagnosticRow({ problem, text, place, onJump }: DiagnosticRowProps) {
  const error = problem.severity === 'error'
  const position = `${problem.line}:${problem.column}`
  return (
    <Button
      variant="ghost"
      className="h-auto min-h-row w-full justify-start gap-2 rounded-none px-4 text-start font-normal whitespace-normal focus-ring-inset"
      onClick={() => onJump(problem)}
    >
      <Icon icon={error ? CircleX : TriangleAlert} className={error ? 'text-danger-text' : 'text-warning-text'} />
      <span className="min-w-0 flex-1 wrap-break-word">
        <bdi>{text}</bdi>
      </span>
      <span className="shrink-0 text-xs text-fg-muted">
        <FormattedMessage
          id="Authoring.Problems.Place"
          values={{
            place: <bdi key="place">{place}</bdi>,
            position: (
              <bdi key="position" className="tabular-nums" dir="ltr">
                {position}
              </bdi>
            ),
          }}
        />
        <span className="ms-1 font-mono">{problem.code}</span>
      </span>
    </Button>
  )
}
