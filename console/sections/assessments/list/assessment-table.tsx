import { Badge, Checkbox, cn, DateTime, DropdownMenuLinkItem, Icon, NumberText } from '@assay/design-system'
import type { Assessment } from '@assay/risk-service/contract'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { RowMenu } from '../../../platform/menus/row-menu.tsx'
import { canOpen } from '../../../platform/permissions/route-table.ts'
import { kindText } from './assessment-texts.ts'
import { FeatureIcons } from './feature-icons.tsx'
import { pagesOfAssessment } from './page-links.ts'

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

interface AssessmentTableProps {
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
const missingMark = '–'
const none = <span className="text-fg-muted">{missingMark}</span>

/** The assessments by kind, with what they are, their features and their traffic. */
export function AssessmentTable({ label, groups, selected, onSelect, withoutRule }: AssessmentTableProps) {
  return (
    <table aria-label={label} className="w-full min-w-[68rem] border-collapse text-sm text-fg">
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
          <Head id="Assessments.Column.Root" />
          <Head id="Assessments.Column.Features" />
          <th scope="col" className={`${head} text-end`}>
            <FormattedMessage id="Assessments.Column.Events" />
          </th>
          <Head id="Assessments.Column.Updated" />
          <Head id="Lists.Column.UpdatedBy" />
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

const Head = ({ id }: { id: string }) => (
  <th scope="col" className={`${head} text-start`}>
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
  const can = useCan()
  const href = useHref()
  const name = useAssessmentName()(row.eventType, row.name)
  const pages = pagesOfAssessment(row).filter(({ route }) => canOpen(route, can))
  const [first] = pages
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
        {row.kind === 'builtIn' ? null : (
          <Checkbox
            checked={selected}
            aria-label={intl.formatMessage({ id: 'Assessments.Select' }, { name })}
            onCheckedChange={checked => onSelect(checked === true ? row.id : null)}
          />
        )}
      </td>
      <th scope="row" className={`${cell} text-start font-medium whitespace-nowrap`}>
        {first === undefined ? (
          <bdi>{name}</bdi>
        ) : (
          <Link to={href(first.path, first.search)} className="focus-ring text-link hover:underline">
            <bdi>{name}</bdi>
          </Link>
        )}
        {refused ? (
          <Badge tone="warning" size="sm" className="ms-2">
            <Icon icon={TriangleAlert} />
            <FormattedMessage id="Assessments.Custom.NoRule" />
          </Badge>
        ) : null}
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
      <td className={cell}>{row.root === null ? none : <bdi>{row.root.name}</bdi>}</td>
      <td className={cell}>
        <FeatureIcons row={row} />
      </td>
      <td className={`${cell} text-end`}>
        <NumberText value={row.events} />
      </td>
      <td className={`${cell} whitespace-nowrap`}>
        {row.updatedAt === null ? none : <DateTime value={row.updatedAt} shape="date" />}
      </td>
      <td className={`${cell} whitespace-nowrap`}>{row.updatedBy === null ? none : <bdi>{row.updatedBy}</bdi>}</td>
      <td className="pe-page">
        {pages.length === 0 ? null : (
          <RowMenu name={name}>
            {pages.map(({ id, path, search, labelId }) => (
              <DropdownMenuLinkItem key={id}>
                <Link to={href(path, search)}>
                  <FormattedMessage id={labelId} />
                </Link>
              </DropdownMenuLinkItem>
            ))}
          </RowMenu>
        )}
      </td>
    </tr>
  )
}
