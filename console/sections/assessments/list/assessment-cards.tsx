import { Badge, cn, NumberText } from '@assay/design-system'
import type { Assessment } from '@assay/risk-service/contract'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { AssessmentTableProps } from './assessment-table.tsx'
import { kindText } from './assessment-texts.ts'
import { FeatureIcons } from './feature-icons.tsx'
import { RowName, RowPages, RowSelection } from './row-parts.tsx'
import { useAssessmentRow } from './use-assessment-row.ts'

/** The assessments by kind where a table has no room: one card for each. */
export function AssessmentCards({ label, groups, selected, onSelect, withoutRule }: AssessmentTableProps) {
  const id = useId()
  return (
    <div role="group" aria-label={label}>
      {groups.map(({ id: kind, name, count, rows, action, empty }) => (
        <section key={kind} aria-labelledby={`${id}-${kind}`}>
          <div className="flex min-h-row flex-wrap items-center gap-2 border-y border-line-subtle bg-surface-sunken px-page py-1">
            <h2 id={`${id}-${kind}`} className="text-sm">
              <span className="font-medium">{name}</span> <span className="font-normal text-fg-secondary">{count}</span>
            </h2>
            <span className="ms-auto flex flex-wrap items-center gap-2">{action}</span>
          </div>
          {rows.length === 0 && empty !== undefined ? (
            <p className="px-page py-2 text-sm text-fg-secondary">{empty}</p>
          ) : null}
          <ul>
            {rows.map(row => (
              <AssessmentCard
                key={row.id}
                row={row}
                selected={row.id === selected}
                refused={withoutRule.has(row.id)}
                onSelect={onSelect}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

interface AssessmentCardProps {
  row: Assessment
  selected: boolean
  /** Its calls are rejected. */
  refused: boolean
  onSelect: (id: string | null) => void
}

function AssessmentCard({ row, selected, refused, onSelect }: AssessmentCardProps) {
  const intl = useIntl()
  const { name, pages } = useAssessmentRow(row)
  return (
    <li
      className={cn(
        'flex items-start gap-3 border-be border-line-subtle px-page py-2 text-sm text-fg',
        selected && 'bg-surface-selected',
      )}
    >
      <RowSelection row={row} name={name} selected={selected} onSelect={onSelect} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="flex flex-col items-start gap-1 font-medium wrap-anywhere">
          <RowName name={name} first={pages[0]} refused={refused} />
        </span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-fg-secondary">
          {row.kind === 'builtIn' ? null : (
            <bdi dir="ltr" className="font-mono wrap-anywhere">
              {row.eventType}
            </bdi>
          )}
          {kindText(intl, row)}
          {row.shared === true ? (
            <Badge size="sm">
              <FormattedMessage id="ExternalAssessments.Sharing.shared" />
            </Badge>
          ) : null}
        </span>
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-fg-secondary">
          <FeatureIcons row={row} />
          <span>
            <FormattedMessage id="Assessments.Column.Events" /> <NumberText value={row.events} />
          </span>
        </span>
      </div>
      <RowPages name={name} pages={pages} />
    </li>
  )
}
