import { cn, Icon } from '@assay/design-system'
import { CircleX, TriangleAlert } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { IssueGroup } from './issue-groups.ts'

interface IssueGroupListProps {
  groups: readonly IssueGroup[]
  /** Id of the group that the list below is narrowed to. */
  current: string | null
  onChoose: (id: string | null) => void
}

/** Shape and colour of a severity; its name is read with it. */
export function SeverityIcon({ severity }: { severity: IssueGroup['severity'] }) {
  return (
    <span
      className={cn('flex h-5 shrink-0 items-center', severity === 'error' ? 'text-danger-text' : 'text-warning-text')}
    >
      <Icon icon={severity === 'error' ? CircleX : TriangleAlert} size={12} />
      <span className="sr-only">
        <FormattedMessage id={`Upload.Severity.${severity}`} />
      </span>
    </span>
  )
}

/** What is wrong by column: a line for each kind of issue narrows the list below to it, and back. */
export function IssueGroupList({ groups, current, onChoose }: IssueGroupListProps) {
  const intl = useIntl()
  return (
    <ul className="flex flex-col" aria-label={intl.formatMessage({ id: 'Upload.ByColumn' })}>
      {groups.map(({ id, code, severity, column, count }) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={id === current}
            onClick={() => onChoose(id === current ? null : id)}
            className={cn(
              'flex w-full items-start gap-2 rounded-chip px-2 py-1 text-start text-sm focus-ring hover:bg-surface-hover',
              id === current && 'bg-surface-selected',
            )}
          >
            <SeverityIcon severity={severity} />
            <span className="min-w-0 flex-1">
              {column === null ? null : <bdi className="font-medium wrap-anywhere">{column} </bdi>}
              <span className="text-fg-secondary">
                <FormattedMessage id={`Upload.Code.${code.replace('-', '')}`} />
              </span>
            </span>
            <bdi dir="ltr" className="font-mono text-xs leading-5 text-fg-muted">
              {code}
            </bdi>
            <span className="min-w-6 text-end font-medium tabular-nums">{intl.formatNumber(count)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
