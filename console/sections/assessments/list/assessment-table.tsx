import { Badge, cn, DateTime, NumberText } from '@assay/design-system'
import type { Assessment } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { kindText } from './assessment-texts.ts'
import { FeatureIcons } from './feature-icons.tsx'
import { RowName, RowPages, RowSelection } from './row-parts.tsx'
import { useAssessmentRow } from './use-assessment-row.ts'

export interface AssessmentGroup {
  id: Assessment['kind']
  name: ReactNode
  /** Number of assessments, with the limit. */
  count: ReactNode
  rows: readonly Assessment[]
  /** A command of the group. */
  action?: ReactNode
  /** Stands in the place of the rows of a group without any. */
  empty?: ReactNode
}

export interface AssessmentTableProps {
  label: string
  groups: readonly AssessmentGroup[]
  /** Id of the selected row. */
  selected: string | null
  onSelect: (id: string | null) => void
  /** Ids of assessments whose calls are refused, because no rule is active. */
  withoutRule: ReadonlySet<string>
}

const head = 'h-header px-cell-x text-xs font-medium whitespace-nowrap text-fg-secondary'
const cell = 'px-cell-x py-1'
const columnCount = 11
/** Columns of the name of a group that has a command. */
const groupColumns = 4
/** Of columns that leave where there is no room. */
const wideOnly = 'max-lg:hidden'
const missingMark = '–'
const none = <span className="text-fg-muted">{missingMark}</span>

/** The assessments by kind, with what they are, their features and their traffic. */
export function AssessmentTable({ label, groups, selected, onSelect, withoutRule }: AssessmentTableProps) {
  return (
    <table aria-label={label} className="w-full min-w-[54rem] border-collapse text-sm text-fg lg:min-w-[68rem]">
      <thead>
        <tr className="border-y border-line bg-surface-sunken">
          <th scope="col" className={`${head} w-10 ps-page pe-0`}>
            <span className="sr-only">
              <FormattedMessage id="Assessments.Selected" />
            </span>
          </th>
          <Head id="Templates.Assessment.FriendlyName" />
          <Head id="Rules.Branch.ApiName" />
          <Head id="Assessments.Column.Kind" />
          <Head id="Assessments.Column.Sharing" />
          <Head id="Assessments.Column.Root" className={wideOnly} />
          <Head id="Assessments.Column.Features" />
          <th scope="col" className={`${head} text-end`}>
            <FormattedMessage id="Assessments.Column.Events" />
          </th>
          <Head id="Assessments.Column.Updated" />
          <Head id="Lists.Column.UpdatedBy" className={wideOnly} />
          <th scope="col" className={`${head} w-12 pe-page`}>
            <span className="sr-only">
              <FormattedMessage id="Schema.Commands" />
            </span>
          </th>
        </tr>
      </thead>
      {groups.map(({ id, name, count, rows, action, empty }) => (
        <tbody key={id}>
          <tr className="h-row border-be border-line-subtle bg-surface-sunken">
            <th
              scope="rowgroup"
              colSpan={action === undefined ? columnCount : groupColumns}
              className="px-page text-start font-normal"
            >
              <span className="font-medium">{name}</span> <span className="text-fg-secondary">{count}</span>
            </th>
            {action === undefined ? null : (
              <td colSpan={columnCount - groupColumns} className="pe-page">
                <span className="flex items-center justify-end gap-2">{action}</span>
              </td>
            )}
          </tr>
          {rows.length === 0 && empty !== undefined ? (
            <tr className="h-row border-be border-line-subtle">
              <td colSpan={columnCount} className="px-page text-fg-secondary">
                {empty}
              </td>
            </tr>
          ) : null}
          {rows.map(row => (
            <AssessmentRow
              key={row.id}
              row={row}
              selected={row.id === selected}
              refused={withoutRule.has(row.id)}
              onSelect={onSelect}
            />
          ))}
        </tbody>
      ))}
    </table>
  )
}

const Head = ({ id, className = '' }: { id: string; className?: string }) => (
  <th scope="col" className={`${head} text-start ${className}`}>
    <FormattedMessage id={id} />
  </th>
)

interface AssessmentRowProps {
  row: Assessment
  selected: boolean
  /** Its calls are refused. */
  refused: boolean
  onSelect: (id: string | null) => void
}

function AssessmentRow({ row, selected, refused, onSelect }: AssessmentRowProps) {
  const intl = useIntl()
  const { name, pages } = useAssessmentRow(row)
  return (
    <tr
      className={cn(
        'h-row border-be border-line-subtle',
        selected
          ? 'bg-surface-selected shadow-[inset_2px_0_0_0_var(--color-accent)] rtl:shadow-[inset_-2px_0_0_0_var(--color-accent)]'
          : 'hover:bg-surface-hover',
      )}
    >
      <td className="ps-page pe-0">
        <RowSelection row={row} name={name} selected={selected} onSelect={onSelect} />
      </td>
      <th scope="row" className={`${cell} text-start font-medium whitespace-nowrap`}>
        <RowName name={name} first={pages[0]} refused={refused} />
      </th>
      <td className={cell}>
        {row.kind === 'builtIn' ? (
          none
        ) : (
          <bdi dir="ltr" className="font-mono text-xs">
            {row.eventType}
          </bdi>
        )}
      </td>
      <td className={cell}>{kindText(intl, row)}</td>
      <td className={cell}>
        {row.shared === null ? (
          none
        ) : row.shared ? (
          <Badge>
            <FormattedMessage id="ExternalAssessments.Sharing.shared" />
          </Badge>
        ) : (
          <FormattedMessage id="ExternalAssessments.Sharing.private" />
        )}
      </td>
      <td className={`${cell} ${wideOnly}`}>{row.root === null ? none : <bdi>{row.root.name}</bdi>}</td>
      <td className={cell}>
        <FeatureIcons row={row} />
      </td>
      <td className={`${cell} text-end`}>
        <NumberText value={row.events} />
      </td>
      <td className={`${cell} whitespace-nowrap`}>
        {row.updatedAt === null ? none : <DateTime value={row.updatedAt} shape="date" />}
      </td>
      <td className={`${cell} ${wideOnly} whitespace-nowrap`}>
        {row.updatedBy === null ? none : <bdi>{row.updatedBy}</bdi>}
      </td>
      <td className="pe-page">
        <RowPages name={name} pages={pages} />
      </td>
    </tr>
  )
}
