import { Icon } from '@assay/design-system'
import type { TemplateIssue, TemplateOutcome } from '@assay/risk-service/contract'
import { CircleCheck, CircleMinus, CircleX, TriangleAlert } from 'lucide-react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { diagnosticText } from '../authoring/fql/diagnostics.ts'
import { partName } from './contents-view.tsx'

/**
 * A problem of a template in the language of the user: ours by its code, those of texts with the messages of the
 * editor.
 */
function textOf(intl: IntlShape, problem: TemplateIssue): string {
  const id = `Templates.Problem.${problem.code}`
  return intl.messages[id] === undefined ? diagnosticText(intl, problem) : intl.formatMessage({ id }, problem.params)
}

/** What a template lacks in its place, part by part. */
export function TemplateIssueNotes({ problems }: { problems: readonly TemplateIssue[] }) {
  return (
    <ul className="relative flex max-h-[12rem] flex-col gap-1 overflow-y-auto">
      {problems.map((problem, index) => (
        <TemplateIssueNote key={`${index} ${problem.code}`} problem={problem} />
      ))}
    </ul>
  )
}

function TemplateIssueNote({ problem }: { problem: TemplateIssue }) {
  const intl = useIntl()
  const { severity, part, name, place, line, column } = problem
  const position = `${line}:${column}`
  return (
    <li className="flex items-start gap-2">
      <span className={severity === 'error' ? 'mbs-0.5 flex text-danger-text' : 'mbs-0.5 flex text-warning-text'}>
        <Icon icon={severity === 'error' ? CircleX : TriangleAlert} size={12} />
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="flex flex-wrap gap-x-2">
          <bdi className="font-medium">{name}</bdi>
          <span className="text-fg-muted">
            <FormattedMessage id={partName(part)} />
          </span>
          {place === null ? null : <bdi className="text-fg-secondary">{place}</bdi>}
          {line > 0 ? (
            <bdi dir="ltr" className="text-fg-muted tabular-nums">
              {position}
            </bdi>
          ) : null}
        </span>
        <span className="block text-fg-secondary">{textOf(intl, problem)}</span>
      </span>
    </li>
  )
}

const appearances = {
  created: { icon: CircleCheck, tone: 'text-success-text' },
  skipped: { icon: CircleMinus, tone: 'text-warning-text' },
  failed: { icon: CircleX, tone: 'text-danger-text' },
} as const

/** What became of each part of a template. */
export function OutcomeList({ outcome }: { outcome: TemplateOutcome }) {
  return (
    <ul className="relative flex max-h-[22rem] flex-col overflow-y-auto">
      {outcome.map(({ part, name, outcome: end, problems }) => (
        <li key={`${part} ${name}`} className="flex flex-col gap-1 border-be border-line-subtle py-2 last:border-be-0">
          <span className="flex items-center gap-2">
            <span className={`flex ${appearances[end].tone}`}>
              <Icon icon={appearances[end].icon} />
            </span>
            <span className="min-w-0 flex-1 wrap-anywhere">
              <bdi className="font-medium">{name}</bdi>{' '}
              <span className="text-fg-muted">
                <FormattedMessage id={partName(part)} />
              </span>
            </span>
            <span className="shrink-0 text-xs text-fg-secondary">
              <FormattedMessage id={`Templates.Result.${end}`} />
            </span>
          </span>
          {problems.length > 0 ? (
            <div className="ps-6">
              <TemplateIssueNotes problems={problems} />
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
